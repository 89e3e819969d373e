import { expect, it } from 'vitest';
import { about, makeCalls, type Step } from './__fixtures__/make-calls.ts';
import { makeObserverSet, defaultConfig } from './observer-set.ts';
import { reduceCalls, startReducer } from './run.ts';

const { set } = makeObserverSet(defaultConfig);
if (!set) throw new Error('the usual configuration is valid');

const failing = (said: string, command = said): Step => ({ tool: 'Bash', params: { command }, result: said, exitCode: 1 });
const words = ['oak', 'elm', 'ash', 'fir', 'yew', 'bay'];
const findCascade = (steps: Step[]) =>
  reduceCalls(set, about, startReducer(set, about), makeCalls(steps))
    .assessments.at(-1)
    ?.findings.find(({ category }) => category === 'Error Cascade');

it('shows the failure that names it, and the newest four, where they differ', () => {
  const cascade = findCascade(words.map((word) => failing(`no such ${word}`)));
  expect(cascade?.title).toBe('no such oak: the first of 6 failures in a row');
  expect(cascade?.evidence?.split('\n')).toEqual([
    '#1: Bash - no such oak',
    ...[3, 4, 5, 6].map((index) => `#${index}: Bash - no such ${words[index - 1]}`),
  ]);
});

it('shows the newest five where all are alike, and all of a few', () => {
  const alike = findCascade(words.map((word) => failing('no such tree', word)));
  expect(alike?.evidence?.split('\n').map((line) => line.slice(0, 2))).toEqual(['#2', '#3', '#4', '#5', '#6']);
  const few = findCascade(words.slice(0, 3).map((word) => failing('no such tree', word)));
  expect(few?.evidence?.split('\n').map((line) => line.slice(0, 2))).toEqual(['#1', '#2', '#3']);
});

it('is the same group as the repetition of the same refused call, also in a cycle', () => {
  const refused = failing('no such tree', 'grow');
  const looked: Step = { tool: 'Read', params: { file_path: 'a.ts' }, result: 'a' };
  const subjectsOf = (steps: Step[]) =>
    reduceCalls(set, about, startReducer(set, about), makeCalls(steps)).assessments.flatMap(({ findings }) =>
      findings.map(({ category, subject }) => [category, subject] as const),
    );
  const both = subjectsOf([refused, refused, refused]);
  expect(both.map(([category]) => category)).toEqual(['Repetitive Pattern', 'Error Cascade']);
  const cycle = subjectsOf([refused, looked, refused, looked, refused, looked]).filter(([category]) => category === 'Cycle');
  expect(new Set([...both, ...cycle].map(([, subject]) => subject)).size).toBe(1);
  expect(cycle.length).toBeGreaterThan(0);
  const others = subjectsOf([failing('no such tree', 'a'), failing('no such tree', 'b'), failing('no such tree', 'c')]);
  expect(others.map(([, subject]) => subject)).not.toContain(both[0]?.[1]);
});

it('takes what a check found to be missing for its result, and a check that could not run for a failure', () => {
  const missing = (name: string): Step => failing(`src/a.ts(1,2): error TS2307: Cannot find module './${name}'.`, 'npx tsc --noEmit');
  expect(findCascade(words.map(missing))).toBeUndefined();
  const absent = (name: string): Step => ({ ...failing(`sh: 1: ${name}: not found`, `npm run test:${name}`), exitCode: 127 });
  expect(findCascade(words.map(absent))).toBeDefined();
});
