import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { openStore } from '../../../../db/open-store.ts';
import { buildConversation } from '../../build-conversation.ts';
import { buildReview, holdRun } from '../../build-review.ts';

const dayMs = 24 * 60 * 60 * 1_000;

it('keeps the newest runs, those of today, and the last one of each reviewer; totals count them all', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'observatory-kept-'));
  const file = path.join(folder, 'archive.db');
  const store = openStore(file, { migrationsFolder: path.resolve('db/migrations') });
  const db = new Database(file);
  try {
    for (const id of ['s', 't']) await store.append(buildConversation(id));
    const run = async (id: string, names: readonly string[], { sessionId = 's', atMs = 50, number = 0 } = {}) => {
      const holder = await holdRun(store, { id, sessionId });
      if (number > 0) db.prepare('UPDATE review_runs SET number = ? WHERE id = ?').run(number, id);
      const reviews = names.map((name) => ({ ...buildReview(name), exchange: null, states: null }));
      await store.endReviewRun(holder, { state: 'done', problem: null, reviews, reported: [], resolved: [], atMs });
    };
    const list = async () => (await store.listReviewRuns({}, { cursor: null, limit: 9 })).items.map(({ id }) => id);
    await run('old', ['a']);
    await run('last of b', ['b'], { sessionId: 't' });
    await run('of a day before', ['a'], { atMs: 9 * dayMs });
    await run('new', ['a'], { atMs: 10 * dayMs, number: 10_003 });
    expect(await list()).toEqual(['new', 'of a day before', 'last of b']);
    expect(db.prepare('SELECT count(*) FROM reviews').pluck().get()).toBe(3);
    expect((await store.listReviewerTotals()).get('team/a')).toMatchObject({ reviews: 3, costUsd: 0.75, last: { runId: 'new' } });
    expect((await store.listReviewerTotals()).get('team/b')).toMatchObject({ reviews: 1, last: { runId: 'last of b' } });
    // Kept runs of a deleted session no longer count.
    await store.deleteSessions(['t'], 0);
    expect([...(await store.listReviewerTotals()).keys()]).toEqual(['team/a']);
  } finally {
    db.close();
    await store.close();
    await rm(folder, { recursive: true });
  }
});
