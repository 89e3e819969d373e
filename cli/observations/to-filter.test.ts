import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../db/open-store.ts';
import type { ObservationFilter } from '../../lib/domain/observation.ts';
import type { Store } from '../../lib/store/store.ts';
import { toFilter, type FilterOptions } from './to-filter.ts';

let store: Store;
beforeEach(() => {
  store = openStore(':memory:', { migrationsFolder: path.resolve(import.meta.dirname, '../../db/migrations') });
});
afterEach(() => store.close());

const save = (name: string, filter: ObservationFilter) =>
  store.putSavedView({ id: name, name, shown: { filter, view: 'groups', sort: 'severity', order: 'desc' }, savedAtMs: 1 });
const read = (options: Partial<FilterOptions>) => toFilter(store, { observer: [], project: [], all: false, ...options }, ['open']);

describe('the filter of a saved view', () => {
  it.each<[string, Partial<FilterOptions>, ObservationFilter]>([
    ['no option', {}, { states: ['open'] }],
    ['--all', { all: true }, { withCleared: true }],
    ['--view', { view: 'Fixed' }, { states: ['fixed'], q: 'rm' }],
    ['--view without states', { view: 'Of any status' }, { q: 'rm' }],
    ['--view --status', { view: 'Fixed', status: 'stale' }, { states: ['stale'], q: 'rm' }],
    ['--view --all', { view: 'Fixed', all: true }, { q: 'rm', withCleared: true }],
    ['--view --all --status', { view: 'Fixed', all: true, status: 'stale' }, { states: ['stale'], q: 'rm', withCleared: true }],
  ])('has the states that are asked for: %s', async (_, options, filter) => {
    await save('Fixed', { states: ['fixed'], q: 'rm' });
    await save('Of any status', { q: 'rm' });
    expect(await read(options)).toEqual(filter);
  });

  it('is not guessed where another version saved it', async () => {
    const odd = { ...store, listSavedViews: () => Promise.resolve([{ id: 'odd', name: 'Odd', shown: null, savedAtMs: 1 }]) };
    await expect(toFilter(odd, { observer: [], project: [], all: false, view: 'odd' })).rejects.toMatchObject({
      code: 'invalid_input',
      message: '--view odd: another version saved it, and this one cannot read it. Delete it on the observations page.',
    });
  });

  it('is that of the very name, else of the only one in another case', async () => {
    await save('Über', { q: 'upper' });
    expect(await read({ view: 'über' })).toEqual({ q: 'upper' });
    await save('über', { q: 'lower' });
    expect([await read({ view: 'Über' }), await read({ view: 'über' })]).toEqual([{ q: 'upper' }, { q: 'lower' }]);
    await expect(read({ view: 'ÜBER' })).rejects.toMatchObject({
      code: 'invalid_input',
      message: '--view ÜBER: matches several saved views. Use one of: Über, über.',
    });
  });
});
