import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dumpTables } from '../../../db/dump-tables.ts';
import { openStore } from '../../../db/open-store.ts';
import type { LiveCall } from '../../domain/live-call.ts';
import { livePathOf, sessionIdOf, sourceIdOf } from '../../session/ids.ts';
import type { Store } from '../../store/store.ts';
import { importFile } from '../ingest/import-file.ts';
import { appendLive } from './append-live.ts';

const fixtures = path.resolve('lib/formats/__fixtures__/claude-code');
const samples = process.env.OBSERVATORY_SAMPLES;
const sampleFolders = [
  'claude-code/projects/-experiments-worktrees',
  'claude-code/projects/-Users-dain-workspace-coderabbit-review-helper',
  'claude-code/edge-cases/workflow_basic',
  'claude-code/edge-cases/teammates',
  'claude-code/edge-cases/sidechain.jsonl',
  'claude-code/edge-cases/dedup_agent.jsonl',
  'agents/claude-code/2.1.197/.claude/projects',
  'agents/claude-code/2.1.330/.claude/projects',
].map((name) => path.join(samples ?? '', name));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'observatory-subagents-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type File = { file: string; lines: string[] };

/** The files of a folder (or one file), to be written anew, path by path. */
const readFiles = async (from: string): Promise<File[]> => {
  const found = from.endsWith('.jsonl')
    ? ['']
    : (await readdir(from, { recursive: true })).filter((name) => name.endsWith('.jsonl')).sort();
  return Promise.all(
    found.map(async (name) => ({
      file: path.join(folder, path.basename(from), name),
      lines: (await readFile(path.join(from, name), 'utf8')).split('\n'),
    })),
  );
};

const importPart = async (store: Store, { file, lines }: File, part: number): Promise<void> => {
  const some = lines.slice(0, Math.ceil(lines.length * part));
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, part === 1 ? lines.join('\n') : `${some.join('\n')}\n`);
  await importFile(
    { store, now: () => 0 },
    { file, path: file, synthetic: false, signal: new AbortController().signal, onProgress: () => undefined },
  );
};

type Event = { nativeId: string; call: LiveCall };

/** Events that a hook would have sent for each call without the id of its subagent: to the session itself. */
const listEvents = async (store: Store): Promise<Event[]> => {
  const { items } = await store.listSessions({ includeChildren: true }, 'started', true, { cursor: null, limit: 200 });
  const events: Event[] = [];
  for (const { id, nativeId } of items) {
    for (const { nativeCallId, name, params, resultRecordId } of await store.listToolCalls(id, 1, 1_000, 65_536)) {
      if (nativeCallId === null) continue;
      // A result that no file has would stay.
      const end = resultRecordId === null ? { outcome: 'running' as const } : { outcome: 'ok' as const, result: 'as reported' };
      const call: LiveCall = { id: nativeCallId, name, input: params.slice(0, 100), exitCode: null, ...end };
      events.push({ nativeId: nativeId.split(':')[0] ?? '', call });
    }
  }
  return events;
};

/** Times of the reports; the files have times between them. */
const clocks = { newer: Date.UTC(2027, 5, 1), older: Date.UTC(2001, 5, 1) };

const sendAll = async (store: Store, events: readonly Event[], part = 1, nowMs = clocks.newer): Promise<void> => {
  for (const { nativeId, call } of events.slice(0, Math.ceil(events.length * part))) {
    const of = { family: 'claude-code', nativeId, sessionId: sessionIdOf('claude-code', nativeId) };
    const { changed } = await appendLive(store, of, { session: {}, calls: [call] }, nowMs);
    await store.recomputeAggregates([...changed]);
  }
};

let round = 0;
/** An archive without its live sources, and without sessions of which no file was imported. */
const build = async (use: (store: Store) => Promise<void>) => {
  const file = path.join(folder, `${++round}.db`);
  const store = openStore(file, { migrationsFolder: path.resolve('db/migrations') });
  try {
    await use(store);
    const { items } = await store.listSessions({ includeChildren: true }, 'started', true, { cursor: null, limit: 200 });
    const unread = items.filter(({ format, records }) => format === 'live' && records === 0).map(({ id }) => id);
    const live = items.map(({ id }) => sourceIdOf(livePathOf(id)));
    await store.close();
    const tables = Object.entries(dumpTables(file)).map(([table, rows]) => [
      table,
      rows.filter(
        (row) => ![...live, ...(table === 'sessions' ? unread.map((id) => `["id","${id}"]`) : [])].some((id) => row.includes(id)),
      ),
    ]);
    return Object.fromEntries(tables) as Record<string, string[]>;
  } finally {
    await store.close();
  }
};

it('leads from what was reported of the session to the record of the subagent that took its place', async () => {
  const files = await readFiles(path.join(fixtures, 'inline-sidechain.jsonl'));
  await build(async (store) => {
    for (const file of files) await importPart(store, file, 1);
    const events = await listEvents(store);
    const [first] = files;
    if (!first) throw new Error('the fixture is a file');
    const live = openStore(path.join(folder, 'moved.db'), { migrationsFolder: path.resolve('db/migrations') });
    try {
      await sendAll(live, events);
      const [session] = (await live.listSessions({}, 'started', true, { cursor: null, limit: 5 })).items;
      const reported = await live.listRecords(session?.id ?? '', 0, 100, 100);
      await importPart(live, first, 1);
      const found = await Promise.all(reported.map(({ id }) => live.findRecord(session?.id ?? '', id, 100)));
      expect(found.map((record) => record?.sourcePath)).toEqual(reported.map(() => first.file));
      const moved = found.find((record) => record !== null && record.sessionId !== session?.id);
      const before = reported[found.indexOf(moved ?? null)];
      expect(moved?.sessionId).toBeDefined();
      expect(await live.readRaw(session?.id ?? '', before?.id ?? '')).toMatchObject({ path: first.file });
      expect(await live.readText(session?.id ?? '', before?.id ?? '', 'text', 0, 10)).not.toBeNull();
    } finally {
      await live.close();
    }
  });
});

const froms = [
  path.join(fixtures, 'inline-sidechain.jsonl'),
  path.join(fixtures, 'subagent-links.jsonl'),
  ...(samples === undefined ? [] : sampleFolders),
];
/** With `FUZZ_RUNS`, samples come in each order; without, neighbors take turns. */
const isLong = process.env['FUZZ_RUNS'] !== undefined;

describe.each(froms)("calls of subagents that are reported as the session's own: %s", (from) => {
  let files: File[];
  let events: Event[] = [];
  let expected: Record<string, string[]>;
  beforeAll(async () => {
    files = await readFiles(from);
    expected = await build(async (store) => {
      for (const file of files) await importPart(store, file, 1);
      events = await listEvents(store);
    });
    expect(events.length).toBeGreaterThan(0);
  });

  type Step = (store: Store) => Promise<void>;
  const read =
    (part: number, inReverse = false): Step =>
    async (store) => {
      for (const file of inReverse ? files.toReversed() : files) await importPart(store, file, part);
    };
  const send =
    (part = 1, nowMs = clocks.newer): Step =>
    (store) =>
      sendAll(store, events, part, nowMs);
  const orders: Record<string, Step[]> = {
    before: [send(), read(1)],
    'before, and subagents first': [send(), read(1, true)],
    after: [read(1), send()],
    between: [read(0.5), send(), read(1), send()],
    'between, in parts': [send(0.3), read(0.3, true), send(0.7), read(0.7), send(), read(1, true), send(0.5)],
    'before, by an older clock': [send(1, clocks.older), read(1)],
    'after, by an older clock': [read(1), send(1, clocks.older)],
    'between, by an older clock': [
      send(0.3, clocks.older),
      read(0.3, true),
      send(1, clocks.older),
      read(0.7),
      send(1, clocks.older),
      read(1),
    ],
  };
  const at = froms.indexOf(from);
  const tried = Object.entries(orders).filter((_, index) => isLong || !sampleFolders.includes(from) || index % 4 === at % 4);
  it.each(tried)('stand once, as the files have them, when reported %s', { timeout: 120_000 }, async (_, steps) => {
    const archive = await build(async (store) => {
      for (const step of steps) await step(store);
    });
    expect(archive).toEqual(expected);
  });
});
