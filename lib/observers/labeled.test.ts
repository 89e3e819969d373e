import { describe, expect, it } from 'vitest';
import { cases } from './__fixtures__/cases.ts';
import type { Expected, Labeled } from './__fixtures__/labeled.ts';
import { about, buildTurnEnds, makeCalls } from './__fixtures__/make-calls.ts';
import { makeObserverSet, defaultConfig } from './observer-set.ts';
import { observerKinds } from './registry.ts';
import { reduceCalls, startReducer } from './run.ts';

// Those that are off by default are judged, too.
const { set } = makeObserverSet({ ...defaultConfig, observers: defaultConfig.observers.map((entry) => ({ ...entry, enabled: true })) });
if (!set) throw new Error('the usual configuration is valid');

type Said = { observer: string; category: string; at: number };

/** Findings in a session, each kind once, with the call at which it was first reported. */
const observe = ({ steps }: Labeled): Said[] => {
  const said = new Map<string, Said>();
  for (const { observer, callIndex, findings } of reduceCalls(set, about, startReducer(set, about), makeCalls(steps), buildTurnEnds(steps))
    .assessments)
    for (const { category } of findings) {
      const key = `${observer}/${category}`;
      if (!said.has(key)) said.set(key, { observer, category, at: callIndex });
    }
  return [...said.values()];
};

const isSame = (a: Said, b: Expected): boolean => a.observer === b.observer && a.category === b.category;
const isRight = (a: Said, b: Expected): boolean => isSame(a, b) && a.at <= b.by && a.at >= (b.notBefore ?? 0);

describe('labeled sessions', () => {
  it.each(cases.map((one) => [`${one.row}: ${one.name}`, one] as const))('%s', (_, labeled) => {
    const said = observe(labeled);
    const print = ({ observer, category, at }: Said): string => `${observer}: ${category} at call ${at}`;
    const unlabeled = said.filter((one) => !labeled.expected.some((label) => isSame(one, label)));
    const missed = labeled.expected.filter((label) => !said.some((one) => isRight(one, label)));
    expect({
      'found, not labeled': unlabeled.map(print),
      'labeled, not found in time': missed,
      'all that was found': said.map(print),
    }).toEqual({
      'found, not labeled': [],
      'labeled, not found in time': [],
      'all that was found': said.map(print),
    });
  });

  it('expect what observers define, and each category is expected somewhere', () => {
    const defined = observerKinds.flatMap(({ id, categories }) => Object.keys(categories).map((category) => `${id} ${category}`));
    const labels = new Set(cases.flatMap(({ expected }) => expected.map(({ observer, category }) => `${observer} ${category}`)));
    expect([...labels].toSorted()).toEqual(defined.toSorted());
  });

  it('have names of their own', () => {
    expect(new Set(cases.map(({ row, name }) => `${row}: ${name}`)).size).toBe(cases.length);
  });

  it('come to this precision and recall', () => {
    const rows = new Map<string, { found: number; right: number; expected: number }>();
    const count = (key: string, what: 'found' | 'right' | 'expected'): void => {
      const row = rows.get(key) ?? { found: 0, right: 0, expected: 0 };
      rows.set(key, { ...row, [what]: row[what] + 1 });
    };
    for (const labeled of cases) {
      const said = observe(labeled);
      for (const one of said) count(one.category, 'found');
      for (const label of labeled.expected) {
        count(label.category, 'expected');
        if (said.some((one) => isRight(one, label))) count(label.category, 'right');
      }
    }
    const all = [...rows.values()].reduce((sum, row) => ({
      found: sum.found + row.found,
      right: sum.right + row.right,
      expected: sum.expected + row.expected,
    }));
    const print = (part: number, whole: number): string => (whole === 0 ? '–' : (part / whole).toFixed(2)).padStart(10);
    const line = (name: string, { found, right, expected }: typeof all): string =>
      `${name.padEnd(22)}${String(found).padStart(6)}${String(expected).padStart(10)}${print(right, found)}${print(right, expected)}`;
    const table = [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, row]) => line(name, row));
    const silentCases = cases.filter(({ expected }) => expected.length === 0).length;
    process.stdout.write(
      [
        `${cases.length} labeled sessions, ${silentCases} of them to be met with silence`,
        `${'category'.padEnd(22)} found  expected precision    recall`,
        ...table,
        line('all', all),
        '',
      ].join('\n'),
    );
    expect(all.right).toBe(all.expected);
    expect(all.right).toBe(all.found);
  });
});
