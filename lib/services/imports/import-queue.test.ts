import { expect, it, vi } from 'vitest';
import type { ImportInput } from '../ingest/import-input.ts';
import { makeRefusedResult } from '../ingest/file-result.ts';
import { makeImportQueue, maxFilesTogether, runUntilStored } from './import-queue.ts';

const makeInput = (path: string, signal = new AbortController().signal): ImportInput => ({
  file: path,
  path,
  synthetic: false,
  signal,
  onProgress: () => undefined,
});

it('has two files in the works, urgent ones before those that wait', async () => {
  const order: string[] = [];
  let atOnce = 0;
  const queue = makeImportQueue({
    importFile: async ({ path, isAhead }) => {
      atOnce += 1;
      expect(atOnce).toBeLessThanOrEqual(2);
      order.push(`${path} ${isAhead === true ? 'ahead' : 'alone'}`);
      await new Promise((resolve) => setTimeout(resolve, 1));
      atOnce -= 1;
      if (path === 'bad') throw new Error('bad');
      return makeRefusedResult(path, 0, 'imported', null, null);
    },
  });
  const cancelled = AbortSignal.abort();
  const runs = await Promise.allSettled([
    queue.run(makeInput('bad')),
    queue.run(makeInput('b')),
    queue.run(makeInput('c', cancelled)),
    queue.run(makeInput('live'), { urgent: true }),
    queue.run(makeInput('d')),
  ]);
  expect(order.slice(0, 2)).toEqual(['live alone', 'bad ahead']);
  expect(order.map((one) => one.split(' ')[0])).toEqual(['live', 'bad', 'b', 'd']);
  expect(runs.map((run) => (run.status === 'fulfilled' ? run.value.status : 'rejected'))).toEqual([
    'rejected',
    'imported',
    'cancelled',
    'imported',
    'imported',
  ]);
});

it('lets another file have its turn where urgent ones never end', async () => {
  const order: string[] = [];
  const queue = makeImportQueue({
    importFile: async ({ path }) => {
      order.push(path);
      // Each file grows again while it is read.
      if (path === 'live' && order.length < 40) void queue.run(makeInput('live'), { urgent: true });
      await new Promise((resolve) => setTimeout(resolve, 1));
      return makeRefusedResult(path, 0, 'imported', null, null);
    },
  });
  const growing = Array.from({ length: 4 }, () => queue.run(makeInput('live'), { urgent: true }));
  await Promise.all([queue.run(makeInput('a')), queue.run(makeInput('b')), ...growing]);
  expect([order.indexOf('a'), order.indexOf('b')]).toEqual([8, 17]);
});

it('has as many small files in the works as are worth a transaction, but no large one beside them', async () => {
  const begun: string[] = [];
  const waiting: (() => void)[] = [];
  const queue = makeImportQueue({
    importFile: async ({ path }) => {
      begun.push(path);
      await new Promise<void>((resolve) => waiting.push(resolve));
      return makeRefusedResult(path, 0, 'imported', null, null);
    },
  });
  const names = Array.from({ length: maxFilesTogether + 4 }, (_, at) => `small ${at}`);
  const runs = names.map((name) => queue.run({ ...makeInput(name), bytes: 80_000 }));
  await vi.waitFor(() => expect(begun).toEqual(names.slice(0, maxFilesTogether)));
  const large = queue.run({ ...makeInput('large'), bytes: 3_000_000 }, { urgent: true });
  for (const end of waiting.splice(0, maxFilesTogether - 2)) end();
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(begun).not.toContain('large');
  for (const end of waiting.splice(0, 1)) end();
  await vi.waitFor(() => expect(begun.at(-1)).toBe('large'));
  const timer = setInterval(() => waiting.splice(0).forEach((end) => end()), 1);
  await Promise.all([...runs, large]);
  clearInterval(timer);
});

/** Files of which the database is busy these many times. */
const makeBusyQueue = (times: number) => {
  let left = times;
  return makeImportQueue({
    importFile: async ({ path }) =>
      left-- > 0
        ? makeRefusedResult(path, 0, 'failed', { line: null, code: 'store_busy', message: 'Busy.', excerpt: null }, null)
        : makeRefusedResult(path, 0, 'imported', null, null),
  });
};

it('imports a file again while the database is busy, as often as it may', async () => {
  const waits: number[] = [];
  const onBusy = (_: unknown, waitMs: number) => void waits.push(waitMs);
  expect(await runUntilStored(makeBusyQueue(2), makeInput('a'), { maxRetries: 2, onBusy })).toMatchObject({ status: 'imported' });
  expect(waits).toEqual([250, 500]);
  expect(await runUntilStored(makeBusyQueue(2), makeInput('a'), { maxRetries: 1 })).toMatchObject({ status: 'failed' });
  expect(await runUntilStored(makeBusyQueue(9), makeInput('a', AbortSignal.timeout(50)), { maxRetries: 9 })).toMatchObject({
    status: 'cancelled',
  });
});
