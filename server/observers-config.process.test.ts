import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { makeClaudeLines, toFile } from '../e2e/claude-lines.ts';
import { contracts } from '../lib/contracts/index.ts';
import type { ObserversConfig } from '../lib/domain/observer-config.ts';
import { makeHookSpool, toSpoolFolder } from '../lib/services/hook/hook-spool.ts';
import { folderOf, isBuilt, start, until, upload, useServers } from './__fixtures__/built-server.ts';

useServers();

const { observers } = contracts;
type State = z.output<typeof observers.get.response>;

const configFile = () => path.join(folderOf(), 'data', 'observatory.config.yaml');
const get = async (url: string): Promise<State> => observers.get.response.parse(await (await fetch(`${url}/api/observers`)).json());
const send = async (url: string, method: string, at: string, body?: unknown) => {
  const response = await fetch(`${url}${at}`, {
    method,
    headers: { 'content-type': 'application/json', origin: url },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return { status: response.status, json: (await response.json()) as { id?: string; revision?: string; detail?: string; code?: string } };
};
const withThreshold = (config: ObserversConfig, threshold: number): ObserversConfig => ({
  ...config,
  observers: config.observers.map((entry) =>
    entry.observer === 'stall' ? { ...entry, parameters: { ...entry.parameters, repetition_threshold: threshold } } : entry,
  ),
});
const getTrial = async (url: string, id: string | undefined) =>
  observers.getTrial.response.parse(await (await fetch(`${url}/api/observers/trials/${id}`)).json());

/** A call that is made `times` times with the same result. */
const makeLoop = (sessionId: string, times: number): string => {
  const talk = makeClaudeLines({ sessionId });
  const calls = Array.from({ length: times }, (_, at) => [
    talk.call(`t${at}`, 'Bash', { command: 'make' }),
    talk.result(`t${at}`, 'no rule to make target', true),
  ]);
  return toFile(talk.prompt('Build it'), ...calls.flat());
};

const countAssessments = (): number => {
  const db = new Database(path.join(folderOf(), 'data', 'observatory.db'), { readonly: true });
  try {
    return db.prepare<[], number>('SELECT count(*) FROM assessments').pluck().get() ?? 0;
  } finally {
    db.close();
  }
};
const countStalls = ({ observers: kinds }: State): number =>
  kinds.find(({ id }) => id === 'stall')?.found.reduce((sum, { findings }) => sum + findings, 0) ?? 0;
const isObserved = (url: string) => async () => (await get(url)).unobserved === 0;

describe.skipIf(!isBuilt)('the configuration of the built server', () => {
  it('is tried without a trace, saved with its comments, and what ran otherwise is replayed when that is asked for', async () => {
    await mkdir(path.dirname(configFile()), { recursive: true });
    const text = '# Ours.\nobservers:\n  - observer: stall\n    parameters:\n      repetition_threshold: 3 # three\n';
    await writeFile(configFile(), text);
    const { url } = await start();
    await upload(url, 'long.jsonl', makeLoop('long', 9));
    await upload(url, 'short.jsonl', makeLoop('short', 4));
    await until(async () => countStalls(await get(url)) > 0 && (await isObserved(url)()), 5_000);
    const before = await get(url);
    const stored = countAssessments();

    const { status, json } = await send(url, 'POST', '/api/observers/trials', { config: withThreshold(before.config, 6) });
    expect(status).toBe(201);
    await until(async () => (await getTrial(url, json.id)).status !== 'running', 5_000);
    const trial = await getTrial(url, json.id);
    expect(trial).toMatchObject({
      status: 'done',
      problem: null,
      sessions: 2,
      sessionsDone: 2,
      callsDone: 13,
      counts: { gained: 0, lost: 1, kept: 1, otherwise: 1 },
    });
    expect(trial.lost.map(({ title }) => title)).toEqual(['Build it']);
    expect([await readFile(configFile(), 'utf8'), countAssessments(), countStalls(await get(url))]).toEqual([
      text,
      stored,
      countStalls(before),
    ]);

    const saved = await send(url, 'PUT', '/api/observers', { revision: before.revision, config: withThreshold(before.config, 6) });
    expect(saved.status).toBe(200);
    expect(await readFile(configFile(), 'utf8')).toBe(text.replace('threshold: 3', 'threshold: 6'));
    expect(saved.json).toMatchObject({ otherwise: 2 });
    await upload(url, 'new.jsonl', makeLoop('new', 4));
    await until(isObserved(url), 5_000);
    expect(await get(url)).toMatchObject({ revision: saved.json.revision, unobserved: 0, otherwise: 2 });
    expect(countStalls(await get(url))).toBe(countStalls(before));
    const replay = await send(url, 'POST', '/api/observers/replay', {});
    expect([replay.status, replay.json]).toEqual([200, expect.objectContaining({ marked: 2 })]);
    await until(async () => countStalls(await get(url)) < countStalls(before) && (await isObserved(url)()), 5_000);
    expect(await get(url)).toMatchObject({ unobserved: 0, otherwise: 0 });

    const again = await send(url, 'PUT', '/api/observers', { revision: before.revision, config: withThreshold(before.config, 4) });
    expect([again.status, again.json.code]).toEqual([409, 'conflict']);
    expect(again.json.detail).toContain('changed since it was read');
    expect(await readFile(configFile(), 'utf8')).toContain('threshold: 6 # three');
  });

  it('is followed when it is edited by hand, says what is wrong by line, and goes on with what it said before', async () => {
    const { url, child } = await start();
    let logged = '';
    child.stderr?.on('data', (chunk: Buffer) => (logged += chunk.toString()));
    await upload(url, 'a.jsonl', makeLoop('a', 5));
    await until(async () => countStalls(await get(url)) > 0, 5_000);
    await writeFile(configFile(), 'observers:\n  - observer: stall\n    enabled: false\n');
    await until(async () => (await get(url)).otherwise === 1, 5_000);
    expect(countStalls(await get(url))).toBeGreaterThan(0);
    await send(url, 'POST', '/api/observers/replay', {});
    await until(async () => countStalls(await get(url)) === 0 && (await isObserved(url)()), 5_000);
    await writeFile(configFile(), 'observers:\n  - observer: stall\n    parameters:\n      repetition_threshold: 99\n');
    const broken = await get(url);
    expect(broken).toMatchObject({
      origin: 'copy',
      unobserved: 0,
      problems: [{ line: 4, key: 'observers.0.parameters.repetition_threshold' }],
    });
    expect(broken.config.observers).toMatchObject([{ observer: 'stall', enabled: false }]);
    await until(async () => logged.includes('"event":"configuration"'), 2_000);
    expect(logged).toMatch(/"level":"warn".*"event":"configuration".*"line":4/u);
    const refused = await send(url, 'PUT', '/api/observers', { revision: broken.revision, config: broken.config });
    expect([refused.status, refused.json.detail]).toEqual([409, expect.stringContaining('line 4')]);
    await rm(configFile());
    await until(async () => (await get(url)).otherwise === 1, 5_000);
    await send(url, 'POST', '/api/observers/replay', {});
    await until(async () => countStalls(await get(url)) > 0, 5_000);
    child.kill('SIGTERM');
    await once(child, 'exit');
  });

  it('keeps keys out of the database where it says so, also of what hooks left in the spool', async () => {
    await mkdir(path.dirname(configFile()), { recursive: true });
    await writeFile(configFile(), 'redact:\n  on_import: true\n');
    const spool = makeHookSpool(toSpoolFolder(path.join(folderOf(), 'data', 'observatory.db')));
    const key = ['sk', 'ant', 'api03', 'Zk3vQ9tLr2Wm8XyBn5Pd7HsJ'].join('-');
    const call = { tool_name: 'Bash', tool_use_id: 't', tool_input: { command: `deploy --key ${key}` }, tool_response: { stdout: key } };
    spool.put('s', JSON.stringify({ hook_event_name: 'PostToolUse', session_id: 's', ...call }), Date.now() - 60_000);
    const { url } = await start();
    await until(() => Promise.resolve(spool.list().length === 0), 10_000);
    const answer = await (await fetch(`${url}/api/sessions/claude-code:s/tool-calls`)).text();
    expect(answer).toContain('deploy --key [redacted: anthropic-key]');
    expect(answer).not.toContain(key);
  });

  it('lies where OBSERVATORY_CONFIG says, and wrong values are refused by name', async () => {
    const file = path.join(folderOf(), 'elsewhere', 'mine.yaml');
    const { url } = await start([], { OBSERVATORY_CONFIG: file });
    const { config, revision, file: reported } = await get(url);
    expect([reported, revision]).toEqual([file, null]);
    const wrong = withThreshold(config, 1);
    for (const [method, at, body] of [
      ['PUT', '/api/observers', { revision, config: wrong }],
      ['POST', '/api/observers/trials', { config: wrong }],
    ] as const) {
      const refused = await send(url, method, at, body);
      expect([refused.status, refused.json.detail]).toEqual([400, expect.stringContaining('repetition_threshold')]);
    }
    expect((await send(url, 'PUT', '/api/observers', { revision, config: withThreshold(config, 5) })).status).toBe(200);
    expect(await readFile(file, 'utf8')).toContain('repetition_threshold: 5');
    expect((await send(url, 'DELETE', '/api/observers/trials/none')).status).toBe(404);
  });
});
