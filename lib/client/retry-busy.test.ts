import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ClientError } from './client-error.ts';
import { retryBusy } from './retry-busy.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const busy = (retryAfterMs: number | null) => new ClientError(503, 'Busy.', { code: 'store_busy', retryAfterMs });

/** A request that fails in these ways, one after the other, and then succeeds. */
const failWith = (...errors: Error[]) => {
  const askedAt: number[] = [];
  const startedAt = Date.now();
  const ask = async () => {
    askedAt.push(Date.now() - startedAt);
    const error = errors.shift();
    if (error) throw error;
    return 'stored';
  };
  return { ask, askedAt };
};

const settle = async (promise: Promise<unknown>) => {
  const settled = promise.catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  return settled;
};

it('asks again when the server says to, or later and later', async () => {
  const { ask, askedAt } = failWith(busy(2_000), busy(null), busy(null));
  expect(await settle(retryBusy(ask))).toBe('stored');
  expect(askedAt).toEqual([0, 2_000, 4_000, 8_000]);
});

it('gives up after five times', async () => {
  const { ask, askedAt } = failWith(...Array.from({ length: 9 }, () => busy(1)));
  expect(await settle(retryBusy(ask))).toMatchObject({ code: 'store_busy' });
  expect(askedAt).toHaveLength(6);
});

it.each([
  ['what is wrong', new ClientError(400, 'No.', { code: 'invalid_input' })],
  ['a lost connection', new ClientError(null, 'Gone.', { code: 'network' })],
  ['an action that was made in part', new ClientError(503, 'Half.', { code: 'store_busy', changeId: 'c' })],
])('does not repeat %s', async (_, error) => {
  const { ask, askedAt } = failWith(error);
  expect(await settle(retryBusy(ask))).toBe(error);
  expect(askedAt).toHaveLength(1);
});

it('ends with what it waits for', async () => {
  const { ask, askedAt } = failWith(busy(5_000));
  const canceled = new AbortController();
  const asking = retryBusy(ask, canceled.signal);
  canceled.abort();
  expect(await settle(asking)).toMatchObject({ code: 'store_busy' });
  expect(askedAt).toHaveLength(1);
});
