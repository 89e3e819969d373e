import { expect, it } from 'vitest';
import type { ImportInput } from '../ingest/import-input.ts';
import { makeRefusedResult } from '../ingest/file-result.ts';
import { makeImportQueue, runUntilStored } from './import-queue.ts';

const makeInput = (path: string, signal = new AbortController().signal): ImportInput => ({
  file: path,
  path,
  synthetic: false,
  signal,
  onProgress: () => undefined,
});

it('imports one file at a time, urgent ones before those that wait', async () => {
  const order: string[] = [];
  let atOnce = 0;
  const queue = makeImportQueue({
    importFile: async ({ path }) => {
      atOnce += 1;
      expect(atOnce).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 1));
      atOnce -= 1;
      order.push(path);
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
  ]);
  expect(order).toEqual(['bad', 'live', 'b']);
  expect(runs.map((run) => (run.status === 'fulfilled' ? run.value.status : 'rejected'))).toEqual([
    'rejected',
    'imported',
    'cancelled',
    'imported',
  ]);
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
  expect(await runUntilStored(makeBusyQueue(2), makeInput('a'), { onBusy })).toMatchObject({ status: 'imported' });
  expect(waits).toEqual([250, 500]);
  expect(await runUntilStored(makeBusyQueue(2), makeInput('a'), { maxRetries: 1 })).toMatchObject({ status: 'failed' });
  expect(await runUntilStored(makeBusyQueue(9), makeInput('a', AbortSignal.timeout(50)), {})).toMatchObject({ status: 'cancelled' });
});

it('says which file comes next, so that it can be decoded meanwhile', async () => {
  const seen: (string | undefined)[] = [];
  const queue = makeImportQueue({
    importFile: ({ path, next }) => {
      seen.push(path, next?.path);
      return Promise.resolve(makeRefusedResult(path, 0, 'imported', null, null));
    },
  });
  const one = queue.run(makeInput('a'));
  await Promise.all([one, queue.run(makeInput('b')), queue.run(makeInput('live'), { urgent: true })]);
  expect(seen).toEqual(['a', 'live', 'live', 'b', 'b', undefined]);
});
