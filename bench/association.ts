import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { makePrng } from '../db/demo/prng.ts';
import { groupBy } from '../lib/session/group-by.ts';
import { computeNewcombe, computeWilson, type Interval, type Proportion } from '../lib/stats/proportion.ts';
import { observeFiles, type ObservedSession } from './observe-files.ts';

/**
 * `npx tsx bench/association.ts FILE`: how often conversations with a reward fail with and without each finding of the default observers.
 * FILE is a JSON list as tau-bench writes it (`task_id`, `trial`, `reward`, `traj`); a reward under 1 is a failure. A reward labels
 * the outcome and no loop: what is printed is association, not precision, and no cause.
 */
const conversations = z.array(z.looseObject({ task_id: z.union([z.int(), z.string()]), trial: z.int(), reward: z.number() }));
type Judged = { task: string; failed: boolean; found: ReadonlySet<string> };

const resamples = 2_000;

const listFindings = ({ assessments }: ObservedSession): ReadonlySet<string> =>
  new Set(assessments.flatMap(({ observerName, findings }) => findings.map(({ category }) => `${observerName}: ${category}`)));

const judge = async (file: string): Promise<Judged[]> => {
  const rows = conversations.parse(JSON.parse(await readFile(file, 'utf8')));
  const observed = await observeFiles([file]);
  return rows.flatMap(({ task_id: task, trial, reward }): Judged[] => {
    const of = observed.find(({ session }) => session.nativeId.startsWith(`${task}:${trial}:`));
    return of ? [{ task: String(task), failed: reward < 1, found: listFindings(of) }] : [];
  });
};

const countFailures = (all: readonly Judged[]): Proportion => ({ hits: all.filter(({ failed }) => failed).length, of: all.length });

/** 95 % interval of the difference by resampling whole tasks, whose trials resemble each other; null if unknown. */
const resampleTasks = (all: readonly Judged[], finding: string): Interval | null => {
  const tasks = [...groupBy(all, ({ task }) => task).values()];
  const prng = makePrng(7);
  const differences: number[] = [];
  for (let run = 0; run < resamples; run += 1) {
    const drawn = Array.from(tasks, () => tasks[prng.int(0, tasks.length - 1)] ?? []).flat();
    const [withIt, without] = split(drawn, finding).map(countFailures);
    if (withIt && without && withIt.of > 0 && without.of > 0) differences.push(withIt.hits / withIt.of - without.hits / without.of);
  }
  differences.sort((a, b) => a - b);
  const [low, high] = [differences[Math.floor(differences.length * 0.025)], differences[Math.floor(differences.length * 0.975)]];
  return low === undefined || high === undefined ? null : { low, high };
};

const split = (all: readonly Judged[], finding: string): [Judged[], Judged[]] => [
  all.filter(({ found }) => found.has(finding)),
  all.filter(({ found }) => !found.has(finding)),
];

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const printInterval = (interval: Interval | null, print: (share: number) => string): string =>
  interval ? `[${print(interval.low)}, ${print(interval.high)}]` : '-';
const printRate = (counted: Proportion): string =>
  counted.of === 0
    ? 'none'
    : `${counted.hits} of ${counted.of}, ${percent(counted.hits / counted.of)} ${printInterval(computeWilson(counted), percent)}`;
const points = (share: number): string => `${share < 0 ? '−' : '+'}${Math.abs(share * 100).toFixed(1)}`;

const file = process.argv[2];
if (file === undefined) {
  process.stderr.write('Give a JSON list of conversations with rewards.\n');
  process.exitCode = 2;
} else {
  const all = await judge(file);
  const tasks = new Set(all.map(({ task }) => task)).size;
  process.stdout.write(`${all.length} conversations over ${tasks} tasks; failed: ${printRate(countFailures(all))}\n`);
  process.stdout.write(
    'Association only: a reward labels the outcome, and says neither whether a finding is right nor what caused what.\n',
  );
  const findings = [...new Set(all.flatMap(({ found }) => [...found]))].toSorted();
  if (findings.length === 0) process.stdout.write('No observer found anything.\n');
  for (const finding of findings) {
    const [withIt, without] = split(all, finding).map(countFailures);
    if (!withIt || !without) continue;
    process.stdout.write(`\n${finding}\n  failed with it     ${printRate(withIt)}\n  failed without it  ${printRate(without)}\n`);
    if (withIt.of === 0 || without.of === 0) continue;
    const difference = withIt.hits / withIt.of - without.hits / without.of;
    process.stdout.write(
      `  difference         ${points(difference)} points, ${printInterval(computeNewcombe(withIt, without), points)} if conversations were independent, ` +
        `${printInterval(resampleTasks(all, finding), points)} by resampling tasks\n`,
    );
  }
}
