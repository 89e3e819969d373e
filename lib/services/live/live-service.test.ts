import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../db/open-store.ts';
import { AppError } from '../../domain/errors.ts';
import { liveCalls, type LiveAnswer } from '../../domain/live-call.ts';
import { defaultOutputPath } from '../../domain/observer-config.ts';
import type { Store } from '../../store/store.ts';
import { makeDefaultObservers } from '../observe/default-observers.ts';
import { makeSessionService } from '../sessions.ts';
import { makeLiveService, type LiveService } from './live-service.ts';

let cwd: string;
let store: Store;
let live: LiveService;
let warned: string[];
let clockMs: number;
beforeEach(async () => {
  cwd = await realpath(await mkdtemp(path.join(tmpdir(), 'observatory-agent-')));
  store = openStore(':memory:', { migrationsFolder: path.resolve('db/migrations') });
  warned = [];
  clockMs = Date.UTC(2026, 0, 1);
  const set = makeDefaultObservers();
  live = makeLiveService({
    store,
    loadFeedback: () => ({ set, writeFile: true, redacts: false }),
    now: () => (clockMs += 1_000),
    warn: (event, fields) => warned.push(`${event} ${JSON.stringify(fields)}`),
  });
});
afterEach(async () => {
  await live.close();
  await store.close();
  await rm(cwd, { recursive: true });
});

/** Turns and counts lag behind where recomputing them takes long, as on a busy machine. */
const recomputeAggregates = () => live.close();
const record = (id: string, body: object): Promise<LiveAnswer> => live.record(id, liveCalls.parse(body));
const bash = (command: string, more: object = {}) => ({ name: 'Bash', input: { command }, result: 'ok', ...more });
const listCalls = async (sessionId: string) =>
  (await store.listToolCalls(sessionId, 1, 1_000, 1_000)).map(({ callIndex, summary, outcome, resultText }) => [
    callIndex,
    summary,
    outcome,
    resultText,
  ]);

describe('what a running agent tells', () => {
  it('is accepted where it is stored and the database is too busy to observe it, so that it is not sent again', async () => {
    const { reduceCalls } = store;
    store.reduceCalls = () => Promise.reject(new AppError('store_busy', 'The database is busy.'));
    const answer = await record('my-agent:run-1', { calls: [bash('a')] });
    expect(answer).toMatchObject({ callIndexes: [1], added: 1, observed: false, assessments: [], section: '' });
    expect(warned).toEqual([expect.stringContaining('not_observed')]);
    store.reduceCalls = reduceCalls;
    expect(await record('my-agent:run-1', { calls: [bash('b')] })).toMatchObject({ callIndexes: [2], observed: true });
  });

  it('makes its session and is numbered in its order', async () => {
    const first = await record('my-agent:run-1', {
      session: { cwd, title: 'A run', model: 'my-router/m-1' },
      prompt: 'Do it',
      calls: [bash('a'), bash('b')],
    });
    expect(first).toMatchObject({ callIndexes: [1, 2], added: 2, assessments: [], markdown: null, section: '' });
    expect(await store.findSession(first.sessionId)).toMatchObject({
      family: 'my-agent',
      nativeId: 'run-1',
      format: 'live',
      cwd,
      title: 'A run',
      models: ['m-1'],
      turns: 1,
      toolCalls: 2,
      records: 5,
    });
    const listed = await makeSessionService({ store, now: Date.now }).list({
      filter: { model: 'my-router/m-1' },
      sort: 'started',
      descending: true,
      cursor: null,
      limit: 10,
    });
    expect(listed.items.map(({ id }) => id)).toEqual([first.sessionId]);
    const next = await record(first.sessionId, { calls: [bash('c')] });
    expect(next).toMatchObject({ sessionId: first.sessionId, callIndexes: [3], added: 1 });
    const [call] = await store.listToolCalls(first.sessionId, 3, 1, 100);
    expect(await store.readRaw(first.sessionId, call?.id ?? '')).toMatchObject({
      raw: expect.stringContaining('"command":"c"') as string,
      line: 4,
    });
  });

  it('makes no session of nothing, but of a prompt', async () => {
    await expect(record('x:none', { calls: [] })).rejects.toMatchObject({ code: 'not_found' });
    await expect(record('x:none', { session: { title: 'Nothing yet', cwd }, calls: [] })).rejects.toThrow('Send a prompt, a call or an answer');
    expect(await store.findSession('x:none')).toBeNull();
    const { sessionId } = await record('x:none', { prompt: 'Begin', calls: [] });
    expect(await store.findSession('x:none')).toMatchObject({ id: sessionId, records: 1, toolCalls: 0 });
    expect(await record('x:none', { calls: [] })).toMatchObject({ sessionId, callIndexes: [], added: 0 });
  });

  it('changes nothing when it is told again, and is completed by what comes later', async () => {
    const body = { prompt: 'Go', calls: [{ id: 'one', name: 'Bash', input: { command: 'a' }, outcome: 'running' }] };
    const { sessionId } = await record('x:1', body);
    expect(await record('x:1', body)).toMatchObject({ callIndexes: [1], added: 0 });
    const done = { calls: [{ ...body.calls[0], outcome: 'error', result: 'no', exitCode: 2 }] };
    expect(await record('x:1', done)).toMatchObject({ callIndexes: [1], added: 0 });
    expect(await record('x:1', { calls: [{ ...body.calls[0], outcome: 'ok', result: 'yes' }] })).toMatchObject({ added: 0 });
    expect(await listCalls(sessionId)).toEqual([[1, 'a', 'error', 'no']]);
    expect(await store.countRecords(sessionId)).toBe(3);
  });

  it('meets the nearest call without a result by tool and arguments, where it has no name', async () => {
    const begun = { name: 'Bash', input: { command: 'a' }, outcome: 'running' };
    const { sessionId } = await record('x:1', { calls: [begun, begun, { ...begun, input: { command: 'b' } }] });
    expect((await record('x:1', { calls: [bash('a', { result: 'second' })] })).callIndexes).toEqual([2]);
    expect((await record('x:1', { calls: [bash('a', { result: 'first' }), bash('a', { result: 'new' })] })).callIndexes).toEqual([1, 4]);
    expect(await listCalls(sessionId)).toEqual([
      [1, 'a', 'ok', 'first'],
      [2, 'a', 'ok', 'second'],
      [3, 'b', 'unknown', null],
      [4, 'a', 'ok', 'new'],
    ]);
  });

  it('takes its place by time when it comes late', async () => {
    const at = (second: number) => ({
      startedAt: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(),
      endedAt: new Date(Date.UTC(2026, 0, 1, 0, 0, second + 2)).toISOString(),
    });
    const { sessionId } = await record('x:1', { calls: [bash('a', at(0)), bash('c', at(20))] });
    expect(await record('x:1', { calls: [bash('b', at(10))] })).toMatchObject({ callIndexes: [2], added: 1 });
    expect((await listCalls(sessionId)).map(([, summary]) => summary)).toEqual(['a', 'b', 'c']);
    const many = Array.from({ length: 300 }, (_, n) => bash(`n${String(n)}`, at(100 + n * 10)));
    for (const one of many) await record('x:1', { calls: [one] });
    expect((await record('x:1', { calls: [bash('late', at(100 + 295 * 10 + 5)), bash('very late', at(1))] })).callIndexes).toEqual([
      301, 2,
    ]);
    const order = await store.listRecords(sessionId, 0, 1_000, 10);
    expect(order.map(({ seq }) => seq)).toEqual(order.map((_, index) => index));
    const times = order.map(({ atMs }) => atMs ?? 0);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('names its session one way or another, or is refused', async () => {
    await expect(record('run-9', { calls: [] })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('claude-code:run-9') as string,
    });
    await expect(record('a:b', { session: { family: 'c', nativeId: 'd' }, calls: [] })).rejects.toMatchObject({ code: 'invalid_input' });
    const { sessionId } = await record('run-9', { session: { family: 'codex' }, calls: [bash('a')] });
    expect(await record('codex:run-9', { calls: [bash('b')] })).toMatchObject({ sessionId, callIndexes: [2] });
    const child = await record('codex:child', { session: { parentNativeId: 'run-9' }, calls: [bash('a')] });
    expect(await store.findSession(child.sessionId)).toMatchObject({ parentId: sessionId, relation: 'subagent' });
  });

  it('keeps a prompt once, unless it is given again after calls', async () => {
    const { sessionId } = await record('x:1', { prompt: 'continue', calls: [] });
    await record('x:1', { prompt: 'continue', calls: [bash('a', { id: 'a' })] });
    await record('x:1', { prompt: 'continue', calls: [bash('a', { id: 'a' })] });
    await recomputeAggregates();
    expect((await store.listTurns(sessionId)).length).toBe(1);
    await record('x:1', { prompt: 'continue', calls: [bash('b', { id: 'b' })] });
    await recomputeAggregates();
    expect((await store.listTurns(sessionId)).length).toBe(2);
  });

  it('keeps its turns when everything is reported again, and adds what is new', async () => {
    const turns = [
      { prompt: 'First', calls: [bash('a', { id: 'a' })] },
      { prompt: 'Second', calls: [bash('b', { id: 'b' }), bash('c', { id: 'c' })] },
      { prompt: 'Third', calls: [bash('d', { id: 'd' })] },
    ];
    for (const turn of turns) await record('x:1', turn);
    for (const turn of turns) await record('x:1', turn);
    const { sessionId } = await record('x:1', { prompt: 'Third', calls: [bash('d', { id: 'd' }), bash('e', { id: 'e' })] });
    await recomputeAggregates();
    expect(await store.findSession(sessionId)).toMatchObject({ turns: 3, toolCalls: 5 });
  });

  it('keeps an answer and the end of a turn once, also where all is reported again', async () => {
    const turns = [
      { prompt: 'First', calls: [bash('a', { id: 'a' })], answer: 'One failed.', ended: 'answered' },
      { prompt: 'Second', calls: [bash('b', { id: 'b' })], answer: 'It works.' },
      { prompt: 'Second', calls: [bash('b', { id: 'b' })], answer: 'It works.', ended: 'answered' },
      { prompt: 'continue', calls: [], answer: 'Done.' },
      { prompt: 'continue', calls: [], answer: 'Done.' },
      { calls: [], ended: 'interrupted' },
    ];
    for (const turn of turns) await record('x:1', turn);
    for (const turn of turns.slice(0, 2)) await record('x:1', turn);
    const { sessionId } = await record('x:1', { prompt: 'continue', calls: [] });
    await recomputeAggregates();
    const records = await store.listRecords(sessionId, 0, 100, 1_000);
    expect(records.map(({ kind, subtype, text }) => (kind === 'response' ? text : (subtype ?? kind)))).toEqual([
      ...['prompt', 'tool_call', 'tool_result', 'One failed.', 'turn_complete'],
      ...['prompt', 'tool_call', 'tool_result', 'It works.', 'turn_complete'],
      ...['prompt', 'Done.', 'interrupted', 'prompt'],
    ]);
    expect((await store.listTurns(sessionId)).map(({ ended }) => ended)).toEqual(['answered', 'answered', 'interrupted', 'open']);
  });

  it('makes a session of an answer, and none of the end of a turn alone', async () => {
    await expect(record('x:none', { calls: [], ended: 'answered' })).rejects.toThrow('Send a prompt, a call or an answer');
    const { sessionId } = await record('x:none', { calls: [], answer: 'Hello.', ended: 'answered' });
    await recomputeAggregates();
    expect(await store.listTurns(sessionId)).toMatchObject([{ ended: 'answered' }]);
  });

  it('keeps a prompt that begins as the one before it, and a long one once', async () => {
    const { sessionId } = await record('x:1', { prompt: 'go', calls: [] });
    const long = `${'é'.repeat(40_000)} first`;
    for (const prompt of ['go on with the tests', ' go on with the tests\n', long, long, `${long} and second`]) {
      await record('x:1', { prompt, calls: [] });
    }
    const prompts = (await store.listRecords(sessionId, 0, 10, 200_000)).map(({ textBytes }) => textBytes);
    expect(prompts).toEqual([2, 20, 80_006, 80_017]);
  });

  it('loses and doubles nothing with 100 agents at once, and keeps their order', { timeout: 60_000 }, async () => {
    const agents = Array.from({ length: 100 }, (_, agent) => `many:${String(agent)}`);
    const report = async (id: string) => {
      for (let n = 0; n < 20; n += 5) {
        const calls = [0, 1, 2, 3, 4].map((more) => bash(String(n + more), { id: `c${String(n + more)}` }));
        await Promise.all([record(id, { calls }), record(id, { calls: calls.slice(0, 2) })]);
      }
    };
    await Promise.all(agents.map(report));
    await recomputeAggregates();
    for (const id of agents) {
      const session = await store.findSession(id);
      expect(session?.toolCalls).toBe(20);
      expect((await listCalls(session?.id ?? '')).map(([, summary]) => summary)).toEqual(Array.from({ length: 20 }, (_, n) => String(n)));
    }
  });
});

describe('what the observers report to it', () => {
  const repeat = (id: string) => record('loop:1', { session: { cwd }, calls: [bash('make', { id, result: 'same' })] });

  it('comes with the call that repeats, is written down, and is not said at each call again', async () => {
    const answers: LiveAnswer[] = [];
    for (let n = 1; n <= 12; n += 1) answers.push(await repeat(`c${String(n)}`));
    const reported = answers.flatMap(({ section }, index) => (section === '' ? [] : [index + 1]));
    expect(reported[0]).toBeLessThanOrEqual(4);
    expect(reported[0]).toBeGreaterThanOrEqual(3);
    expect(reported.length).toBeLessThanOrEqual(3);
    const first = answers[(reported[0] ?? 0) - 1];
    expect(first?.assessments).toMatchObject([{ observer: 'stall', telling: 'new' }]);
    expect(first?.changes).toMatchObject([{ change: 'new', before: null, after: { category: 'Repetitive Pattern' } }]);
    const written = await readFile(path.join(cwd, defaultOutputPath), 'utf8');
    expect(
      answers
        .map(({ markdown }) => markdown)
        .filter((one) => one !== null)
        .at(-1),
    ).toBe(written);
    const all = await store.listAssessments(answers[0]?.sessionId ?? '', { superseded: false });
    expect(all.filter(({ sentAtMs }) => sentAtMs !== null).map(({ callIndex }) => callIndex)).toEqual(reported);
  });

  it('stays silent about a clean run, and writes nothing', async () => {
    for (let n = 1; n <= 30; n += 1) {
      const answer = await record('clean:1', { session: { cwd }, calls: [bash(`step ${String(n)}`, { result: `done ${String(n)} x` })] });
      expect(answer).toMatchObject({ section: '', assessments: [] });
    }
    await expect(readFile(path.join(cwd, defaultOutputPath))).rejects.toThrow('ENOENT');
    expect(warned).toEqual([]);
  });

  it('is told by whoever asks next, where another process assessed it', async () => {
    const { sessionId } = await repeat('c1');
    await repeat('c2');
    const other = makeLiveService({
      store,
      loadFeedback: () => ({ set: makeDefaultObservers(), writeFile: false, redacts: false }),
      now: () => (clockMs += 1_000),
      warn: () => undefined,
    });
    const [before] = await Promise.all([other.record(sessionId, liveCalls.parse({ calls: [bash('make', { id: 'c3', result: 'same' })] }))]);
    expect(before.section).not.toBe('');
    expect((await repeat('c3')).section).toBe('');
    await other.close();
  });

  it('is answered where its file cannot be written', async () => {
    for (const n of [1, 2, 3, 4]) {
      await record('loop:2', { session: { cwd: path.join(cwd, 'gone') }, calls: [bash('make', { id: String(n), result: 'same' })] });
    }
    expect(warned[0]).toContain('assessment_not_written');
  });
});
