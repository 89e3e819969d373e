import path from 'node:path';
import { expect, it } from 'vitest';
import { openStore } from '../../db/open-store.ts';
import { makeSavedViews, makeSessionViews } from './saved-views.ts';

it('keeps views of sessions apart from those of observations, and no secret', async () => {
  const store = openStore(':memory:', { migrationsFolder: path.resolve('db/migrations') });
  const [ofSessions, ofObservations] = [makeSessionViews({ store, now: () => 1 }), makeSavedViews({ store, now: () => 1 })];
  const shown = { list: 'project=shop&errors=true' };
  const saved = await ofSessions.saveView('failing', { name: 'Failing', shown });
  expect(saved).toEqual({ id: 'failing', name: 'Failing', shown, savedAtMs: 1 });
  expect(await ofSessions.listViews()).toEqual({ views: [saved] });
  expect(await ofObservations.listViews()).toEqual({ views: [] });
  const filter = { states: ['open' as const] };
  const same = { name: 'failing', shown: { filter, view: 'groups', sort: 'seen', order: 'asc' } as const };
  await expect(ofObservations.saveView('other', same)).rejects.toMatchObject({ code: 'conflict' });
  const key = ['sk', 'ant', 'api03', 'Zk3vQ9tLr2Wm8XyBn5Pd7HsJ'].join('-');
  await expect(ofSessions.saveView('leak', { name: 'Leak', shown: { list: `q=${key}` } })).rejects.toMatchObject({
    code: 'invalid_input',
  });
  expect(await ofSessions.deleteView('failing')).toEqual({ deleted: true });
  await expect(ofSessions.deleteView('failing')).rejects.toMatchObject({ code: 'not_found' });
  await store.close();
});
