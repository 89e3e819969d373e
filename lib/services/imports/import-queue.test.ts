import { expect, it } from 'vitest';
import type { ImportInput } from '../ingest/import-input.ts';
import { makeRefusedResult } from '../ingest/file-result.ts';
import { makeImportQueue } from './import-queue.ts';

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
