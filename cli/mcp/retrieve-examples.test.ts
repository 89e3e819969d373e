import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore } from '../../db/open-store.ts';
import { makeRetrievalService } from '../../lib/services/retrieval/retrieval-service.ts';
import { makeBatch, makeRecordRow, makeSessionRow, makeToolCallRow, makeToolResultRow } from '../../lib/store/make-batch.ts';
import type { Store } from '../../lib/store/store.ts';
import type { Services } from './open-services.ts';
import { sessionTools } from './session-tools.ts';

let store: Store;
beforeEach(() => {
  store = openStore(':memory:', { migrationsFolder: path.resolve(import.meta.dirname, '../../db/migrations') });
});
afterEach(() => store.close());

const put = async (id: string, cwd: string): Promise<void> => {
  const record = (seq: number, kind: 'prompt' | 'tool_call' | 'response', text: string) =>
    makeRecordRow({ id: `${id}-${seq}`, sessionId: id, seq, kind, text });
  await store.append(
    makeBatch({
      sessions: [makeSessionRow({ id, cwd })],
      records: [record(0, 'prompt', 'unlock the migration'), record(1, 'tool_call', `output of ${id}`), record(2, 'response', 'Done.')],
      calls: [makeToolCallRow({ sessionId: id, id: `${id}-1`, seq: 1, callIndex: 1, name: 'bash' })],
      results: [makeToolResultRow({ sessionId: id, recordId: `${id}-1`, callId: `${id}-1`, outcome: 'ok' })],
    }),
  );
  await store.recomputeAggregates([id]);
  while ((await store.indexSome()) > 0);
};

const call = async (input: object): Promise<string> => {
  const services = { store, retrieval: makeRetrievalService({ store, now: () => 0 }) } as Services;
  const tool = sessionTools.find(({ name }) => name === 'retrieve_examples');
  return JSON.stringify(await tool?.call({ get: () => services, close: () => Promise.resolve() }, input));
};

it('gives no example of the current session, known or not, unless another is named', async () => {
  await put('past', '/elsewhere');
  expect(await call({ prompt: 'unlock migration' })).toContain('output of past');
  await put('mine', process.cwd());
  const text = await call({ prompt: 'unlock migration', top_k: 9 });
  expect([text.includes('output of past'), text.includes('output of mine')]).toEqual([true, false]);
  expect(await call({ prompt: 'unlock migration', exclude_session_id: 'past' })).toContain('output of mine');
  expect(await call({ prompt: 'unlock migration', exclude_session_id: 'nobody-knows-it' })).toContain(
    'There is no session nobody-knows-it',
  );
});
