import { expect, it } from 'vitest';
import { makeLimit } from './limit.ts';

it('runs at most two tasks at a time, in order, and goes on after failures', async () => {
  const limit = makeLimit(2);
  const started: number[] = [];
  let running = 0;
  let most = 0;
  const results = await Promise.allSettled(
    [0, 1, 2, 3, 4].map((at) =>
      limit(async () => {
        started.push(at);
        most = Math.max(most, (running += 1));
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        if (at === 1) throw new Error('no');
        return at;
      }),
    ),
  );
  expect(started).toEqual([0, 1, 2, 3, 4]);
  expect(most).toBe(2);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
});

it('never starts what was aborted while it waited', async () => {
  const limit = makeLimit(1);
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const first = limit(() => ended);
  const abort = new AbortController();
  const second = limit(() => Promise.reject(new Error('started')), abort.signal);
  const third = limit(() => Promise.resolve('third'));
  abort.abort(new Error('canceled'));
  await expect(second).rejects.toThrow('canceled');
  await expect(limit(() => Promise.resolve(), abort.signal)).rejects.toThrow('canceled');
  end();
  await first;
  expect(await third).toBe('third');
});
