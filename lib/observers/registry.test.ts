import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { defaultConfig, makeObserverSet } from './observer-set.ts';
import { observerKinds } from './registry.ts';
import { computeMaxSnapshotBytes } from './snapshot.ts';

const docs = readFileSync(new URL('../../docs/observers.md', import.meta.url), 'utf8');

it('has each observer under one id', () => {
  expect(new Set(observerKinds.map(({ id }) => id)).size).toBe(observerKinds.length);
});

it('has budgets that add up to what the docs say of a snapshot', () => {
  const { set } = makeObserverSet(defaultConfig);
  const maxBytes = set ? computeMaxSnapshotBytes(set) : 0;
  expect(docs).toContain(`together the defaults need at most ${maxBytes / 1_024} kB`);
});

it.each(observerKinds.map((kind) => [kind.name, kind] as const))(
  '%s says how its findings are shown, grouped and advised on',
  (name, kind) => {
    const categories = Object.entries(kind.categories);
    expect(categories.length).toBeGreaterThan(0);
    for (const [category, { label, headline, suggestions }] of categories) {
      for (const text of [category, label, headline]) expect(text).toMatch(/^\p{Lu}.{1,30}[^.]$/u);
      expect(suggestions.length).toBeGreaterThan(0);
      expect(docs).toMatch(new RegExp(`^\\|[^|\\n]*\\| ${category} \\|`, 'mu'));
    }
    expect(docs).toContain(`| ${name} | ${categories[0]?.[0] ?? ''} |`);
  },
);
