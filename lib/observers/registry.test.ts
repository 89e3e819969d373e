import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { defaultConfig, makeObserverSet } from './observer-set.ts';
import { observerKinds } from './registry.ts';
import { computeMaxSnapshotBytes } from './snapshot.ts';

const docs = readFileSync(new URL('../../docs/observers.md', import.meta.url), 'utf8');

/** Cells of the first two columns under "What is found". */
const documented = [...docs.matchAll(/^\|([^|]*)\|([^|]*)\|/gmu)].flatMap(([, observer = '', category = '']) => [
  observer.trim(),
  category.trim(),
]);

it('has each observer under one id', () => {
  expect(new Set(observerKinds.map(({ id }) => id)).size).toBe(observerKinds.length);
});

it('has budgets that add up to what the docs say of a snapshot', () => {
  const { set } = makeObserverSet(defaultConfig);
  const maxBytes = set ? computeMaxSnapshotBytes(set) : 0;
  expect(/together the defaults need at most ([\d.]+) kB/u.exec(docs)?.[1]).toBe(`${maxBytes / 1_024}`);
});

it.each(observerKinds.map((kind) => [kind.name, kind] as const))(
  '%s says how its findings are shown, grouped and advised on',
  (name, kind) => {
    const categories = Object.entries(kind.categories);
    expect(categories.length).toBeGreaterThan(0);
    for (const [category, { label, headline, suggestions }] of categories) {
      for (const text of [category, label, headline]) expect(text).toMatch(/^\p{Lu}.{1,30}[^.]$/u);
      expect(suggestions.length).toBeGreaterThan(0);
      expect(documented, 'rows under "What is found" in docs/observers.md').toContain(category);
    }
    expect(documented[documented.indexOf(categories[0]?.[0] ?? '') - 1], 'the cell before its first category').toBe(name);
  },
);
