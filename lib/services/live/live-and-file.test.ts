import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dumpTables } from '../../../db/dump-tables.ts';
import { openStore } from '../../../db/open-store.ts';
import { liveCalls, type LiveCall } from '../../domain/live-call.ts';
import type { ToolCall } from '../../domain/tool-call.ts';
import { livePathOf, sessionIdOf, sourceIdOf } from '../../session/ids.ts';
import type { Store } from '../../store/store.ts';
import { importFile } from '../ingest/import-file.ts';
import { observeSession } from '../observe/observe-session.ts';
import { makeDefaultObservers } from '../observe/default-observers.ts';
import { appendLive } from './append-live.ts';

const samples = process.env.OBSERVATORY_SAMPLES;
const fixtures = path.resolve('lib/formats/__fixtures__');
const files = [
  ...(samples
    ? [
        'claude-code/projects/-experiments-worktrees/ef958aa1-0e93-49f0-bb71-150f63befcd1.jsonl',
        'claude-code/projects/-experiments-worktrees/ef958aa1-0e93-49f0-bb71-150f63befcd1/subagents/agent-a4ca7529859c158c2.jsonl',
        'claude-code/projects/-Users-dain-workspace-coderabbit-review-helper/cb2e607c-c758-415a-8b45-c49e4631906a.jsonl',
      ].map((name) => path.join(samples, name))
    : []),
  path.join(fixtures, 'claude-code/outcomes.jsonl'),
  path.join(fixtures, 'claude-code/result-before-call.jsonl'),
  path.join(fixtures, 'codex/outcomes.jsonl'),
];

let folder: string;
const opened: Store[] = [];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'observatory-live-'));
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()));
  await rm(folder, { recursive: true, force: true });
});

const openTestStore = (name: string): Store => {
  const store = openStore(path.join(folder, name), { migrationsFolder: path.resolve('db/migrations') });
  opened.push(store);
  return store;
};

const importText = async (store: Store, file: string, text: string): Promise<void> => {
  await writeFile(file, text);
  const result = await importFile(
    { store, now: () => 0 },
    { file, path: file, synthetic: false, signal: new AbortController().signal, onProgress: () => undefined },
  );
  expect(['imported', 'partial', 'refused']).toContain(result.status);
};

type Reported = { family: string; nativeId: string; sessionId: string; calls: ToolCall[] };

/** Every call of a file that its agent could have told of, by session. */
const listLive = async (store: Store): Promise<Reported[]> => {
  const { items } = await store.listSessions({ includeChildren: true }, 'started', true, { cursor: null, limit: 200 });
  return Promise.all(
    items.map(async ({ id, family, nativeId }) => ({
      family,
      nativeId,
      sessionId: id,
      calls: (await store.listToolCalls(id, 1, 1_000, 65_536)).filter((call) => call.nativeCallId !== null),
    })),
  );
};

/** The archive of the file alone. */
type Alone = { name: string; reported: Reported[]; said: unknown };

const importAlone = async (file: string, text: string): Promise<Alone> => {
  const store = openTestStore('alone.db');
  await importText(store, file, text);
  const reported = await listLive(store);
  return { name: 'alone.db', reported, said: await observe(store, reported) };
};

type ReportReason = { result: boolean; named: boolean; timed: boolean };

const toLive = (call: ToolCall, { result, named, timed }: ReportReason): LiveCall => ({
  id: (named ? call.nativeCallId : null) ?? undefined,
  name: call.name,
  input: call.params === '' ? undefined : (JSON.parse(call.params) as unknown),
  exitCode: null,
  ...(result && call.resultRecordId !== null ? { outcome: 'ok', result: 'as the agent tells it' } : { outcome: 'running' }),
  ...(timed && call.startedAtMs !== null ? { startedAtMs: call.startedAtMs } : {}),
  ...(timed && result && call.endedAtMs !== null ? { endedAtMs: call.endedAtMs } : {}),
});

/** Tables without what stands for the telling itself. */
const dumpFiles = (name: string, sessionIds: readonly string[]) => {
  const live = sessionIds.map((id) => sourceIdOf(livePathOf(id)));
  return Object.fromEntries(
    Object.entries(dumpTables(path.join(folder, name))).map(([table, rows]) => [
      table,
      table.startsWith('source') ? rows.filter((row) => !live.some((id) => row.includes(id))) : rows,
    ]),
  );
};

const observers = makeDefaultObservers();

/** Final assessments of each session. */
const observe = async (store: Store, reported: readonly Reported[]) =>
  Promise.all(
    reported.map(async ({ sessionId }) => {
      await observeSession(store, observers, sessionId);
      const standing = await store.listAssessments(sessionId, { superseded: false });
      return standing.map((one) => ({ ...one, sentAtMs: null }));
    }),
  );

let round = 0;
/** Tells and imports in the given order, the whole file at the end, and holds the archive against that of the file alone. */
const compare = async (text: string, { name: expected, reported, said }: Alone, steps: readonly Step[], file: string) => {
  const name = `both-${String(++round)}.db`;
  const store = openTestStore(name);
  const lines = text.split('\n');
  let read = 0;
  for (const step of steps) {
    await observe(store, reported);
    if (step.kind === 'read') {
      const upTo = Math.max(read, Math.ceil(step.part * lines.length));
      if (upTo > read) await importText(store, file, `${lines.slice(0, upTo).join('\n')}\n`);
      read = upTo;
      continue;
    }
    for (const { calls, ...of } of reported) {
      const from = Math.floor(step.part * calls.length);
      const some = calls.slice(from, from + step.count).map((call) => toLive(call, step));
      if (some.length > 0) await appendLive(store, of, { session: {}, calls: some }, Date.UTC(2026, 5, 1));
    }
  }
  await importText(store, file, text);
  expect(await observe(store, reported)).toEqual(said);
  await store.close();
  const ids = reported.map(({ sessionId }) => sessionId);
  expect(dumpFiles(name, ids)).toEqual(dumpFiles(expected, ids));
};

type Step = { kind: 'read'; part: number } | ({ kind: 'tell'; part: number; count: number } & ReportReason);

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('read' as const), part: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({
    kind: fc.constant('tell' as const),
    part: fc.double({ min: 0, max: 0.99, noNaN: true }),
    count: fc.integer({ min: 1, max: 12 }),
    result: fc.boolean(),
    named: fc.constant(true),
    timed: fc.boolean(),
  }),
);

describe('a session that is told live and read from its file', () => {
  it.each(files)(
    'is that of its file alone, whatever came first: %s',
    async (sample) => {
      const text = await readFile(sample, 'utf8');
      const file = path.join(folder, path.basename(sample));
      const alone = await importAlone(file, text);
      expect(alone.reported.flatMap(({ calls }) => calls).length).toBeGreaterThan(0);
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), (steps) => compare(text, alone, steps, file)),
        { numRuns: 12 },
      );
    },
    120_000,
  );

  it('meets calls without a name by tool and arguments, in their order', async () => {
    const file = path.join(folder, 'outcomes.jsonl');
    const text = await readFile(path.join(fixtures, 'claude-code/outcomes.jsonl'), 'utf8');
    const alone = await importAlone(file, text);
    // One that never ends and has no name is a further call each time that it is told.
    for (const one of alone.reported) one.calls = one.calls.filter((call) => call.resultRecordId !== null);
    const report = (result: boolean): Step => ({ kind: 'tell', part: 0, count: 1_000, result, named: false, timed: true });
    await compare(text, alone, [report(true)], file);
    await compare(text, alone, [report(false), report(true)], file);
    await compare(text, alone, [report(false), { kind: 'read', part: 0.5 }], file);
  });

  it.each(['Do it', `${'é'.repeat(40_000)} do it`])('holds a prompt once, however long', async (prompt) => {
    const store = openTestStore('prompt.db');
    const of = { family: 'claude-code', nativeId: 's', sessionId: sessionIdOf('claude-code', 's') };
    await appendLive(store, of, { session: {}, prompt, calls: [] }, 0);
    const line = { type: 'user', uuid: 'a', sessionId: 's', timestamp: '2026-01-01T00:00:00Z', message: { role: 'user', content: prompt } };
    await importText(store, path.join(folder, 's.jsonl'), `${JSON.stringify(line)}\n`);
    const records = await store.listRecords(of.sessionId, 0, 10, 100);
    expect(records).toMatchObject([{ kind: 'prompt', sourcePath: path.join(folder, 's.jsonl'), textBytes: Buffer.byteLength(prompt) }]);
    await appendLive(store, of, { session: {}, prompt, calls: [] }, 0);
    expect(await store.countRecords(of.sessionId)).toBe(1);
  });

  it('still finds what was cited before the file took its place: record, texts and line', async () => {
    const store = openTestStore('aliases.db');
    const line = (uuid: string, type: string, content: unknown) =>
      `${JSON.stringify({ type, uuid, sessionId: 's', timestamp: '2026-01-01T00:00:00Z', cwd: '/x', message: { role: type, content } })}\n`;
    const id = 'toolu_1';
    const input = { command: 'ls' };
    const of = { family: 'claude-code', nativeId: 's', sessionId: sessionIdOf('claude-code', 's') };
    await appendLive(store, of, { session: {}, calls: [{ id, name: 'Bash', input, result: 'told', outcome: 'ok', exitCode: null }] }, 0);
    const reported = await store.listRecords(of.sessionId, 0, 10, 100);
    const use = line('a', 'assistant', [{ type: 'tool_use', id, name: 'Bash', input }]);
    await importText(
      store,
      path.join(folder, 's.jsonl'),
      use + line('b', 'user', [{ type: 'tool_result', tool_use_id: id, content: 'read' }]),
    );
    const read = await store.listRecords(of.sessionId, 0, 10, 100);
    expect(read).toHaveLength(2);
    for (const [at, before] of reported.entries()) {
      const now = read[at];
      expect(now?.id).not.toBe(before.id);
      expect(await store.findRecord(of.sessionId, before.id, 100)).toEqual(now);
      expect(await store.readRaw(of.sessionId, before.id)).toMatchObject({ path: path.join(folder, 's.jsonl') });
    }
    expect(await store.readText(of.sessionId, reported[1]?.id ?? '', 'text', 0, 10)).toEqual({ text: 'read', totalChars: 4 });
    expect(await store.readText(of.sessionId, reported[0]?.id ?? '', 'params', 0, 100)).toMatchObject({ text: '{"command":"ls"}' });
  });

  it('keeps an answer once that was reported before the file has it', async () => {
    const line = (type: string, uuid: string, content: unknown, parentUuid: string | null = null) =>
      JSON.stringify({
        ...{ type, uuid, parentUuid, sessionId: 'answered', cwd: '/p', version: '2.1.0', timestamp: '2026-01-01T00:00:00.000Z' },
        message: { role: type, content, ...(type === 'assistant' && { id: 'm1', model: 'claude-opus-4-5', stop_reason: 'end_turn' }) },
      });
    const text = `${line('user', 'u1', 'Explain it')}\n${line('assistant', 'a1', [{ type: 'text', text: 'So it is.' }], 'u1')}\n`;
    const store = openTestStore('answered.db');
    const sessionId = sessionIdOf('claude-code', 'answered');
    const of = { family: 'claude-code', nativeId: 'answered', sessionId };
    await appendLive(store, of, { session: {}, prompt: 'Explain it', calls: [], answer: 'So it is.' }, Date.UTC(2026, 0, 1));
    await importText(store, path.join(folder, 'answered.jsonl'), text);
    const records = await store.listRecords(sessionId, 0, 10, 100);
    expect(records.map(({ kind, text: said }) => [kind, said])).toEqual([
      ['prompt', 'Explain it'],
      ['response', 'So it is.'],
    ]);
  });

  it('reads what is sent as an agent sends it', () => {
    expect(liveCalls.parse({ calls: [{ name: 'Bash', startedAt: '2026-01-01T00:00:00Z' }] })).toEqual({
      session: {},
      calls: [{ name: 'Bash', outcome: 'ok', exitCode: null, startedAtMs: Date.UTC(2026, 0, 1) }],
    });
  });
});
