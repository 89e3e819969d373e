import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { openStore } from '../db/open-store.ts';
import { computePrecision } from '../lib/observations/precision.ts';
import { makeObservationService } from '../lib/services/observations/observation-service.ts';
import { observeSession } from '../lib/services/observe/observe-session.ts';
import { makeDefaultObservers } from '../lib/services/observe/default-observers.ts';
import { importFile } from '../lib/services/ingest/import-file.ts';
import type { Store } from '../lib/store/store.ts';
import { makeClaudeLines, toFile } from '../e2e/claude-lines.ts';

const command = path.resolve('dist/observatory.mjs');

let folder: string;
let databaseFile: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'observatory-mcp-')));
  databaseFile = path.join(folder, 'observatory.db');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const withStore = async <T>(use: (store: Store) => Promise<T>): Promise<T> => {
  const store = openStore(databaseFile, { migrationsFolder: path.resolve('db/migrations') });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
};

/** An archive with one session that fails the same way ten times, seen by the observers. */
const makeArchive = () =>
  withStore(async (store) => {
    const talk = makeClaudeLines({ sessionId: 'looping-session' });
    const calls = Array.from({ length: 10 }, (_, at) => [
      talk.call(`t${at}`, 'Bash', { command: 'make' }),
      talk.result(`t${at}`, 'no rule to make target', true),
    ]);
    const file = path.join(folder, 'looping-session.jsonl');
    await writeFile(file, toFile(talk.prompt('Build it'), ...calls.flat()));
    const signal = new AbortController().signal;
    const { sessions } = await importFile(
      { store, now: Date.now },
      { file, path: file, synthetic: false, signal, onProgress: () => undefined },
    );
    const id = sessions[0]?.id ?? '';
    await observeSession(store, makeDefaultObservers(), id);
    const service = makeObservationService({ store, now: Date.now, makeId: randomUUID, person: 'mira', redacts: () => false });
    await service.tool({ operation: 'create', observer: 'Reviewer', content: 'No makefile', severity: 'critical', session_id: id });
    return id;
  });

type Connected = { client: Client; transport: StdioClientTransport; stderr: () => string };

/** A client of the official kind, with the server as its child. */
const connect = async (): Promise<Connected> => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [command, 'mcp'],
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', HOME: folder, NODE_ENV: 'production', OBSERVATORY_DB: databaseFile },
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const client = new Client({ name: 'test', version: '1.0.0' });
  client.onerror = (error) => {
    throw error;
  };
  await client.connect(transport);
  return { client, transport, stderr: () => stderr };
};

const withClient = async <T>(use: (connected: Connected) => Promise<T>): Promise<T> => {
  const connected = await connect();
  try {
    return await use(connected);
  } finally {
    await connected.client.close();
  }
};

const answer = z.object({
  isError: z.boolean().optional(),
  content: z.array(z.object({ type: z.literal('text'), text: z.string() })).length(1),
});
const call = async (client: Client, name: string, args: Record<string, unknown> = {}) => {
  const { isError = false, content } = answer.parse(await client.callTool({ name, arguments: args }));
  return { isError, text: content[0]?.text ?? '' };
};
const listed = z.object({
  count: z.int(),
  observations: z.array(z.object({ id: z.string(), observer: z.string(), status: z.string(), severity: z.string() })),
});
const detail = z.looseObject({
  observation: z.object({ id: z.string(), status: z.string() }),
  history: z.array(z.object({ kind: z.string(), note: z.string().nullable() })),
  evidence: z.object({ calls: z.array(z.object({ call: z.int() }).loose()) }).nullable(),
});
const list = async (client: Client, args: Record<string, unknown> = {}) =>
  listed.parse(JSON.parse((await call(client, 'list_observations', args)).text));

const hugeNote = 'x'.repeat(1024 * 1024);

const isAlive = (processId: number): boolean => {
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
};

describe.skipIf(!existsSync(command))('an agent over the Model Context Protocol', () => {
  it('lists its open observations and resolves one, and the archive agrees', async () => {
    const sessionId = await makeArchive();
    const resolved = await withClient(async ({ client }) => {
      const { tools } = await client.listTools();
      expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true).map(({ name }) => name)).toEqual([
        'acknowledge_observation',
        'resolve_observation',
        'reopen_observation',
        'report_turn_outcome',
        'request_review',
      ]);
      expect(tools.every(({ description, inputSchema }) => description !== undefined && inputSchema.additionalProperties === false)).toBe(
        true,
      );
      const open = await list(client, { session_id: 'claude-code:looping-session' });
      expect(open.count).toBeGreaterThan(1);
      expect(open.observations.map(({ status }) => status)).toEqual(open.observations.map(() => 'open'));
      const [first] = open.observations;
      const id = first?.id ?? '';
      expect((await call(client, 'acknowledge_observation', { id, note: 'On it.' })).text).toContain('"status": "acknowledged"');
      const done = await call(client, 'resolve_observation', { observation_id: id, resolution_note: 'The rule is there now.' });
      expect([done.isError, done.text]).toEqual([false, expect.stringContaining('The rule is there now.')]);
      expect((await list(client)).count).toBe(open.count - 1);
      expect((await list(client, { status: 'resolved' })).observations.map((one) => one.id)).toEqual([id]);
      const got = detail.parse(JSON.parse((await call(client, 'get_observation', { observation_id: id.slice(0, 10) })).text));
      expect(got.observation).toMatchObject({ id, status: 'resolved' });
      expect(got.history.map(({ kind, note }) => [kind, note])).toEqual([
        ['resolve', 'The rule is there now.'],
        ['acknowledge', 'On it.'],
        ['create', null],
      ]);
      const found = open.observations.find(({ observer }) => observer !== 'Reviewer');
      const evidence = detail.parse(JSON.parse((await call(client, 'get_observation', { id: found?.id })).text));
      expect(evidence).toMatchObject({ seen: 1, elsewhere: { open: 0 }, waste: { calls: expect.any(Number) } });
      expect(evidence.evidence?.calls[0]).toMatchObject({
        tool: 'Bash',
        summary: 'make',
        outcome: 'error',
        result: 'no rule to make target',
      });
      return id;
    });
    await withStore(async (store) => {
      const service = makeObservationService({ store, now: Date.now, makeId: () => 'x', person: 'mira', redacts: () => false });
      const { observation, history } = await service.get(resolved);
      expect(observation).toMatchObject({ sessionId, state: 'fixed', resolution: { by: 'agent', note: 'The rule is there now.' } });
      expect(history.slice(0, 2).map(({ kind, by, note }) => [kind, by, note])).toEqual([
        ['resolve', 'agent', 'The rule is there now.'],
        ['acknowledge', 'agent', 'On it.'],
      ]);
      expect(computePrecision(observation.observer, await store.listLabels()).fixed).toBe(1);
    });
  });

  it('reads a session, and what was said in any', async () => {
    await makeArchive();
    await withClient(async ({ client }) => {
      const session_id = 'looping-session';
      expect((await call(client, 'get_session_assessment', { session_id })).text).toContain('Trajectory Assessment');
      const section = await call(client, 'get_session_section', { session_id });
      expect(section.text).toContain('# Trajectory Assessment');
      expect(section.text).toContain('<observations>\nActive Observations:');
      const found = z.object({
        matches: z.array(z.object({ session_id: z.string(), seq: z.int(), excerpt: z.string() })),
        total: z.int(),
        notes: z.array(z.string()),
        next_cursor: z.string().nullable(),
      });
      const search = async (args: Record<string, unknown>) => found.parse(JSON.parse((await call(client, 'search_records', args)).text));
      const first = await search({ query: '"NO RULE"', limit: 6 });
      expect(first.matches).toHaveLength(6);
      expect(first.matches[0]?.excerpt).toContain('no rule to make target');
      const rest = await search({ query: '"NO RULE"', limit: 6, cursor: first.next_cursor });
      expect([rest.matches.length, rest.next_cursor]).toEqual([4, null]);
      expect(new Set([...first.matches, ...rest.matches].map(({ seq }) => seq)).size).toBe(10);
      expect(await search({ query: '"nowhere to be found"' })).toEqual({ matches: [], total: 0, notes: [], next_cursor: null });
      expect((await search({ query: '"no rule"', session_id })).matches).toHaveLength(10);
    });
  });

  it.each([
    ['list_observations', { severity: ['huge'] }, 'severity'],
    ['list_observations', { color: 'red' }, 'color'],
    ['list_observations', { limit: 1_000 }, 'limit'],
    ['resolve_observation', { id: 'x', reason: 'bored' }, 'false_positive'],
    ['resolve_observation', { id: 'x', observation: 'x' }, 'observation'],
    ['resolve_observation', { id: 'x', note: hugeNote }, '10000'],
    ['resolve_observation', {}, 'id'],
    ['resolve_observation', { id: 'some', observation_id: 'other' }, 'Set only one of them'],
    ['resolve_observation', { id: 'abc' }, 'the first 6 characters'],
    ['get_observation', { id: 'nobody' }, 'There is no observation nobody'],
    ['get_session_section', { session_id: 'nobody' }, 'There is no session nobody'],
    ['get_session_assessment', { session_id: 'looping-session', at_call: 900 }, 'There is no call 900'],
    ['get_session_section', {}, 'None of the newest'],
    ['search_records', { query: '' }, 'query'],
    ['search_records', { query: 'a kind:answer' }, 'kind: must be one of prompt'],
    ['search_records', { query: 'rule', cursor: 'oops' }, 'cursor'],
    ['no_such_tool', {}, 'no_such_tool'],
  ])('says what is wrong with %s (%#)', async (name, args, reported) => {
    await makeArchive();
    await withClient(async ({ client }) => {
      const { isError, text } = await call(client, name, args);
      const { status, error } = z.object({ status: z.string(), error: z.string() }).parse(JSON.parse(text));
      expect([isError, status, error]).toEqual([true, 'error', expect.stringContaining(reported)]);
      expect((await call(client, 'list_observations')).isError).toBe(false);
    });
  });

  it('says that the archive is busy, and goes on when it is free', async () => {
    await makeArchive();
    await withClient(async ({ client }) => {
      const id = (await list(client)).observations[0]?.id;
      const blocker = new Database(databaseFile);
      blocker.exec('BEGIN IMMEDIATE');
      const refused = await call(client, 'resolve_observation', { id });
      blocker.exec('ROLLBACK');
      blocker.close();
      expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining('did not become free in time. Try again.')]);
      expect((await call(client, 'resolve_observation', { id })).isError).toBe(false);
    });
  });

  it('says where there is no archive to be', async () => {
    databaseFile = folder;
    await withClient(async ({ client, stderr }) => {
      const refused = await call(client, 'list_observations');
      expect(refused.isError).toBe(true);
      expect(stderr()).not.toContain('stack');
    });
  });

  it('answers a message that is too long, and goes on', async () => {
    await makeArchive();
    await withClient(async ({ client }) => {
      const tooLong = client.callTool({ name: 'list_observations', arguments: { observer: 'x'.repeat(5 * 1024 * 1024) } });
      await expect(tooLong).rejects.toThrow(/bytes; the maximum is 4194304/u);
      expect((await list(client)).count).toBeGreaterThan(0);
    });
  });

  it('ends when its client is gone', async () => {
    await makeArchive();
    const { client, transport } = await connect();
    const processId = transport.pid ?? 0;
    await list(client);
    expect(isAlive(processId)).toBe(true);
    const began = performance.now();
    await client.close();
    while (isAlive(processId) && performance.now() - began < 5_000) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(performance.now() - began).toBeLessThan(1_500);
  });
});
