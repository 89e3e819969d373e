import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Summarizer, SummaryTexts, TurnToSummarize } from '../../domain/summary.ts';
import { summariesConfig } from '../../domain/summaries-config.ts';
import { buildConversation } from '../../store/build-conversation.ts';
import type { Store } from '../../store/store.ts';
import { extractiveSummarizer } from '../../summaries/extractive.ts';
import { makeEmptyStore } from '../ingest/__fixtures__/database-archive.ts';
import { askModel } from './ask-model.ts';
import { followModels } from './follow-models.ts';
import { makeSummarizers, type Summarizers } from './summarizers.ts';
import { summarizeArchive } from './summarize-archive.ts';

const nowMs = Date.UTC(2026, 5, 1);
const now = () => nowMs;
const use = { model: 'm', calls: 1, input_tokens: 1, output_tokens: 1, cost_usd: 0.1, left_out: null, failure: null, rated: null };
const onError = (_: unknown, error: unknown) => expect.fail(String(error));

let store: Store;
beforeEach(() => {
  store = makeEmptyStore();
});
afterEach(() => store.close());

/** Sessions of two turns each, whose summaries wait for a model. */
const putWaiting = async (ids: readonly string[], more = {}) => {
  for (const id of ids) {
    await store.append(buildConversation(id, more));
    await store.recomputeAggregates([id]);
  }
  await summarizeArchive(store, extractiveSummarizer, { now, waits: () => true, onError });
};
const write = async (turn: TurnToSummarize, failure: string | null = null): Promise<SummaryTexts> => ({
  ...(await extractiveSummarizer.summarize(turn)),
  method: failure === null ? 'model' : 'fallback',
  model: { ...use, failure },
});
const setUp = (summarize: Summarizer['summarize'], concurrency = 2): Pick<Summarizers, 'model'> => ({
  model: () => ({ name: 'm', summarizer: { summarize }, concurrency }),
});
const methods = async () =>
  (await store.listSummaries({}, { cursor: null, limit: 50 })).items.map(({ method, version }) => [method, version]);

it('asks about the newest first, several at a time, and stores each in place of the sentences', async () => {
  await putWaiting(['s', 't']);
  let [running, most] = [0, 0];
  const summarizers = setUp(async (turn) => {
    most = Math.max(most, (running += 1));
    await new Promise((resolve) => setTimeout(resolve, 1));
    running -= 1;
    return write(turn);
  });
  const within = { sessionId: 's', turnIdx: 1 };
  expect(await askModel({ store, summarizers, now }, { within, onError })).toEqual({ stored: 1, problem: null });
  expect(await askModel({ store, summarizers, now }, { onError })).toEqual({ stored: 3, problem: null });
  expect([most, await methods(), await store.countWaiting({})]).toEqual([2, Array(4).fill(['model', 1]), 0]);
});

it('leaves a model alone that fails repeatedly, and a turn that cannot be summarized', async () => {
  await putWaiting(['s', 't', 'u']);
  const failed = new Set<string>();
  const errors = vi.fn();
  const broken = setUp(async ({ sessionId, ...turn }) => {
    if (sessionId === 'u') throw new Error('no');
    return write({ sessionId, ...turn }, 'HTTP 500.');
  }, 1);
  expect(await askModel({ store, summarizers: broken, now }, { onError: errors, failed })).toEqual({ stored: 3, problem: 'HTTP 500.' });
  expect(await askModel({ store, summarizers: broken, now }, { onError: errors, failed })).toEqual({ stored: 1, problem: null });
  expect([errors.mock.calls.length, failed.size, await store.countWaiting({})]).toEqual([2, 2, 2]);
});

it('leaves turns waiting that the model was not asked about', async () => {
  await putWaiting(['s', 't']);
  const resting = setUp(async (turn) => ({ ...(await write(turn, 'Not asked.')), model: { ...use, calls: 0, failure: 'Not asked.' } }));
  expect(await askModel({ store, summarizers: resting, now }, { onError })).toEqual({ stored: 0, problem: 'Not asked.' });
  expect([await methods(), await store.countWaiting({})]).toEqual([Array(4).fill(['extractive', 1]), 4]);
});

it('keeps what a model wrote of a turn that only stands elsewhere now', async () => {
  await putWaiting(['s']);
  await askModel({ store, summarizers: setUp((turn) => write(turn)), now }, { onError });
  const { records, calls } = buildConversation('s');
  const shift = <Row extends { seq: number }>(row: Row): Row => ({ ...row, seq: row.seq + 1 });
  const [session] = await store.findSessionRows(['s']);
  if (!session) return expect.fail('it is stored');
  await store.applyRederived({
    ...{ sessionId: 's', records: records.map(shift), calls: calls.map(shift), pairs: [] },
    ...{ from: { seq: 0, callIndex: 1 }, session },
  });
  await store.recomputeAggregates(['s']);
  expect(await summarizeArchive(store, extractiveSummarizer, { now, waits: () => true, onError })).toBe(2);
  expect([await methods(), await store.countWaiting({})]).toEqual([Array(2).fill(['model', 1]), 0]);
});

it('stores nothing of a turn that changed meanwhile, and nothing once it is stopped', async () => {
  await putWaiting(['s']);
  const stop = new AbortController();
  const summarizers = setUp(async (turn) => {
    stop.abort();
    return Promise.reject(new Error(`${turn.turnIdx} was stopped`));
  });
  expect(await askModel({ store, summarizers, now }, { signal: stop.signal, onError })).toEqual({ stored: 0, problem: null });
  const gone = setUp(async (turn) => {
    await store.deleteSessions(['s'], 0);
    return write(turn);
  }, 1);
  expect(await askModel({ store, summarizers: gone, now }, { onError })).toEqual({ stored: 0, problem: null });
});

it('asks about no demo session', async () => {
  await putWaiting(['s'], { synthetic: true });
  expect(await store.countWaiting({})).toBe(0);
});

it('has one summarizer for a configuration, and none without a key', () => {
  let config = summariesConfig.parse({ provider: 'openai', model: 'a' });
  const variables = { OPENAI_API_KEY: 'k' };
  const summarizers = makeSummarizers({ loadConfig: () => config, variables, now });
  const first = summarizers.model();
  config = { ...config };
  expect(summarizers.model()).toBe(first);
  config = { ...config, model: 'b' };
  expect(summarizers.model()).toMatchObject({ name: 'b' });
  expect(summarizers.choose('extractive')).toMatchObject({ name: null, summarizer: extractiveSummarizer });
  const keyless = makeSummarizers({ loadConfig: () => config, variables: {}, now });
  expect([keyless.model(), keyless.areAwaited(), keyless.choose().name]).toEqual([null, true, null]);
  expect(() => keyless.choose('model')).toThrow('OPENAI_API_KEY is not set, so b is not asked.');
});

it('follows what waits, one process at a time, until it is switched off', async () => {
  let config = summariesConfig.parse({ provider: 'openai', model: 'a' });
  let isFree = false;
  const summarizers = { ...makeSummarizers({ loadConfig: () => config, variables: {}, now }), ...setUp((turn) => write(turn)) };
  const takeLock = vi.fn(() => (isFree ? () => undefined : null));
  const follower = followModels({ store, summarizers, takeLock, now, onProblem: (problem) => expect.fail(problem), onError });
  await putWaiting(['s']);
  await vi.waitFor(() => expect(takeLock).toHaveBeenCalled(), { timeout: 5_000 });
  expect(await store.countWaiting({})).toBe(2);
  isFree = true;
  await putWaiting(['t']);
  await vi.waitFor(async () => expect(await methods()).toEqual(Array(4).fill(['model', 1])), { timeout: 5_000 });
  config = summariesConfig.parse({});
  await putWaiting(['u']);
  await vi.waitFor(async () => expect(await store.countWaiting({})).toBe(0), { timeout: 5_000 });
  await follower.close();
  expect((await methods()).filter(([method]) => method === 'extractive')).toHaveLength(2);
});
