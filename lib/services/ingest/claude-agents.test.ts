import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { openDatabase } from '../../../db/open-database.ts';
import { sessionIdOf } from '../../session/ids.ts';
import { makeSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import type { Store } from '../../store/store.ts';
import { importFile } from './import-file.ts';

/** Sessions that the newest clients wrote and printed; a folder `agents` with `expected.json`, what was served to them. */
const samples = process.env.OBSERVATORY_SAMPLES;
const root = path.join(samples ?? '', 'agents');

const counts = z.object({
  model_responses: z.int(),
  failed_requests: z.int(),
  assistant_texts: z.int(),
  thinking_blocks: z.int(),
  tool_calls: z.int(),
  tool_ok: z.int(),
  tool_errors: z.int(),
  tool_rejected: z.int(),
  tool_interrupted: z.int(),
  tools: z.record(z.string(), z.int()),
  tokens: z.object({ input: z.int(), cache_read: z.int(), cache_write: z.int(), output: z.int() }),
  models: z.array(z.string()),
});
type Counts = z.infer<typeof counts>;
const expectedEntry = counts.extend({
  file: z.string(),
  agent: z.string(),
  format: z.literal('stream-json').optional(),
  user_prompts: z.int(),
  compactions: z.int().optional(),
  children: z.int().optional(),
  fork_of: z.string().optional(),
  child: counts.optional(),
  inherited: counts.optional(),
});
type Entry = z.infer<typeof expectedEntry>;

const withStore = async <Answer>(use: (store: Store) => Promise<Answer>): Promise<Answer> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-agents-'));
  const store = makeSqliteStore(openDatabase({ file: path.join(folder, 'archive.db'), migrationsFolder: path.resolve('db/migrations') }));
  try {
    return await use(store);
  } finally {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  }
};

const importAll = async (store: Store, files: readonly string[]): Promise<void> => {
  for (const file of files) {
    const signal = new AbortController().signal;
    await importFile({ store, now: () => 0 }, { file, path: file, synthetic: false, signal, onProgress: () => undefined });
  }
};

const countBy = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Record<string, number> => {
  const counted: Record<string, number> = {};
  for (const item of items) counted[keyOf(item)] = (counted[keyOf(item)] ?? 0) + 1;
  return counted;
};

/** Counts of a session by itself, in the words of expected.json. */
const countSession = async (store: Store, nativeId: string) => {
  const id = sessionIdOf('claude-code', nativeId);
  const session = await store.findSession(id);
  if (!session) throw new Error(`There is no session ${nativeId}`);
  const records = (await store.listRecords(id, 0, 100_000, 200)).filter((record) => record.inheritedFrom === null);
  const own = new Set(records.map((record) => record.id));
  const calls = (await store.listToolCalls(id, 1, 100_000, 200)).filter((call) => own.has(call.recordId));
  const ended = (outcome: string) => calls.filter((call) => call.outcome === outcome).length;
  const kinds = countBy(records, ({ kind }) => kind);
  const found: Counts & { user_prompts: number; compactions: number } = {
    user_prompts: kinds.prompt ?? 0,
    model_responses: new Set(records.flatMap(({ responseId }) => responseId ?? [])).size,
    failed_requests: records.filter(({ subtype }) => subtype === 'api_error').length,
    assistant_texts: kinds.response ?? 0,
    thinking_blocks: kinds.reasoning ?? 0,
    tool_calls: session.toolCalls,
    tool_ok: ended('ok'),
    tool_errors: session.toolErrors,
    tool_rejected: session.toolRejected,
    tool_interrupted: ended('interrupted'),
    tools: countBy(calls, ({ name }) => name),
    tokens: {
      input: session.tokens.input ?? -1,
      cache_read: session.tokens.cacheRead ?? -1,
      cache_write: session.tokens.cacheWrite ?? -1,
      output: session.tokens.output ?? -1,
    },
    models: session.models,
    compactions: kinds.boundary ?? 0,
  };
  return { session, found };
};

const toCounts = (entry: Entry) => ({
  ...counts.parse(entry),
  user_prompts: entry.user_prompts,
  compactions: entry.compactions ?? 0,
});

const add = (a: Record<string, number>, b: Record<string, number>) =>
  Object.fromEntries([...new Set([...Object.keys(a), ...Object.keys(b)])].map((key) => [key, (a[key] ?? 0) + (b[key] ?? 0)]));

/** Counts of a fork alone, where copied entries count as its own. Copied prompts are not in expected.json. */
const withInherited = (own: Counts, copied: Counts): Omit<Counts, 'models'> => {
  const sum = (key: Exclude<keyof Counts, 'tools' | 'tokens' | 'models'>) => own[key] + copied[key];
  return {
    model_responses: sum('model_responses'),
    failed_requests: sum('failed_requests'),
    assistant_texts: sum('assistant_texts'),
    thinking_blocks: sum('thinking_blocks'),
    tool_calls: sum('tool_calls'),
    tool_ok: sum('tool_ok'),
    tool_errors: sum('tool_errors'),
    tool_rejected: sum('tool_rejected'),
    tool_interrupted: sum('tool_interrupted'),
    tools: add(own.tools, copied.tools),
    tokens: {
      input: own.tokens.input + copied.tokens.input,
      cache_read: own.tokens.cache_read + copied.tokens.cache_read,
      cache_write: own.tokens.cache_write + copied.tokens.cache_write,
      output: own.tokens.output + copied.tokens.output,
    },
  };
};

/** The session of a file: that of its name, a subagent's under its parent's, a printed run's as its first line says. */
const nativeIdOf = async (file: string): Promise<string> => {
  if (file.endsWith('.stream.jsonl')) {
    const text = await readFile(file, 'utf8');
    return z.object({ session_id: z.string() }).parse(JSON.parse(text.slice(0, text.indexOf('\n')))).session_id;
  }
  const [, parent, agent] = /([^/]+)\/subagents\/agent-(.+)\.jsonl$/u.exec(file) ?? [];
  return parent && agent ? `${parent}:${agent}` : path.basename(file, '.jsonl');
};

describe.skipIf(!samples)('sessions of the newest Claude Code clients', async () => {
  const listed = samples ? z.array(z.unknown()).parse(JSON.parse(await readFile(path.join(root, 'expected.json'), 'utf8'))) : [];
  const isOurs = (entry: unknown): boolean => z.object({ agent: z.literal('claude-code') }).safeParse(entry).success;
  const entries = listed.filter(isOurs).map((entry) => expectedEntry.parse(entry));

  it.each(entries.map((entry) => [entry.file, entry] as const))('%s alone', async (name, entry) => {
    const file = path.join(root, name);
    await withStore(async (store) => {
      await importAll(store, [file]);
      const { session, found } = await countSession(store, await nativeIdOf(file));
      expect(session.completeness).toMatchObject({ unknownRecords: 0, badLines: 0, orphanCalls: 0 });
      if (entry.inherited) expect(found).toMatchObject(withInherited(entry, entry.inherited));
      else expect(found).toEqual(toCounts(entry));
      const { items } = await store.listSessions({ includeChildren: true }, 'started', true, { cursor: null, limit: 10 });
      const [child] = items.filter(({ parentId }) => parentId === session.id);
      if (entry.format === undefined || !entry.child || !child) return;
      const printed = await countSession(store, child.nativeId);
      // The subagent's last answer goes to its parent alone: its text is not printed, its tokens are in the total.
      const { model_responses, assistant_texts, ...rest } = counts.parse(entry.child);
      expect(printed.found).toMatchObject(rest);
      expect([printed.found.model_responses, printed.found.assistant_texts]).toEqual([model_responses - 1, assistant_texts - 1]);
    });
  });

  it('give the same archive in any order of import, each run once', { timeout: 120_000 }, async () => {
    const found = samples ? await readdir(path.join(root, 'claude-code'), { recursive: true, withFileTypes: true }) : [];
    const files = found.filter((one) => one.isFile() && /\.jsonl?$/u.test(one.name)).map((one) => path.join(one.parentPath, one.name));
    const sorted = files.toSorted();
    const rotated = [...sorted.slice(3), ...sorted.slice(0, 3)];
    const halves = sorted.flatMap((file, index) => (index % 2 === 0 ? [file] : [])).concat(sorted.filter((_, index) => index % 2 === 1));
    const archives: unknown[] = [];
    for (const order of [sorted, sorted.toReversed(), rotated, halves, halves.toReversed()]) {
      await withStore(async (store) => {
        await importAll(store, order);
        for (const entry of entries) {
          if (entry.format !== undefined) continue;
          const { session, found: counted } = await countSession(store, await nativeIdOf(path.join(root, entry.file)));
          expect(counted).toEqual(toCounts(entry));
          const subagents = (await store.listChildren(session.id)).filter(({ relation }) => relation === 'subagent');
          expect(subagents).toHaveLength(entry.children ?? 0);
          if (entry.fork_of !== undefined) {
            const parentId = sessionIdOf('claude-code', '088d5d79-8651-4c3a-a09e-04c88742ca61');
            expect(session).toMatchObject({ relation: 'fork', parentId });
          }
        }
        const { items } = await store.listSessions({ includeChildren: true }, 'started', true, { cursor: null, limit: 50 });
        expect(items).toHaveLength(entries.filter((entry) => entry.format === undefined).length);
        expect(new Set(items.map(({ project }) => project))).toEqual(new Set(['tidy-todo']));
        expect(items.filter(({ title, startedAtMs }) => title === null || startedAtMs === null)).toEqual([]);
        const sessions = items.toSorted((a, b) => (a.id < b.id ? -1 : 1));
        archives.push(
          await Promise.all(
            sessions.map(async (session) => [
              { ...session, sourcePaths: session.sourcePaths.toSorted() },
              await store.listRecords(session.id, 0, 100_000, 200),
              await store.listTurns(session.id),
            ]),
          ),
        );
      });
    }
    for (const archive of archives) expect(archive).toEqual(archives[0]);
  });
});
