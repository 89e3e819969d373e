import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore } from '../../../db/open-store.ts';
import { makeBatch, makeRecordRow, makeSessionRow } from '../../store/make-batch.ts';
import type { Store } from '../../store/store.ts';
import { findTurn } from './find-turn.ts';

const startMs = Date.UTC(2026, 0, 1);
let store: Store;
beforeEach(() => {
  store = openStore(':memory:', { migrationsFolder: path.resolve(import.meta.dirname, '../../../db/migrations') });
});
afterEach(() => store.close());

const putTurn = async (texts: readonly string[]): Promise<void> => {
  const records = texts.map((text, seq) =>
    makeRecordRow({ sessionId: 's', seq, kind: seq === 0 ? 'prompt' : 'response', text, turnIdx: 0, atMs: startMs + seq * 5_000 }),
  );
  await store.append(makeBatch({ sessions: [makeSessionRow({ id: 's' })], records }));
  await store.recomputeAggregates(['s']);
};

it('is the next turn for other words, and the first of an empty session', async () => {
  expect(await findTurn(store, 's', 'continue', startMs)).toBe(0);
  await putTurn(['continue']);
  expect(await findTurn(store, 's', 'stop', startMs)).toBe(1);
});

it('is the stored turn if the agent wrote the prompt just before or after the event', async () => {
  await putTurn([' continue\n']);
  expect(await findTurn(store, 's', 'continue', startMs + 300)).toBe(0);
  expect(await findTurn(store, 's', 'continue', startMs - 300)).toBe(0);
  await putTurn(['continue', 'Done.']);
  expect(await findTurn(store, 's', 'continue', startMs + 300)).toBe(0);
});

it('is the next turn for the same words again: behind work, or much later', async () => {
  await putTurn(['continue']);
  expect(await findTurn(store, 's', 'continue', startMs + 60_000)).toBe(1);
  await putTurn(['continue', 'Done.']);
  expect(await findTurn(store, 's', 'continue', startMs + 6_000)).toBe(1);
});

it('knows a prompt that is longer than what is kept of it', async () => {
  await putTurn(['word '.repeat(10_000)]);
  expect(await findTurn(store, 's', 'word '.repeat(10_000), startMs)).toBe(0);
});
