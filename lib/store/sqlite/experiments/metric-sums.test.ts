import path from 'node:path';
import type { Database } from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '../../../../db/open-database.ts';
import { turnMetrics } from '../../../../db/schema.ts';
import { buildExperiment } from '../../build-experiment.ts';
import { buildConversation } from '../../build-conversation.ts';
import type { Store } from '../../store.ts';
import { makeSqliteStore } from '../sqlite-store.ts';
import { insertRow } from '../statements.ts';

const hourMs = 3_600_000;
const nowMs = 100 * hourMs;

let db: Database;
let store: Store;
beforeEach(() => {
  db = openDatabase({ file: ':memory:', migrationsFolder: path.resolve('db/migrations') });
  store = makeSqliteStore(db);
});
afterEach(() => store.close());

const unknown = Object.fromEntries(Object.keys(turnMetrics).map((field) => [field, null]));
const putTurn = (sessionId: string, turnIdx: number, over: Partial<typeof turnMetrics.$inferInsert>) =>
  db.prepare(insertRow(turnMetrics)).run({ ...unknown, retrievalUsed: 0, reported: 0, updatedAtMs: 1, ...over, sessionId, turnIdx });

it('sums the turns of a session from its assignment on, without the one that runs', async () => {
  const experiment = buildExperiment({ id: 'x', status: 'running' });
  await store.putExperiment(experiment);
  for (const [sessionId, atMs] of [
    ['late', 30],
    ['early', 20],
  ] as const)
    await store.assign(experiment, { sessionId, arm: 'control', turnIdx: 1, atMs });
  putTurn('early', 0, { completed: 1 });
  putTurn('early', 1, { completed: 1, durationMs: Math.E ** 3, tokens: 10 });
  putTurn('early', 2, { durationMs: 0, costUsd: 0.5, updatedAtMs: nowMs - 1 });
  putTurn('early', 3, { completed: 0, completedBasis: 'running', updatedAtMs: nowMs - hourMs + 1 });
  putTurn('late', 1, { completed: 0, completedBasis: 'reported', updatedAtMs: nowMs });
  await store.append(buildConversation('early'));
  const putPart =
    db.prepare(`INSERT INTO turns (session_id, turn_idx, message_id, title, start_seq, tool_calls, tool_errors, tool_rejected, output_at_least, cost_at_least)
    VALUES ('early', ?, ?, '', 0, 0, 0, 0, 1, 1)`);
  // The tokens and cost of turn 1 are known in part; of turn 2, what was reported is the whole.
  putPart.run(1, 'early-0');
  putPart.run(2, 'early-6');
  db.prepare('UPDATE turn_metrics SET reported = 32 WHERE turn_idx = 2').run();
  const [early, late] = await store.listAssignedSessions('x', nowMs);
  expect(early).toMatchObject({ sessionId: 'early', turns: 2, withoutOutcome: 1 });
  expect(early?.metrics).toEqual({
    completed: { n: 1, sum: 1 },
    iterations: { n: 0, sum: 0 },
    tool_errors: { n: 0, sum: 0 },
    duration: { n: 2, sum: expect.closeTo(3) as number },
    tokens: { n: 1, sum: 10, atLeast: 1 },
    cost: { n: 1, sum: 0.5, atLeast: 0 },
    reward: { n: 0, sum: 0 },
  });
  expect(late).toMatchObject({ turns: 1, metrics: { completed: { n: 1, sum: 0 } } });
  expect((await store.listAssignedSessions('x', nowMs + hourMs))[0]).toMatchObject({ turns: 3, metrics: { completed: { n: 2, sum: 1 } } });
});

it('takes past sessions of a project, but no subagents and no demo', async () => {
  await store.append(buildConversation('own', { folderName: 'shop' }));
  await store.append(buildConversation('other', { folderName: 'blog' }));
  await store.append(buildConversation('sub', { folderName: 'shop', relation: 'subagent', parentId: 'own' }));
  await store.append(buildConversation('demo', { folderName: 'shop', synthetic: true }));
  // Rows of these turns may have been derived already.
  db.exec('DELETE FROM turn_metrics');
  for (const id of ['own', 'other', 'sub', 'demo']) putTurn(id, 0, { completed: 1 });
  const list = async (project: string | null) => (await store.listPastSessions(project, nowMs, 10)).map(({ completed }) => completed);
  expect(await list('shop')).toEqual([{ n: 1, sum: 1 }]);
  expect(await list(null)).toHaveLength(2);
});
