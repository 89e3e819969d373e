import { expect, it, vi } from 'vitest';
import type { FileResult } from '../../domain/import.ts';
import { makeRefusedResult } from '../ingest/file-result.ts';
import { makeResultWriter } from './result-writer.ts';

const resultOf = (path: string, status: FileResult['status'] = 'imported') => makeRefusedResult(path, 1, status, null, null);
const makeStore = () => {
  const writes: string[] = [];
  return {
    writes,
    putFileResults: vi.fn((_: string, results: readonly FileResult[]) => {
      writes.push(results.map(({ path, status }) => `${path} ${status}`).join(', '));
      return Promise.resolve();
    }),
  };
};

it('stores what waits together, of each file the latest, in order of arrival', async () => {
  const store = makeStore();
  const writer = makeResultWriter(store, 'i');
  writer.putSoon(resultOf('a', 'waiting'));
  writer.putSoon(resultOf('b', 'waiting'));
  await writer.put(resultOf('a'));
  expect(store.writes).toEqual(['a imported, b waiting']);
  writer.putSoon(resultOf('b'));
  await vi.waitFor(() => expect(store.writes).toEqual(['a imported, b waiting', 'b imported']));
});

it('stores many in short steps', async () => {
  const store = makeStore();
  const writer = makeResultWriter(store, 'i');
  for (let at = 0; at < 450; at += 1) writer.putSoon(resultOf(`f${at}`));
  await writer.flush();
  expect(store.writes.map((write) => write.split(', ').length)).toEqual([200, 200, 50]);
});

it('never stores an older result after a newer one, and keeps what was not taken for the next time', async () => {
  const store = makeStore();
  const writer = makeResultWriter(store, 'i');
  store.putFileResults.mockImplementationOnce(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    throw new Error('busy');
  });
  const first = writer.put(resultOf('a', 'running'));
  const second = writer.put(resultOf('a'));
  await expect(first).rejects.toThrow('busy');
  await second;
  expect(store.writes).toEqual(['a imported']);
});
