import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { openStore } from '../db/open-store.ts';
import type { ConfidenceLevel, Summarizer } from '../lib/domain/summary.ts';
import { makeDirectImporter } from '../lib/services/imports/importer.ts';
import { summarizeSession } from '../lib/services/summaries/summarize-session.ts';
import { groupBy } from '../lib/session/group-by.ts';
import { computeWilson } from '../lib/stats/proportion.ts';
import { computeConfidence, listSignals, type ConfidenceLimits } from '../lib/summaries/confidence.ts';
import { extractiveSummarizer } from '../lib/summaries/extractive.ts';
import { readTurn } from '../lib/summaries/read-turn.ts';
import { inFolder, migrationsFolder } from './archive.ts';
import { atLeast, atMost, quantile, type Figure } from './figure.ts';
import { makeRandom } from './search-archive.ts';

const labels = z.record(z.string(), z.object({ task: z.string(), resolved: z.boolean().nullable() }));

/** A run with the verdict of hidden tests, and how sure the summary of its last turn is. Null: it has no summary. */
type Run = { task: string; isSolved: boolean; level: ConfidenceLevel | null };
/** The same with what its level would be with other limits, in the order of `grid`. */
type Measured = Run & { levels: readonly (ConfidenceLevel | null)[] };

/** Limits that the levels could have; all other parts of the rule are words and order, which are not fitted to numbers. */
const grid: readonly ConfidenceLimits[] = [1, 2, 3, 4, 5].flatMap((many) =>
  [1, 2, 3, 4].flatMap((minShown) => [2, 3, 5].map((minErrors) => ({ many, minShown, minErrors }))),
);
const folds = 5;

const order: readonly (ConfidenceLevel | null)[] = ['Low', null, 'Unknown', 'Medium', 'High'];

/** Chance that a solved run has a higher level than another one; ties count half. NaN where all runs ended alike. */
const computeAuc = (runs: readonly Run[]): number => {
  const [solved, others] = [runs.filter(({ isSolved }) => isSolved), runs.filter(({ isSolved }) => !isSolved)];
  let wins = 0;
  for (const one of solved)
    for (const other of others) {
      const difference = order.indexOf(one.level) - order.indexOf(other.level);
      wins += difference > 0 ? 1 : difference === 0 ? 0.5 : 0;
    }
  return wins / (solved.length * others.length);
};

const resamples = 2_000;

/** 95 % interval of the area under the curve: tasks are drawn with replacement, each with all of its runs. */
const computeInterval = (runs: readonly Run[]): [low: number, high: number] => {
  const tasks = [...groupBy(runs, ({ task }) => task).values()];
  const random = makeRandom(41);
  const areas = Array.from({ length: resamples }, () =>
    computeAuc(tasks.flatMap(() => tasks[Math.floor(random() * tasks.length)] ?? [])),
  ).filter((area) => !Number.isNaN(area));
  return [quantile(areas, 0.025), quantile(areas, 0.975)];
};

/**
 * The level of each run with the limits that fit best the runs of other tasks: tasks are split into folds, and for each the limits with the
 * largest area under the curve of the others are taken.
 */
const crossValidate = (runs: readonly Measured[]): Run[] => {
  const tasks = [...new Set(runs.map(({ task }) => task))].toSorted();
  const random = makeRandom(7);
  const foldOf = new Map(tasks.map((task) => [task, Math.floor(random() * folds)]));
  return Array.from({ length: folds }, (_, fold) => {
    const others = runs.filter(({ task }) => foldOf.get(task) !== fold);
    const areas = grid.map((_limits, at) => computeAuc(others.map((run) => ({ ...run, level: run.levels[at] ?? null }))));
    const best = areas.indexOf(Math.max(...areas));
    return runs.filter(({ task }) => foldOf.get(task) === fold).map((run) => ({ ...run, level: run.levels[best] ?? null }));
  }).flat();
};

const readRuns = (folder: string): Promise<Measured[]> =>
  inFolder(async (scratch) => {
    const known = labels.parse(JSON.parse(await readFile(path.join(folder, 'labels.json'), 'utf8')));
    const store = openStore(path.join(scratch, 'archive.sqlite'), { migrationsFolder });
    const importer = makeDirectImporter({ store, now: Date.now, scratchFolder: path.join(scratch, 'files') });
    const runs: Measured[] = [];
    for (const [name, { task, resolved }] of Object.entries(known)) {
      if (resolved === null) continue;
      const file = path.join(folder, 'runs', name);
      const { signal } = new AbortController();
      const { sessions } = await importer.importFile({ file, path: file, synthetic: false, signal, onProgress: () => undefined });
      const id = sessions[0]?.id ?? '';
      let levels: ConfidenceLevel[] = [];
      const summarizer: Summarizer = {
        ...extractiveSummarizer,
        summarize: async (turn, aborted) => {
          const read = readTurn(turn);
          const signals = listSignals({ ...turn, ...read });
          levels = grid.map((limits) => computeConfidence(read.records, signals, turn.verification, limits));
          return extractiveSummarizer.summarize(turn, aborted);
        },
      };
      await summarizeSession({ store, summarizer, now: Date.now }, id);
      const { items } = await store.listSummaries({ sessionId: id }, { cursor: null, limit: 100 });
      const level = items.at(-1)?.confidence_level ?? null;
      runs.push({ task, isSolved: resolved, level, levels: level === null ? [] : levels });
    }
    await store.close();
    return runs;
  });

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;

/** Prints the area under the curve and how often each level was solved, with 95 % intervals. */
const printLevels = (runs: readonly Run[], base: number) => {
  const area = computeAuc(runs);
  const [low, high] = computeInterval(runs);
  process.stdout.write(`Area under the curve ${area.toFixed(3)} (95 % over tasks: ${low.toFixed(3)} to ${high.toFixed(3)})\n\n`);
  process.stdout.write('| confidence | solved | 95 % | of the base rate |\n|---|---|---|---|\n');
  const rateOf = new Map<ConfidenceLevel, { rate: number; share: number }>();
  for (const level of ['High', 'Medium', 'Low', 'Unknown'] as const) {
    const ofLevel = runs.filter((run) => (run.level ?? 'Unknown') === level);
    const hits = ofLevel.filter(({ isSolved }) => isSolved).length;
    const interval = computeWilson({ hits, of: ofLevel.length });
    rateOf.set(level, { rate: ofLevel.length === 0 ? 0 : hits / ofLevel.length, share: ofLevel.length / runs.length });
    if (!interval) continue;
    const times = (hits / ofLevel.length / base).toFixed(2);
    process.stdout.write(
      `| ${level} | ${hits} of ${ofLevel.length} | ${percent(interval.low)} to ${percent(interval.high)} | ${times} × |\n`,
    );
  }
  process.stdout.write('\n');
  return { area, rateOf };
};

/**
 * Meaning of the confidence in an answer: how often each level was solved, on unattended runs of Claude Code with the verdict of hidden
 * tests. Needs the sample files.
 */
export const measureCalibration = async (): Promise<Figure[]> => {
  const samples = process.env.OBSERVATORY_SAMPLES;
  if (!samples) throw new Error('Set OBSERVATORY_SAMPLES to a folder of sample sessions.');
  const runs = await readRuns(path.join(samples, 'terminal-bench'));
  const solved = runs.filter(({ isSolved }) => isSolved).length;
  const base = solved / runs.length;
  const tasks = new Set(runs.map(({ task }) => task)).size;
  process.stdout.write(`${runs.length} runs of ${tasks} tasks, ${solved} solved (base rate ${percent(base)})\n\n`);
  process.stdout.write('As the rule is; its words and limits were chosen with these runs in view.\n');
  const { area } = printLevels(runs, base);
  process.stdout.write(`With the limits that fit the other tasks best (${folds} folds over tasks; the words stay).\n`);
  const { rateOf, area: areaOfOthers } = printLevels(crossValidate(runs), base);
  const [sure, unsure] = [rateOf.get('High'), rateOf.get('Low')];
  return [
    atLeast('calibration: area under the curve', area, 0.7, ''),
    atLeast('calibration: area under the curve, other tasks', areaOfOthers, 0.7, ''),
    atLeast('calibration: other tasks, solved with High, times the base rate', (sure?.rate ?? 0) / base, 1.75, ''),
    atMost('calibration: other tasks, solved with Low, times the base rate', (unsure?.rate ?? 1) / base, 0.3, ''),
    atLeast('calibration: other tasks, share of runs with High', (sure?.share ?? 0) * 100, 12.5, '%'),
    atLeast('calibration: other tasks, share of runs with Low', (unsure?.share ?? 0) * 100, 12.5, '%'),
  ];
};
