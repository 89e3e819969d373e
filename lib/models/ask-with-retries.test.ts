import { afterEach, describe, expect, it } from 'vitest';
import type { Receiver } from '../services/deliveries/__fixtures__/receiver.ts';
import {
  anthropicWire,
  buildRequest,
  hang,
  hangUp,
  openaiWire,
  openModelServer,
  readOpenAi,
  redirect,
  refuse,
  write,
  type Reply,
  type Wire,
} from './__fixtures__/model-server.ts';
import { askWithRetries } from './ask-with-retries.ts';
import { makeAskModel } from './ask.ts';

let open: Receiver[] = [];
afterEach(async () => {
  await Promise.all(open.map((server) => server.close()));
  open = [];
});

type Settings = { timeoutMs?: number; random?: () => number; wait?: (ms: number) => Promise<unknown>; signal?: AbortSignal };

/** Waits pass at once on a clock of their own. */
const ask = async (wire: Wire, replies: readonly Reply[], { timeoutMs = 30_000, random = () => 0, wait, signal }: Settings = {}) => {
  const { access, received, ...server } = await openModelServer(wire, replies);
  open.push({ received, ...server });
  const waits: number[] = [];
  let nowMs = 0;
  const now = () => nowMs;
  const pass = async (ms: number) => {
    waits.push(ms);
    nowMs += ms;
  };
  const deps = { ask: makeAskModel({ access, now }), model: access.model, now, random, wait: wait ?? pass };
  const result = askWithRetries(deps, buildRequest(), { timeoutMs, signal });
  await result.catch(() => null);
  return { result, waits, received };
};

describe.each([
  ['Anthropic', anthropicWire('claude-haiku-4-5'), 0.0015],
  ['a server compatible with OpenAI', openaiWire('gpt-5-nano'), 0.00009],
])('a model of %s', (_, wire, cost) => {
  it('is asked up to four times, after longer and longer waits, and all of it is counted', async () => {
    const replies = [refuse(429, 'Slow down'), hangUp, refuse(529, 'Overloaded'), write('{"word":"this"}')];
    const { result, waits, received } = await ask(wire, replies);
    expect(await result).toEqual({
      answer: { text: '{"word":"this"}', usage: expect.objectContaining({ inputTokens: 1_000 }) },
      spend: { model: wire.access.model, calls: 4, input_tokens: 1_000, output_tokens: 100, cost_usd: expect.closeTo(cost, 9) },
    });
    expect(waits).toEqual([1_000, 2_000, 4_000]);
    expect(received).toHaveLength(4);
  });

  it('is given up after four attempts, with what each of them met', async () => {
    const { result, received } = await ask(wire, [refuse(500, 'Internal error'), refuse(429, 'Slow down')]);
    expect(await result).toEqual({
      answer: { text: null, status: 429, retryInMs: 1_000, problem: '4 attempts failed. HTTP 500: Internal error. HTTP 429: Slow down.' },
      spend: { model: wire.access.model, calls: 4, input_tokens: null, output_tokens: null, cost_usd: null },
    });
    expect(received).toHaveLength(4);
  });

  it('is asked when the server allows it, not all at the same time', async () => {
    const replies = [refuse(429, 'Slow down', { 'retry-after': '7' }), refuse(503, 'Busy'), write('{}')];
    const { result, waits } = await ask(wire, replies, { random: () => 0.9 });
    expect((await result).spend.calls).toBe(3);
    expect(waits).toEqual([7_000 * 1.45, 2_000 * 1.45]);
  });

  it.each([
    ['the server allows it too late', '120', 'HTTP 429, wait 120 s: Slow down.', { retryInMs: null, restMs: 120_000 }],
    ['the time is over before', '8', 'HTTP 429: Slow down. Its 10 s leave no time for another attempt.', { retryInMs: 8_000 }],
  ])('is not asked again where %s', async (__, after, problem, rest) => {
    const replies = [refuse(429, 'Slow down', { 'retry-after': after }), write('{}')];
    const { result, waits, received } = await ask(wire, replies, { timeoutMs: 10_000, random: () => 1 });
    expect((await result).answer).toEqual({ text: null, status: 429, problem, ...rest });
    expect([waits, received.length]).toEqual([[], 1]);
  });

  it.each([400, 401, 404])('is not asked again after %d of a kind that stays', async (status) => {
    const { result, waits } = await ask(wire, [refuse(500, 'Internal error'), refuse(status, 'No'), refuse(status, 'No')]);
    expect((await result).answer).toMatchObject({ status, problem: expect.stringMatching(/^[23] attempts failed\. HTTP 500: .* HTTP 4/u) });
    expect(waits).toEqual([1_000]);
  });

  it.each<[string, Reply, RegExp]>([
    ['more than the limit', write(`"${'x'.repeat(1_000_000)}"`), /^The response has more than 1,000,000 bytes and was not read\. Use /u],
    [
      'a redirect',
      redirect('https://example.com/v2?key=secret'),
      /^HTTP 307 redirect to https:\/\/example\.com\/v2\. Redirects .*\. (Set|Check) /u,
    ],
  ])('is not asked again after %s', async (__, reply, problem) => {
    const { result, received } = await ask(wire, [reply, write('{}')]);
    expect((await result).answer).toEqual({ text: null, retryInMs: null, problem: expect.stringMatching(problem) });
    expect(received).toHaveLength(1);
  });

  it('has one deadline for all attempts', async () => {
    const startedMs = performance.now();
    const { result, waits, received } = await ask(wire, [refuse(500, 'Internal error'), hang], { timeoutMs: 1_200 });
    const problem = '2 attempts failed. HTTP 500: Internal error. No answer within 1.2 s.';
    expect((await result).answer).toMatchObject({ text: null, isTimeout: true, problem });
    expect([waits, received.length]).toEqual([[1_000], 2]);
    // A second of it passed on the other clock, so that the second attempt had the rest.
    expect(performance.now() - startedMs).toBeLessThan(1_000);
  });

  it('is abandoned while it waits', async () => {
    const abort = new AbortController();
    const wait = async () => abort.abort(new Error('canceled'));
    const { result, received } = await ask(wire, [refuse(500, 'Internal error')], { wait, signal: abort.signal });
    await expect(result).rejects.toThrow('canceled');
    expect(received).toHaveLength(1);
  });
});

it('asks a server without schemas for JSON at once', async () => {
  const { result, waits, received } = await ask(openaiWire('local'), [refuse(400, 'json_schema is not supported'), write('{}')]);
  expect(await result).toMatchObject({ answer: { text: '{}' }, spend: { calls: 2, input_tokens: 1_000, cost_usd: null } });
  expect(received.map(({ body }) => readOpenAi(body).response_format.type)).toEqual(['json_schema', 'json_object']);
  expect(waits).toEqual([]);
});
