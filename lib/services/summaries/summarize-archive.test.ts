import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { liveCalls } from '../../domain/live-call.ts';
import type { Summarizer } from '../../domain/summary.ts';
import { buildConversation } from '../../store/build-conversation.ts';
import { makeBatch, makeRecordRow, makeSource } from '../../store/make-batch.ts';
import type { RecordRow } from '../../store/rows.ts';
import type { Store } from '../../store/store.ts';
import { makeEmptyStore } from '../ingest/__fixtures__/database-archive.ts';
import { extractiveSummarizer } from '../../summaries/extractive.ts';
import { defaultSummariesConfig } from '../../domain/summaries-config.ts';
import { makeLiveService } from '../live/live-service.ts';
import { makeDefaultObservers } from '../observe/default-observers.ts';
import { followSummaries } from './follow-summaries.ts';
import { summarizeArchive } from './summarize-archive.ts';
import { makeSummarizers } from './summarizers.ts';
import { makeSummaryService } from './summary-service.ts';

const nowMs = Date.UTC(2026, 5, 1);
const key = ['sk', 'ant', 'api03', 'Zk3vQ9tLr2Wm8XyBn5Pd7HsJ'].join('-');
const unreported = {
  ...{ prompt: null, iterations: null, toolErrors: null, durationMs: null, tokens: null, costUsd: null, reward: null, model: null },
  retrievalUsed: null,
};
let store: Store;
beforeEach(() => {
  store = makeEmptyStore();
});
afterEach(() => store.close());

const put = async (id: string, ...records: RecordRow[]) => {
  await store.append(buildConversation(id, { folderName: id }));
  if (records.length > 0)
    await store.append(
      makeBatch({ source: makeSource({ id: `source-${id}`, sessionIds: [id] }), sessions: buildConversation(id).sessions, records }),
    );
  await store.recomputeAggregates([id]);
};
const run = (options: Partial<Parameters<typeof summarizeArchive>[2]> = {}, summarizer = extractiveSummarizer) =>
  summarizeArchive(store, summarizer, { now: () => nowMs, onError: (_, error) => expect.fail(String(error)), ...options });
const summarizers = makeSummarizers({ loadConfig: () => defaultSummariesConfig, variables: {}, now: () => nowMs });
const service = (now = () => nowMs) => makeSummaryService({ store, now, summarizers });
const list = async (session?: string) => (await service().list({ session }, { cursor: null, limit: 50 })).items;

it('summarizes each turn once, and again only what changed', async () => {
  await put('s');
  await put('t');
  expect((await service().list({}, { cursor: null, limit: 1 })).behind).toBe(2);
  expect([await run(), await run()]).toEqual([4, 0]);
  expect(await service().list({}, { cursor: null, limit: 1 })).toMatchObject({ behind: 0, total: 4 });
  const [first, second] = await list('s');
  expect(first).toMatchObject({
    message_id: 's-0',
    turn_idx: 0,
    user_query: '\nFirst question\nand more',
    agent_response: '',
    tools_used: ['Bash'],
    trajectory_count: 2,
    confidence_level: 'Low',
    version: 1,
    session: { project: 's' },
  });
  expect(second).toMatchObject({ message_id: 's-6', agent_response: 'text 8', execution_time: 2, timestamp: Date.UTC(2026, 0, 1) + 8_000 });
  await put('s', makeRecordRow({ sessionId: 's', seq: 9, turnIdx: 1, id: 's-9', text: 'I found the cause of it in the parser.' }));
  expect(await run()).toBe(1);
  expect((await list('s')).map(({ version }) => version)).toEqual([1, 2]);
});

it('lists the first tools of a turn that uses very many, and counts the others', async () => {
  await put('s');
  const names = Array.from({ length: 60 }, (_, at) => `tool-${at}`);
  const many = { ...store, listToolNames: () => Promise.resolve([...names, 'finish']) };
  await summarizeArchive(many, extractiveSummarizer, { now: () => nowMs, onError: (_, error) => expect.fail(String(error)) });
  const [first] = await list('s');
  expect([first?.tools_used, first?.tools_left_out]).toEqual([names.slice(0, 50), 10]);
});

it('leaves a turn that goes on, until it ends or the session is silent', async () => {
  await put('s');
  const atMs = Date.UTC(2026, 0, 1) + 60_000;
  expect(await run({ now: () => atMs })).toBe(1);
  expect(await run({ now: () => atMs })).toBe(0);
  await expect(service(() => atMs).regenerate({ session: 's', message: '1' })).rejects.toThrow('still running');
  expect(await run()).toBe(1);
});

it('summarizes a turn of a running session at once where its answer says that it is the end', async () => {
  const answer = makeRecordRow({ sessionId: 's', seq: 9, turnIdx: 1, id: 's-9', text: 'It works now.', subtype: 'end_turn' });
  await put('s', answer);
  expect(await run({ now: () => (answer.atMs ?? 0) + 1_000 })).toBe(2);
});

it('takes a turn whose agent reports it as completed for no abrupt end, also where the report follows the summary', async () => {
  await put('s');
  await run();
  const namesOf = async () => (await list('s'))[0]?.signals.map(({ signal }) => signal);
  expect(await namesOf()).toContain('abrupt_end');
  await store.putTurnOutcome({ ...unreported, sessionId: 's', turnIdx: 0, completed: true, atMs: nowMs });
  expect(await run()).toBe(1);
  expect(await namesOf()).toEqual(['errors', 'retries', 'answer_unknown']);
  await store.putTurnOutcome({ ...unreported, sessionId: 's', turnIdx: 0, completed: false, atMs: nowMs });
  expect([await run(), await namesOf()]).toEqual([1, ['errors', 'retries', 'abrupt_end']]);
});

it('knows no end of a turn of which only calls were reported', async () => {
  const live = makeLiveService({
    ...{ store, now: () => nowMs - 600_000, warn: () => undefined },
    loadFeedback: () => ({ set: makeDefaultObservers(), writeFile: false, redacts: false }),
  });
  const calls = [{ name: 'Edit', input: { file_path: '/p/a.ts', old_string: 'a', new_string: 'b' }, result: 'ok' }];
  const report = (id: string, more: object) => live.record(id, liveCalls.parse({ prompt: 'Mend it', calls, ...more }));
  for (const [id, more] of [
    ['x:open', {}],
    ['x:cut', { ended: 'interrupted' }],
    ['x:done', { answer: 'I fixed it.' }],
  ] as const)
    await report(id, more);
  await live.close();
  await run();
  const found = (await list()).map(({ confidence_level: level, signals }) => [level, signals.map(({ signal }) => signal).at(-1)]);
  expect(found).toEqual(
    expect.arrayContaining([
      ['Medium', 'answer_unknown'],
      ['Low', 'abrupt_end'],
      ['Medium', 'not_verified'],
    ]),
  );
});

it('leaves out a prompt that nothing answers', async () => {
  await put('s', makeRecordRow({ sessionId: 's', seq: 9, turnIdx: 2, id: 's-9', kind: 'prompt', text: 'Third question' }));
  expect(await run()).toBe(2);
  await expect(service().regenerate({ session: 's', message: '2' })).rejects.toThrow('Turn 2 has no answer in this session');
  await expect(service().regenerate({ session: 's', message: 's-9' })).rejects.toMatchObject({ code: 'conflict' });
  await put('s', makeRecordRow({ sessionId: 's', seq: 10, turnIdx: 2, id: 's-10', text: 'The answer to it.' }));
  expect(await run()).toBe(1);
});

const refuting = (seq: number, turnIdx: number) =>
  makeRecordRow({ sessionId: 's', seq, turnIdx, id: `s-${seq}`, kind: 'prompt', text: 'It is still broken.' });
const takingBack = (seq: number, turnIdx: number) =>
  makeRecordRow({ sessionId: 's', seq, turnIdx, id: `s-${seq}`, kind: 'meta', text: '', aboutTurn: { takesBack: 1 } });

it('reads the next prompt that stands: one that was taken back refutes nothing', async () => {
  await put('s', refuting(9, 2));
  await run();
  const names = async () => (await list('s'))[1]?.signals.map(({ signal }) => signal);
  expect(await names()).toContain('refuted');
  await put('s', takingBack(10, 2));
  await run();
  expect(await names()).not.toContain('refuted');
  await put('s', refuting(11, 3));
  await run();
  expect((await list('s'))[1]?.signals).toContainEqual({ signal: 'refuted', count: 1, record_id: 's-11' });
});

it.each(['model', 'fallback'] as const)('keeps the texts of a %s, and updates what the next prompt says of them', async (method) => {
  const use = { model: 'm', calls: 1, input_tokens: 1, output_tokens: 1, cost_usd: null, left_out: null, failure: null };
  const confidence = method === 'model' ? ('High' as const) : null;
  const asked: Summarizer = {
    summarize: async (turn) => {
      const chosen = await extractiveSummarizer.summarize(turn);
      const written = confidence && { summary: 'By a model.', confidence_level: confidence };
      return { ...chosen, ...written, method, model: { ...use, rated: confidence } };
    },
  };
  await put('s');
  await run({}, asked);
  const read = async () => {
    const one = (await list('s'))[1];
    return { ...one, isRefuted: one?.signals.some(({ signal }) => signal === 'refuted') };
  };
  const before = await read();
  expect(before).toMatchObject({ method, isRefuted: false, version: 1 });
  await put('s', refuting(9, 2));
  await run();
  expect(await read()).toMatchObject({ method, summary: before.summary, confidence_level: 'Low', isRefuted: true });
  await put('s', takingBack(10, 2));
  await run();
  expect(await read()).toMatchObject({
    method,
    confidence_level: before.confidence_level,
    isRefuted: false,
    model: { rated: confidence },
  });
});

it('goes on where it was stopped', async () => {
  for (const id of ['a', 'b', 'c']) await put(id);
  const stop = new AbortController();
  const first = await run({ signal: stop.signal, onProgress: () => stop.abort() });
  expect(first).toBeLessThan(6);
  expect(first + (await run())).toBe(6);
});

it('passes over a session that fails, and tries it again when it changes', async () => {
  await put('bad');
  await put('good');
  const broken: Summarizer = {
    summarize: async (turn) => {
      if (turn.sessionId === 'bad') throw new Error('no');
      return extractiveSummarizer.summarize(turn);
    },
  };
  const failed = new Map<string, string>();
  const onError = vi.fn();
  expect(await run({ failed, onError }, broken)).toBe(2);
  await run({ failed, onError }, broken);
  expect(onError.mock.calls.map(([id]: string[]) => id)).toEqual(['bad']);
  await put('bad', makeRecordRow({ sessionId: 'bad', seq: 9, turnIdx: 1, id: 'bad-9' }));
  expect(await run({ failed, onError })).toBe(2);
});

it('makes a turn or a session anew, with the version before beside it where it says something else', async () => {
  await put('s');
  await run();
  let texts = 'Once more.';
  const rewrite: Summarizer = { summarize: async (turn) => ({ ...(await extractiveSummarizer.summarize(turn)), summary: texts }) };
  const choose = () => ({ name: null, summarizer: rewrite, concurrency: 1 });
  const { regenerate, versions } = makeSummaryService({ store, now: () => nowMs, summarizers: { ...summarizers, choose } });
  for (const message of ['1', '1', 's-6'])
    expect(await regenerate({ session: 's', message })).toMatchObject({ summaries: 1, items: [{ turn_idx: 1, version: 2 }] });
  texts = 'And again.';
  expect(await regenerate({ session: 's' })).toMatchObject({ summaries: 2, items: [{ version: 2 }, { version: 3 }] });
  expect((await versions({ session: 's', message: '1' })).map(({ version, summary }) => [version, summary])).toEqual([
    [3, 'And again.'],
    [2, 'Once more.'],
  ]);
  expect(await run()).toBe(0);
  await expect(service().regenerate({ session: 's', message: '7' })).rejects.toMatchObject({ code: 'not_found' });
  await expect(service().regenerate({ session: 'none' })).rejects.toMatchObject({ code: 'not_found' });
  await expect(service().regenerate({ session: 's', method: 'model' })).rejects.toMatchObject({ code: 'invalid_input' });
});

it('sends no demo session to a model, also when it is asked to', async () => {
  const withKey = makeSummarizers({
    loadConfig: () => ({ ...defaultSummariesConfig, provider: 'openai', model: 'm' }),
    variables: { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' },
    now: () => nowMs,
  });
  const demo = makeSummaryService({ store, now: () => nowMs, summarizers: withKey });
  await store.append(buildConversation('s', { synthetic: true }));
  await store.recomputeAggregates(['s']);
  expect(await demo.planRegenerate({ session: 's' })).toEqual({ turns: 2, model: null });
  expect(await demo.regenerate({ session: 's' })).toMatchObject({ items: [{ method: 'extractive' }, { method: 'extractive' }] });
  await expect(demo.regenerate({ session: 's', method: 'model' })).rejects.toMatchObject({ code: 'invalid_input' });
});

it('counts by project', async () => {
  await put('s');
  await put('t');
  await run();
  const seed = { unique_tools_used: ['Bash'], total_reasoning_steps: 3, average_reasoning_steps: 1.5, total_summaries: 2 };
  expect(await service().analytics({ project: 's' })).toMatchObject(seed);
  expect((await service().groups({}, 'project')).map(({ group }) => group)).toEqual(['s', 't']);
  expect(await service().analytics({ project: 'none' })).toEqual({ total_summaries: 0 });
});

it('stores no secret', async () => {
  const text = `The server answered late. It wants ${key} in a header, because nobody set it up.`;
  await put('s', makeRecordRow({ sessionId: 's', seq: 9, turnIdx: 1, id: 's-9', text }));
  await run();
  const stored = JSON.stringify(await list('s'));
  expect(stored).not.toContain(key.slice(13, 23));
  expect(stored).toContain('[redacted: ');
});

it('follows what is written', async () => {
  const follower = followSummaries({ store, summarizers, now: () => nowMs, onError: (_, error) => expect.fail(String(error)) });
  await put('s');
  await vi.waitFor(async () => expect((await list('s')).length).toBe(2), { timeout: 5_000 });
  await follower.close();
});
