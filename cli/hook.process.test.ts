import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, readFile, realpath, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { openStore } from '../db/open-store.ts';
import { defaultOutputPath } from '../lib/domain/observer-config.ts';
import { computeArm } from '../lib/experiments/assign.ts';
import { makeObservationService, type ObservationService } from '../lib/services/observations/observation-service.ts';
import { sessionIdOf } from '../lib/session/ids.ts';
import { buildExperiment } from '../lib/store/build-experiment.ts';
import { changeExperiment } from '../lib/store/change-experiment.ts';
import { printShellWord } from '../lib/print/shell-word.ts';

const script = path.resolve('dist/hook.mjs');
const command = path.resolve('dist/observatory.mjs');
const session = '11111111-1111-4111-8111-111111111111';

let folder: string;
let cwd: string;
let databaseFile: string;
let transcript: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'observatory-hook-')));
  cwd = path.join(folder, 'project');
  await mkdir(cwd);
  databaseFile = path.join(folder, 'data', 'observatory.db');
  transcript = path.join(folder, `${session}.jsonl`);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

type Run = { code: number | null; stdout: string; stderr: string; tookMs: number };
type Options = { args?: string[]; env?: Record<string, string>; open?: boolean; in?: string };

/** Time limit of runs that a test does not measure: a busy machine takes longer than the usual 800 ms. */
const patient = '4000';
/** The usual time. The start and end of a process on a busy machine lie outside it, and nothing else does. */
const defaults = { OBSERVATORY_HOOK_MS: '' };
const maxMs = 3_500;
/** The time after which Claude Code ends a hook. */
const agentMs = 5_000;
const run = (input: string | Buffer, { args = [script], env = {}, open = false, in: from = folder }: Options = {}): Promise<Run> =>
  new Promise((resolve) => {
    const began = performance.now();
    const child = spawn(process.execPath, args, {
      cwd: from,
      env: { NODE_ENV: 'test', PATH: process.env.PATH, HOME: folder, OBSERVATORY_DB: databaseFile, OBSERVATORY_HOOK_MS: patient, ...env },
    });
    const out = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk: Buffer) => (out.stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (out.stderr += chunk.toString()));
    child.stdin.on('error', () => undefined);
    child.stdin.write(input);
    if (!open) child.stdin.end();
    child.on('close', (code) => resolve({ code, ...out, tookMs: performance.now() - began }));
  });

const readLog = async (): Promise<string> => readFile(path.join(path.dirname(databaseFile), 'hook.log'), 'utf8').catch(() => '');

/** The agent is not held up and sees nothing. */
const expectSilent = ({ code, stdout, stderr }: Run) => expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '' });
const expectInTime = (done: Run) => {
  expectSilent(done);
  expect(done.tookMs).toBeLessThan(maxMs);
};

type Call = { id: string; name: string; input: object; result: string; failed?: boolean };
const bash = (id: string, line = 'npm test', result = 'FAIL src/a.test.ts\nexpected 1 to be 2'): Call => ({
  id,
  name: 'Bash',
  input: { command: line },
  result,
});

const common = () => ({ session_id: session, transcript_path: transcript, cwd, permission_mode: 'default' });
const toPayload = ({ id, name, input, result, failed }: Call, more: object = {}): string =>
  JSON.stringify({
    ...common(),
    hook_event_name: failed === true ? 'PostToolUseFailure' : 'PostToolUse',
    tool_name: name,
    tool_input: input,
    tool_use_id: id,
    ...(failed === true
      ? { error: result, is_interrupt: false }
      : { tool_response: { stdout: result, stderr: '', interrupted: false, isImage: false } }),
    ...more,
  });
const toEvent = (event: string, more: object = {}): string => JSON.stringify({ ...common(), hook_event_name: event, ...more });

let lines = 0;
const toLine = (type: 'user' | 'assistant', content: unknown, more: object = {}): string => {
  const number = ++lines;
  return `${JSON.stringify({
    type,
    uuid: `u${number}`,
    parentUuid: null,
    isSidechain: false,
    sessionId: session,
    timestamp: new Date(Date.now() + number).toISOString(),
    cwd,
    version: '2.1.0',
    message: type === 'user' ? { role: 'user', content } : { role: 'assistant', id: `m${number}`, model: 'claude-opus-4-5', content },
    ...more,
  })}\n`;
};
const toUse = ({ id, name, input }: Call, more?: object) => toLine('assistant', [{ type: 'tool_use', id, name, input }], more);
const toGiven = ({ id, result, failed }: Call, more?: object) =>
  toLine('user', [{ type: 'tool_result', tool_use_id: id, content: result, is_error: failed === true }], more);

const openTestStore = () => openStore(databaseFile, { migrationsFolder: path.resolve('db/migrations') });
const withStore = async <T>(use: (store: ReturnType<typeof openTestStore>) => Promise<T>): Promise<T> => {
  const store = openTestStore();
  try {
    return await use(store);
  } finally {
    await store.close();
  }
};
const listCalls = (native: string) =>
  withStore(async (store) => {
    const found = await store.findSession(`claude-code:${native}`);
    return found
      ? (await store.listToolCalls(found.id, 1, 100, 1_000)).map(({ nativeCallId, outcome, resultText }) => [
          nativeCallId,
          outcome,
          resultText,
        ])
      : null;
  });

const withObservations = <T>(use: (service: ObservationService) => Promise<T>): Promise<T> =>
  withStore((store) => use(makeObservationService({ store, now: Date.now, makeId: randomUUID, person: 'mira', redacts: () => false })));

const toContext = (stdout: string): string => {
  const { hookSpecificOutput } = JSON.parse(stdout) as { hookSpecificOutput: { hookEventName: string; additionalContext: string } };
  return hookSpecificOutput.additionalContext;
};

describe.skipIf(!existsSync(script))('the hook of Claude Code', () => {
  it('tells an agent that repeats itself, at its third or fourth time, and not at each call after', async () => {
    await writeFile(transcript, toLine('user', 'Make the tests pass'));
    const reported: number[] = [];
    for (let n = 1; n <= 8; n += 1) {
      const call = bash(`toolu_${String(n)}`);
      await appendFile(transcript, toUse(call));
      const { code, stdout, stderr } = await run(toPayload(call));
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      if (stdout !== '') {
        reported.push(n);
        expect(JSON.parse(stdout)).toMatchObject({ hookSpecificOutput: { hookEventName: 'PostToolUse' } });
        expect(toContext(stdout)).toContain('Repetitive Pattern');
        expect(await readFile(path.join(cwd, defaultOutputPath), 'utf8')).toContain('Repetitive Pattern');
      }
      await appendFile(transcript, toGiven(call));
    }
    expect([3, 4]).toContain(reported[0]);
    expect(reported.length).toBeLessThanOrEqual(3);
    expectSilent(await run(toEvent('Stop')));
    const calls = await listCalls(session);
    expect(calls).toHaveLength(8);
    expect(new Set(calls?.map(([, outcome]) => outcome))).toEqual(new Set(['ok']));
    await withStore(async (store) => {
      const found = await store.findSession(`claude-code:${session}`);
      // A prompt, and a call and its result eight times, all of the transcript's own.
      expect(found).toMatchObject({ format: 'claude-code', records: 17, turns: 1, cwd });
    });
  });

  it('stays silent where nothing is the matter', async () => {
    await writeFile(transcript, toLine('user', 'Tidy up'));
    for (let n = 1; n <= 6; n += 1) {
      const call = bash(`toolu_${String(n)}`, `step ${String(n)}`, `done ${'x'.repeat(n)}`);
      await appendFile(transcript, toUse(call));
      expectSilent(await run(toPayload(call)));
      await appendFile(transcript, toGiven(call));
    }
    expect(existsSync(path.join(cwd, '.wink'))).toBe(false);
  });

  it('tells of failures that a transcript or an event tells', async () => {
    await writeFile(transcript, toLine('user', 'Go'));
    let text = '';
    for (let n = 1; n <= 4 && text === ''; n += 1) {
      const call = {
        ...bash(`toolu_${String(n)}`, `make part${String(n)}`, 'Exit code 2\nmake: *** No rule to make target. Stop.'),
        failed: true,
      };
      await appendFile(transcript, toUse(call));
      const { stdout } = await run(toPayload(call));
      if (stdout !== '') text = toContext(stdout);
      await appendFile(transcript, toGiven(call));
    }
    expect(text).toContain('Error Cascade');
  });

  it('adds what the transcript lacks, and is completed by it: with and without the name of the call', async () => {
    const [one, two] = [bash('toolu_1', 'a', 'A'), bash('toolu_2', 'b', 'B')];
    expectSilent(await run(toPayload(one)));
    expect(await listCalls(session)).toEqual([['toolu_1', 'ok', 'A']]);
    await writeFile(transcript, toLine('user', 'Go') + toUse(one) + toGiven(one) + toUse(two));
    expectSilent(await run(toPayload(two, { tool_use_id: undefined })));
    expect(await listCalls(session)).toEqual([
      ['toolu_1', 'ok', 'A'],
      ['toolu_2', 'ok', 'B'],
    ]);
    await appendFile(transcript, toGiven(two));
    expectSilent(await run(toPayload(two, { tool_use_id: undefined })));
    expect(await listCalls(session)).toHaveLength(2);
  });

  it('leaves what is torn for the next event', async () => {
    const call = bash('toolu_1', 'a', 'A');
    const line = toUse(call);
    await writeFile(transcript, toLine('user', 'Go') + line.slice(0, 60));
    expectSilent(await run(toEvent('UserPromptSubmit', { prompt: 'Go' })));
    expect(await listCalls(session)).toEqual([]);
    await appendFile(transcript, line.slice(60) + toGiven(call));
    expectSilent(await run(toPayload(call)));
    expect(await listCalls(session)).toEqual([['toolu_1', 'ok', 'A']]);
  });

  it('keeps what a subagent does in its own session', async () => {
    const [own, named, unnamed] = [bash('toolu_1', 'a', 'A'), bash('toolu_2', 'b', 'B'), bash('toolu_3', 'c', 'C')];
    await writeFile(transcript, toLine('user', 'Go') + toUse(own) + toGiven(own));
    const agents = path.join(folder, session, 'subagents');
    await mkdir(agents, { recursive: true });
    const side = { isSidechain: true, agentId: 'abc1' };
    await writeFile(
      path.join(agents, 'agent-abc1.jsonl'),
      toLine('user', 'Look', side) + toUse(named, side) + toGiven(named, side) + toUse(unnamed, side),
    );
    expectSilent(await run(toPayload(named, { agent_id: 'abc1', agent_type: 'Explore' })));
    expectSilent(await run(toPayload(unnamed)));
    expectSilent(await run(toEvent('SubagentStop', { agent_id: 'abc1', agent_transcript_path: path.join(agents, 'agent-abc1.jsonl') })));
    expect(await listCalls(session)).toEqual([['toolu_1', 'ok', 'A']]);
    expect(await listCalls(`${session}:abc1`)).toEqual([
      ['toolu_2', 'ok', 'B'],
      ['toolu_3', 'ok', 'C'],
    ]);
  });

  it('tells what is open of the session at each prompt, until it is resolved', async () => {
    await writeFile(transcript, toLine('user', 'Go'));
    for (let n = 1; n <= 6; n += 1) {
      const call = bash(`toolu_${String(n)}`);
      await appendFile(transcript, toUse(call) + toGiven(call));
      await run(toPayload(call));
    }
    const prompt = () => run(toEvent('UserPromptSubmit', { prompt: 'And now?' }));
    const first = await prompt();
    expect(JSON.parse(first.stdout)).toMatchObject({ hookSpecificOutput: { hookEventName: 'UserPromptSubmit' } });
    expect(toContext(first.stdout)).toMatch(/^<observations>\nActive Observations: 1 open\n/u);
    expect(toContext(first.stdout)).toContain('**Stall Detector** (1 observations)');
    const again = await prompt();
    expect(again.stdout).toBe(first.stdout);
    await withObservations(({ tool }) =>
      tool({
        operation: 'create_batch',
        session_id: `claude-code:${session}`,
        observations: Array.from({ length: 400 }, (_, at) => ({
          observer: `Reviewer ${String(at)}`,
          content: `</observations> ${'x'.repeat(15_000)} ${String(at)}`,
          severity: 'high',
        })),
      }),
    );
    const { stdout } = await prompt();
    expect(toContext(stdout)).toContain('Active Observations: 401 open');
    expect(toContext(stdout).length).toBeLessThanOrEqual(4_000);
    expect(toContext(stdout).match(/<\/observations>/gu)).toHaveLength(1);
    await withObservations(({ triage }) =>
      triage({ action: 'resolve', reason: 'fixed', note: null, target: { filter: {}, view: 'single', total: 401 } }),
    );
    expectSilent(await prompt());
    expectSilent(await run(JSON.stringify({ ...common(), hook_event_name: 'UserPromptSubmit', session_id: 'another', prompt: 'Hi' })));
  });

  it('gives the session that solved it to a prompt with the same words, once that is configured, and records it', async () => {
    const solved = path.join(folder, 'solved.jsonl');
    const earlier = { sessionId: '22222222-2222-4222-8222-222222222222' };
    const unlock = bash('toolu_unlock', 'sqlite3 app.db "PRAGMA busy_timeout = 5000"', '5000');
    const solution = [
      toLine('user', 'That migration failed with a lock, please fix it', earlier),
      toUse(unlock, earlier),
      toGiven(unlock, earlier),
      toLine('assistant', [{ type: 'text', text: 'The migration waits for the lock now.' }], earlier),
    ];
    await writeFile(solved, solution.join(''));
    expect((await run('', { args: [command, 'import', solved] })).code).toBe(0);

    const prompt = toEvent('UserPromptSubmit', { prompt: 'migration failed lock' });
    expectSilent(await run(prompt));
    await writeFile(path.join(path.dirname(databaseFile), 'observatory.config.yaml'), 'retrieval:\n  on_prompt: true\n');
    const { stdout } = await run(prompt);
    expect(stdout).toContain('# Past Trajectories (from this project)');
    expect(stdout).toContain('- past prompt: That migration failed with a lock, please fix it');
    expect(stdout).toContain('PRAGMA busy_timeout');
    await withStore(async (store) => {
      const { items } = await store.listRetrievals({ cursor: null, limit: 10 });
      const example = await store.findSession(`claude-code:${earlier.sessionId}`);
      expect(items).toMatchObject([
        { turnIdx: 0, prompt: 'migration failed lock', source: 'hook', examples: [{ sessionId: example?.id, end: 'succeeded' }] },
      ]);
    });

    // The same words find it, first, with its record.
    const found = await run('', { args: [command, 'search', 'migration', 'failed', 'lock', '--json'] });
    const { hits } = z.object({ hits: z.array(z.object({ kind: z.string(), excerpt: z.string() })) }).parse(JSON.parse(found.stdout));
    expect(hits[0]).toMatchObject({ kind: 'prompt', excerpt: expect.stringContaining('That migration failed') });

    // The same words again, once work on them is stored: the next turn, and still the session that solved it, not the own one.
    const tried = bash('toolu_try', 'sqlite3 app.db .tables', 'Error: database is locked');
    await writeFile(transcript, toLine('user', 'migration failed lock') + toUse(tried) + toGiven(tried));
    const again = await run(prompt);
    expect(again.stdout).toContain('PRAGMA busy_timeout');
    expect(again.stdout).not.toContain('sqlite3 app.db .tables');
    const log = Array.from({ length: 400 }, (_, at) => `at step${at} (worker.js:${at})`).join('\n');
    const pasted = await run(toEvent('UserPromptSubmit', { prompt: `${log}\n\nmigration failed lock` }));
    expect(pasted.stdout).toContain('PRAGMA busy_timeout');
    await withStore(async (store) => {
      const { items } = await store.listRetrievals({ cursor: null, limit: 10 });
      expect(items.map(({ turnIdx, examples }) => [turnIdx, examples.length]).sort()).toEqual([
        [0, 1],
        [1, 1],
      ]);
    });
  });

  it('gives a session by what happened in it, although its prompt has none of the words', async () => {
    const solved = path.join(folder, 'deployed.jsonl');
    const earlier = { sessionId: '33333333-3333-4333-8333-333333333333' };
    const calls = [
      { ...bash('toolu_fail', 'npx knex migrate:latest', 'migration failed: lock timeout'), failed: true },
      bash('toolu_repair', 'sed -i s/INDEX/INDEX CONCURRENTLY/ migrations/1_add_index.js', 'done'),
      bash('toolu_pass', 'npx knex migrate:latest', 'Batch 12 run: 1 migrations'),
    ];
    const solution = [
      toLine('user', 'Please deploy the new invoices index to staging.', earlier),
      ...calls.map((call) => toUse(call, earlier) + toGiven(call, earlier)),
      toLine('assistant', [{ type: 'text', text: 'The index is built concurrently now.' }], earlier),
    ];
    await writeFile(solved, solution.join(''));
    expect((await run('', { args: [command, 'import', solved] })).code).toBe(0);
    await writeFile(path.join(path.dirname(databaseFile), 'observatory.config.yaml'), 'retrieval:\n  on_prompt: true\n');
    const { stdout } = await run(toEvent('UserPromptSubmit', { prompt: 'migration failed lock' }));
    expect(stdout).toContain('- past prompt: Please deploy the new invoices index to staging.');
    expect(stdout).toContain('- found by its results: migration, failed, lock');
    expect(stdout).toContain('INDEX CONCURRENTLY');
  });

  it('holds a session out while an experiment decides so, and helps one of the treatment', async () => {
    const native = (at: number) => `${String(at).padStart(8, '0')}-1111-4111-8111-111111111111`;
    const experiments = (['retrieval', 'feedback'] as const).map((kind) => buildExperiment({ id: kind, kind }));
    const [examples, feedback] = experiments;
    const armsOf = (at: number) => experiments.map((one) => computeArm(one, sessionIdOf('claude-code', native(at)))).join();
    const find = (arm: string) => native(Array.from({ length: 200 }, (_, at) => at).find((at) => armsOf(at) === `${arm},${arm}`) ?? 0);
    const solved = path.join(folder, 'solved.jsonl');
    const [earlier, unlock] = [{ sessionId: native(999) }, bash('toolu_unlock', 'sqlite3 app.db unlock', '5000')];
    await writeFile(
      solved,
      toLine('user', 'migration failed with a lock', earlier) +
        toUse(unlock, earlier) +
        toGiven(unlock, earlier) +
        toLine('assistant', [{ type: 'text', text: 'It waits now.' }], earlier),
    );
    expect((await run('', { args: [command, 'import', solved] })).code).toBe(0);
    await writeFile(path.join(path.dirname(databaseFile), 'observatory.config.yaml'), 'retrieval:\n  on_prompt: true\n');
    await withStore(async (store) => {
      for (const one of experiments) {
        await store.putExperiment(one);
        await changeExperiment(store, one.id, { status: 'running', startedAtMs: 1, plannedSessions: 400 });
      }
    });
    const loop = async (sessionId: string): Promise<string> => {
      const [own, file] = [{ sessionId }, path.join(folder, `${sessionId}.jsonl`)];
      const here = { session_id: sessionId, transcript_path: file };
      await writeFile(file, toLine('user', 'migration failed lock', own));
      const { stdout: given } = await run(toEvent('UserPromptSubmit', { prompt: 'migration failed lock', ...here }));
      let told = '';
      for (let n = 1; n <= 5; n += 1) {
        const call = bash(`toolu_${String(n)}`);
        await appendFile(file, toUse(call, own) + toGiven(call, own));
        told += (await run(toPayload(call, here))).stdout;
      }
      const { stdout: open } = await run(toEvent('UserPromptSubmit', { prompt: 'And now?', ...here }));
      return `${given}${told}${open}`;
    };

    expect(await loop(find('control'))).toBe('');
    expect(existsSync(path.join(cwd, defaultOutputPath))).toBe(false);
    const shown = await loop(find('treatment'));
    for (const part of ['Past Trajectories', 'Repetitive Pattern', 'Active Observations: 1 open']) expect(shown).toContain(part);
    expect(existsSync(path.join(cwd, defaultOutputPath))).toBe(true);
    await withStore(async (store) => {
      const held = sessionIdOf('claude-code', find('control'));
      const found = await store.listAssessments(held, { superseded: false });
      expect(found.map(({ findings }) => findings.length)).toContain(1);
      expect(found.every(({ sentAtMs }) => sentAtMs === null)).toBe(true);
      expect(await store.findAssignment('feedback', held)).toMatchObject({ experimentId: feedback?.id, arm: 'control' });
      expect(await store.findAssignment('retrieval', held)).toMatchObject({ experimentId: examples?.id, arm: 'control' });
      const { items } = await store.listRetrievals({ cursor: null, limit: 10 });
      expect(items.filter(({ sessionId }) => sessionId === held).map(({ withheld, examples: all }) => [withheld, all.length])).toEqual([
        [true, 0],
        [true, 1],
      ]);
    });
  });

  it('answers a prompt while another process is writing: reading needs no lock', async () => {
    expectSilent(await run(toPayload(bash('toolu_1'))));
    await withObservations(({ tool }) =>
      tool({ operation: 'create', session_id: `claude-code:${session}`, observer: 'Reviewer', content: 'Look', severity: 'high' }),
    );
    const blocker = new Database(databaseFile);
    blocker.exec('BEGIN EXCLUSIVE');
    const meanwhile = await run(toEvent('UserPromptSubmit', { prompt: 'Go on' }));
    blocker.exec('COMMIT');
    blocker.close();
    expect(toContext(meanwhile.stdout)).toContain('[high] Look');
    expect(toContext((await run(toEvent('UserPromptSubmit', { prompt: 'Go on' }))).stdout)).toContain('[high] Look');
  });

  it('is the same as a command', async () => {
    expectSilent(await run(toPayload(bash('toolu_1')), { args: [command, 'hook'] }));
    expect(await listCalls(session)).toHaveLength(1);
  });
});

describe.skipIf(!existsSync(script))('the hook, where something is wrong', () => {
  it.each([
    ['nothing', ''],
    ['no JSON', '{"hook_event_name": "PostToolUse", '],
    ['a list', '[]'],
    ['null', 'null'],
    ['no session', JSON.stringify({ hook_event_name: 'Stop' })],
    ['odd types', JSON.stringify({ hook_event_name: 'PostToolUse', session_id: 7, tool_name: {}, cwd: [] })],
    ['bytes', Buffer.from([0, 255, 254, 1])],
  ])('is silent and logs %s', async (_, input) => {
    expectSilent(await run(input, { env: { OBSERVATORY_DB: databaseFile } }));
    // Where the folder of the database was never made there is nowhere to log to; here it is.
    await mkdir(path.dirname(databaseFile), { recursive: true });
    expectSilent(await run(input));
    expect(await readLog()).toContain('"event":"failed"');
  });

  it('does not mind events that are none of its own', async () => {
    expectSilent(await run(toEvent('PreToolUse', { tool_name: 'Bash' })));
    expect(await readLog()).toBe('');
  });

  it('does not mind what is missing: folder, transcript, name', async () => {
    expectSilent(await run(JSON.stringify({ hook_event_name: 'PostToolUse', session_id: session, tool_name: 'Bash' })));
    expectSilent(await run(toPayload(bash('toolu_1'), { cwd: path.join(folder, 'gone') })));
    expect(await listCalls(session)).toHaveLength(2);
    expect(await readLog()).toContain('no_transcript');
  });

  it('takes 6 MB of a result, and leaves what is larger to the transcript', async () => {
    const huge = await run(toPayload(bash('toolu_1', 'cat big', 'line of it\n'.repeat(550_000))));
    expect(huge).toMatchObject({ code: 0, stdout: '', stderr: '' });
    for (const bytes of [20, 66]) {
      const over = await run(Buffer.concat([Buffer.from('{"a":"'), Buffer.alloc(bytes * 1024 * 1024, 97)]));
      expect(over).toMatchObject({ code: 0, stdout: '', stderr: '' });
      expect(await readLog()).toMatch(/input_too_large|deadline/u);
    }
    const nested = Buffer.from(`{"a":${'['.repeat(3_000_000)}`);
    expect(await run(nested)).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });

  it('ends before its agent ends it when its input never does, and says so', async () => {
    await mkdir(path.dirname(databaseFile), { recursive: true });
    const { code, stdout, stderr, tookMs } = await run('{"hook', { open: true, env: defaults });
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining('had not arrived whole after') as string]);
    expect(tookMs).toBeLessThan(agentMs);
    expect(await readLog()).toContain('"event":"deadline"');
  });

  it('takes as long as it may, and the usual time where that is no number of its bounds', async () => {
    await mkdir(path.dirname(databaseFile), { recursive: true });
    const deadlineOf = async (text: string): Promise<number> => {
      expect(await run('{"hook', { open: true, env: { OBSERVATORY_HOOK_MS: text } })).toMatchObject({ code: 1, stdout: '' });
      const lines = (await readLog()).trim().split('\n');
      return (JSON.parse(lines.at(-1) ?? '') as { afterMs: number }).afterMs;
    };
    expect(await deadlineOf('2500')).toBeGreaterThanOrEqual(2_500);
    expect(await readLog()).not.toContain('"event":"setting"');
    for (const wrong of ['soon', '4001', '99']) {
      expect(await deadlineOf(wrong)).toBeLessThan(2_500);
      expect(await readLog()).toContain(`"event":"setting","OBSERVATORY_HOOK_MS":"${wrong}"`);
    }
  });

  it('ends in time when another process holds the database', async () => {
    expectSilent(await run(toPayload(bash('toolu_1'))));
    const blocker = new Database(databaseFile);
    blocker.exec('BEGIN EXCLUSIVE');
    expectInTime(await run(toPayload(bash('toolu_2')), { env: defaults }));
    blocker.exec('COMMIT');
    blocker.close();
    expect(await readLog()).toMatch(/"event":"(failed|deadline)"/u);
    expect(await listCalls(session)).toHaveLength(1);
    expectSilent(await run(toPayload(bash('toolu_2'))));
    expect(await listCalls(session)).toHaveLength(2);
  });

  it('leaves a transcript of 500 MB to the import, and tells the call', async () => {
    await writeFile(transcript, toLine('user', 'Go'));
    await truncate(transcript, 500 * 1024 * 1024);
    expectSilent(await run(toPayload(bash('toolu_1'))));
    expect(await readLog()).toContain('transcript_too_large');
    expect(await listCalls(session)).toHaveLength(1);
  });

  it('holds no agent up where the database cannot be, and says what it could not record', async () => {
    const file = path.join(folder, 'file');
    await writeFile(file, 'in the way');
    for (const place of [path.join(file, 'data', 'x.db'), '/proc/self/x.db', 'postgres://host/db']) {
      const { code, stdout, stderr } = await run(toPayload(bash('toolu_1')), { env: { OBSERVATORY_DB: place } });
      expect([place, code, stdout, stderr]).toEqual([place, 1, '', expect.stringContaining('did not record this event') as string]);
    }
    const inTheWay = path.join(folder, 'in-the-way');
    await mkdir(inTheWay);
    expectSilent(await run(toPayload(bash('toolu_1')), { env: { OBSERVATORY_DB: inTheWay } }));
    await mkdir(path.dirname(databaseFile), { recursive: true });
    await writeFile(databaseFile, 'no database, but a text of some length that stands in its place'.repeat(100));
    expectSilent(await run(toPayload(bash('toolu_1'))));
    expect(await readLog()).toContain('no SQLite database');
  });

  it('keeps its log small', async () => {
    await mkdir(path.dirname(databaseFile), { recursive: true });
    const log = path.join(path.dirname(databaseFile), 'hook.log');
    await writeFile(log, 'x'.repeat(1024 * 1024 + 1));
    for (let at = 0; at < 2; at += 1) expectSilent(await run('no'));
    expect((await stat(log)).size).toBeLessThan(1_000);
    expect((await stat(`${log}.1`)).size).toBeGreaterThan(1024 * 1024);
  });

  it('goes by the configuration, and by the usual one where that is broken', async () => {
    const config = path.join(path.dirname(databaseFile), 'observatory.config.yaml');
    await mkdir(path.dirname(databaseFile), { recursive: true });
    await writeFile(config, 'observers: []\n');
    for (const n of [1, 2, 3, 4, 5]) expectSilent(await run(toPayload(bash(`toolu_${String(n)}`))));
    await writeFile(config, 'observers: [oops\n');
    const { code, stderr } = await run(toPayload(bash('toolu_6')));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(await readLog()).toContain('"event":"configuration"');
  });

  it('keeps what it has read of the configuration and the bundles until one of them changes', async () => {
    const inData = (name: string) => path.join(path.dirname(databaseFile), name);
    const kept = inData('observatory.config.hook.json');
    const observers = [{ name: 'Reviewer', focus: 'Anything', model: 'local', watch: [{ type: 'conversation' }] }];
    const writeBundle = (trigger: string) => {
      const config = { hooks: [{ trigger }], observers };
      return writeFile(inData('bundle.yaml'), JSON.stringify({ hooks: [{ module: 'hooks-observations', config }] }));
    };
    const listRuns = () => withStore(async (store) => (await store.listReviewRuns({}, { cursor: null, limit: 10 })).items);
    await mkdir(path.dirname(kept), { recursive: true });
    await writeFile(inData('observatory.config.yaml'), 'observers: []\nreviewers: {bundles: [bundle.yaml]}\n');
    await writeBundle('tool:post');
    expectSilent(await run(toPayload(bash('toolu_1'))));
    expect(await listRuns()).toMatchObject([{ event: 'tool:post' }]);
    const first = await stat(kept);
    expect(first.mode & 0o777).toBe(0o600);
    expectSilent(await run(toPayload(bash('toolu_2'))));
    expect((await stat(kept)).ino).toBe(first.ino);

    await writeBundle('message:received');
    expectSilent(await run(toEvent('UserPromptSubmit', { prompt: 'Go on.' })));
    expect((await listRuns()).map(({ event }) => event).sort()).toEqual(['message:received', 'tool:post']);
    await writeFile(kept, '{"stamps":[');
    expectSilent(await run(toEvent('UserPromptSubmit', { prompt: 'Go on.' })));
    expect(JSON.parse(await readFile(kept, 'utf8'))).toHaveProperty('read.config.observers', []);
    expect(await readLog()).not.toContain('configuration');
  });
});

describe.skipIf(!existsSync(script))('observatory hook install', () => {
  it('writes the settings of the project or of the user, and takes itself out again', async () => {
    const file = path.join(cwd, '.claude', 'settings.json');
    const hook = (...args: string[]) => run('', { args: [command, 'hook', ...args], in: cwd });
    const dry = await hook('install', '--dry-run');
    expect(dry.stdout).toContain('PostToolUseFailure');
    expect(existsSync(file)).toBe(false);
    const installed = await hook('install');
    expect(installed).toMatchObject({ code: 0, stderr: '' });
    expect(installed.stdout).toContain(`It records to ${databaseFile}.`);
    expect(await readFile(file, 'utf8')).toBe(dry.stdout);
    expect(dry.stdout).toContain(`${printShellWord(process.execPath)} ${printShellWord(script)} '`);
    const [, own = ''] = /'(OBSERVATORY_DB=[^']+)' trajectory-observatory/u.exec(dry.stdout) ?? [];
    expect(own).toBe(`OBSERVATORY_DB=${databaseFile}`);
    expectSilent(await run(toPayload(bash('toolu_1')), { args: [script, own], env: { OBSERVATORY_DB: path.join(folder, 'other.db') } }));
    expect([existsSync(databaseFile), existsSync(path.join(folder, 'other.db'))]).toEqual([true, false]);
    expect((await hook('install', '--project')).stdout).toContain('already');
    expect(await hook('uninstall')).toMatchObject({ code: 0 });
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({});
    const mine = path.join(folder, 'dotfiles.json');
    await writeFile(mine, '{"model": "opus"}\n');
    await mkdir(path.join(folder, '.claude'));
    await symlink(mine, path.join(folder, '.claude', 'settings.json'));
    expect(await hook('install', '--user')).toMatchObject({ code: 0 });
    expect(await readFile(mine, 'utf8')).toContain('SubagentStop');
    await writeFile(file, '{"a": 1,}');
    const refused = await hook('install');
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(`${file}: line 1, column 9`);
    expect(await readFile(file, 'utf8')).toBe('{"a": 1,}');
  });
});
