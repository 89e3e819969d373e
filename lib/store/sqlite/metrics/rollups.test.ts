import path from 'node:path';
import type { Database } from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '../../../../db/open-database.ts';
import { buildConversation } from '../../build-conversation.ts';
import type { Store } from '../../store.ts';
import { makeSqliteStore } from '../sqlite-store.ts';

const startMs = Date.UTC(2026, 0, 1);
const hourMs = 3_600_000;

let db: Database;
let store: Store;
beforeEach(() => {
  db = openDatabase({ file: ':memory:', migrationsFolder: path.resolve('db/migrations') });
  store = makeSqliteStore(db);
});
afterEach(() => store.close());

it('sums a session whose last turn never said that it is over, once nothing was heard of it for an hour', async () => {
  await store.append(buildConversation('s'));
  await store.recomputeAggregates(['s']);
  expect(db.prepare('SELECT completed_basis FROM turn_metrics WHERE turn_idx = 1').pluck().get()).toBe('running');
  const turnsAt = async (nowMs: number) => (await store.sumReport(startMs, nowMs)).a.turns;
  expect([await turnsAt(startMs + hourMs), await turnsAt(startMs + 2 * hourMs)]).toEqual([1, 2]);
  // From the sums, not from the turns.
  db.exec('UPDATE turn_rollups SET a_turns = 7');
  expect([await turnsAt(startMs + hourMs), await turnsAt(startMs + 2 * hourMs)]).toEqual([1, 7]);
});

it('groups sessions by the number of those that the report is over', async () => {
  for (const id of ['one-00', 'two-00']) await store.append(buildConversation(id));
  await store.recomputeAggregates(['one-00', 'two-00']);
  // Subagents that are in the window, and long sessions that are not.
  const many = 'WITH RECURSIVE many (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM many WHERE i < 10000)';
  db.exec(`${many} INSERT INTO sessions (id, native_id, family, format, relation, models, synthetic, search_text, facts, head, settled)
    SELECT 'sub' || i, i, 'chat', 'chat', 'subagent', '[]', 0, '', '{}', '{}', 1 FROM many;
    ${many} INSERT INTO turn_rollups (session_id, first_ms, last_ms, a_turns) SELECT 'sub' || i, ${startMs}, ${startMs}, 1 FROM many;
    ${many} INSERT INTO turn_rollups (session_id) SELECT 'long' || i FROM many`);
  const { metrics, a } = await store.sumReport(startMs, startMs + 2 * hourMs);
  expect(a.turns).toBe(4);
  expect(metrics.get('completed')?.pairs).toHaveLength(2);
});
