import { makeCalls, bash, bashFails, edit, grep, read, type Step } from '../lib/observers/__fixtures__/make-calls.ts';
import { makeObserverSet, defaultConfig, type ObserverSet } from '../lib/observers/observer-set.ts';
import { reduceCalls, startReducer } from '../lib/observers/run.ts';
import type { CallFacts, SessionAbout } from '../lib/session/call-facts.ts';
import { atLeast, atMost, quantile, type Figure } from './figure.ts';

const about: SessionAbout = { sessionId: 'bench', cwd: '/home/dev/app' };
const calls = 100_000;

/** Ordinary work: files are read and searched, edited, and tested; a prompt now and then. */
const toStep = (at: number): Step => {
  const file = `/home/dev/app/src/part-${at % 37}/file-${at % 411}.ts`;
  const more = at % 200 === 0 ? { prompt: `Please mend what is wrong in src/, number ${at} of the list.` } : {};
  if (at % 5 === 0) return read(file, `export const value${at} = ${at};\n`.repeat(40), more);
  if (at % 5 === 1) return grep(`value${at}`, `${file}:${at}`, more);
  if (at % 5 === 2) return edit(file, `const a${at} = 1;\n`.repeat(5), `const a${at} = 2;\n`.repeat(5), more);
  if (at % 25 === 3) return bashFails('npx vitest run src', `FAIL src/part-${at % 37}\nexpected ${at}`, 1, more);
  return bash(`git log --oneline -n ${at % 90} -- ${file}`, `${at} the commit says what was done\n`.repeat(20), more);
};

const seconds = (work: () => void): number => {
  const begun = performance.now();
  work();
  return (performance.now() - begun) / 1_000;
};

/** How long each of some calls takes, one by one, on a state that has seen those before it. */
const timeEach = (set: ObserverSet, facts: readonly CallFacts[], from: number, count: number): number[] => {
  let { state: fold } = reduceCalls(set, about, startReducer(set, about), facts.slice(0, from));
  return facts.slice(from, from + count).map((call) => {
    const begun = performance.now();
    ({ state: fold } = reduceCalls(set, about, fold, [call]));
    return performance.now() - begun;
  });
};

/** All observers over calls that lie in memory: a whole replay, and one call after another. */
export const measureObservers = async (): Promise<Figure[]> => {
  const { set } = makeObserverSet(defaultConfig);
  if (!set) throw new Error('the default configuration is valid');
  const facts = makeCalls(Array.from({ length: calls }, (_, at) => toStep(at)));
  const replay = (): unknown => reduceCalls(set, about, startReducer(set, about), facts);
  replay();
  const rates = [1, 2, 3].map(() => calls / seconds(replay));
  timeEach(set, facts, 0, 20_000);
  const early = [1, 2, 3].flatMap(() => timeEach(set, facts, 100, 5_000));
  const late = [1, 2, 3].flatMap(() => timeEach(set, facts, calls - 5_000, 5_000));
  return [
    atLeast('replay of all observers, calls a second', Math.max(...rates), 200_000, ''),
    atMost('observers over one live call, p99', quantile([...early, ...late], 0.99), 0.2, 'ms'),
    atMost('call 100,000 beside call 100, median', quantile(late, 0.5) / quantile(early, 0.5), 1.5, 'times'),
  ];
};
