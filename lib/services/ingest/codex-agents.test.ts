import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { openDatabase } from '../../../db/open-database.ts';
import type { Session } from '../../domain/session.ts';
import { reduceBytes } from '../../formats/__fixtures__/reduce-bytes.ts';
import { formats } from '../../formats/registry.ts';
import { makeDump } from '../../store/make-dump.ts';
import { makeSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import type { Store } from '../../store/store.ts';
import { importFile } from './import-file.ts';

const samples = process.env.OBSERVATORY_SAMPLES;
const root = path.join(samples ?? '', 'agents');

const count = z.int().min(0);
const entrySchema = z.object({
  file: z.string(),
  agent: z.string(),
  what: z.string(),
  version: z.string(),
  sessions: count,
  user_prompts: count,
  model_responses: count.optional(),
  assistant_texts: count.optional(),
  thinking_blocks: count.optional(),
  tool_calls: count.optional(),
  tool_ok: count.optional(),
  tool_errors: count.optional(),
  tool_rejected: count.optional(),
  tool_interrupted: count.optional(),
  tools: z.record(z.string(), count).optional(),
  tokens: z.object({ input: count, cache_read: count, cache_write: count, output: count, reasoning: count }).optional(),
  models: z.array(z.string()).optional(),
  compactions: count.optional(),
  turns_aborted: count.optional(),
  children: count.optional(),
  child_of: z.string().optional(),
  fork_of: z.string().optional(),
  nested: z.object({ commands: count.optional(), commands_failed: count.optional(), patches: count.optional() }).optional(),
});
type Entry = z.infer<typeof entrySchema>;

const withStore = async <Answer>(files: readonly string[], use: (store: Store) => Promise<Answer>): Promise<Answer> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-codex-'));
  const store = makeSqliteStore(openDatabase({ file: path.join(folder, 'archive.db'), migrationsFolder: path.resolve('db/migrations') }));
  try {
    for (const name of files) {
      const file = path.join(root, name);
      const input = { file, path: file, synthetic: false, signal: new AbortController().signal, onProgress: () => undefined };
      await importFile({ store, now: () => 0 }, input);
    }
    return await use(store);
  } finally {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  }
};

const countBy = (names: readonly string[]): Record<string, number> =>
  names.reduce<Record<string, number>>((counts, name) => ({ ...counts, [name]: (counts[name] ?? 0) + 1 }), {});

const listSessions = async (store: Store) =>
  (await store.listSessions({ includeChildren: true }, 'started', false, { cursor: null, limit: 100 })).items;

/** A session in the words of expected.json. */
const describeSession = async (store: Store, session: Session) => {
  const records = await store.listRecords(session.id, 0, 100_000, 4_000);
  const calls = await store.listToolCalls(session.id, 1, 10_000, 10);
  const ofKind = (kind: string) => records.filter((record) => record.kind === kind);
  const listNested = (pattern: RegExp) => ofKind('meta').filter(({ text }) => pattern.test(text)).length;
  const { tokens } = session;
  const outcomes = countBy(calls.map(({ outcome }) => outcome));
  return {
    user_prompts: ofKind('prompt').length,
    assistant_texts: ofKind('response').length,
    thinking_blocks: ofKind('reasoning').length,
    tool_calls: session.toolCalls,
    tool_ok: outcomes.ok ?? 0,
    tool_errors: session.toolErrors,
    tool_rejected: session.toolRejected,
    tool_interrupted: outcomes.interrupted ?? 0,
    tools: countBy(calls.map(({ name }) => name)),
    tokens: {
      input: tokens.input,
      cache_read: tokens.cacheRead,
      cache_write: tokens.cacheWrite,
      output: tokens.output,
      reasoning: tokens.reasoning,
    },
    models: session.models,
    compactions: records.filter((record) => record.kind === 'boundary' && record.subtype === 'compacted').length,
    turns_aborted: records.filter((record) => record.subtype === 'turn_aborted' && record.text.startsWith('Turn aborted')).length,
    nested: {
      commands: listNested(/^exec_command exited with \d+: /u),
      commands_failed: listNested(/^exec_command exited with [1-9]\d*: /u),
      patches: listNested(/^apply_patch ok: /u),
    },
  };
};

const rolloutFormat = formats.find(({ id }) => id === 'codex');

const isStream = ({ file }: Entry): boolean => file.includes('exec-json');
const isRollout = ({ file }: Entry): boolean => path.basename(file).startsWith('rollout-');

/** Counts that the entry of a rollout leaves out are 0. `model_responses` is checked on the reader; failed requests leave no line. */
const toExpected = ({ nested, ...entry }: Entry) => ({
  compactions: 0,
  turns_aborted: 0,
  ...entry,
  nested: { commands: nested?.commands ?? 0, commands_failed: nested?.commands_failed ?? 0, patches: nested?.patches ?? 0 },
});

/**
 * Contents of the streams, counted by hand: in code mode the nested calls instead of the script, no calls that failed before they began,
 * nothing of `spawn_agent` and `write_stdin`; tokens of the whole thread up to then.
 */
const printed: Record<
  string,
  { tools: Record<string, number>; ok: number; errors: number; input: number; cacheRead: number; output: number }
> = {
  mend: { tools: { exec_command: 6, apply_patch: 1, wait: 1 }, ok: 7, errors: 1, input: 11_935, cacheRead: 73_216, output: 825 },
  'count + compact': { tools: { exec_command: 1, apply_patch: 1 }, ok: 2, errors: 0, input: 80_120, cacheRead: 88_064, output: 1_180 },
  fork: { tools: { exec_command: 1, apply_patch: 1 }, ok: 2, errors: 0, input: 82_931, cacheRead: 101_888, output: 1_369 },
  plain: { tools: { exec_command: 5, apply_patch: 2 }, ok: 6, errors: 1, input: 10_665, cacheRead: 64_000, output: 735 },
  after: { tools: { exec_command: 1 }, ok: 1, errors: 0, input: 2_737, cacheRead: 12_800, output: 183 },
};

const unknownUsage = { input: null, cacheRead: null, output: null };

describe.skipIf(!samples)('sessions of the newest Codex', async () => {
  const entries = samples
    ? z
        .array(z.unknown())
        .parse(JSON.parse(await readFile(path.join(root, 'expected.json'), 'utf8')))
        .filter((entry) => z.object({ agent: z.string() }).parse(entry).agent === 'codex')
        .map((entry) => entrySchema.parse(entry))
    : [];
  const rollouts = entries.filter(isRollout);
  const streams = entries.filter(isStream);
  const files = entries.map(({ file }) => file);

  it.each(rollouts)('rollout: $what', (entry) =>
    withStore([entry.file], async (store) => {
      const [session, ...others] = await listSessions(store);
      expect(others).toEqual([]);
      expect(toExpected(entry)).toMatchObject(session ? await describeSession(store, session) : {});
      expect(session?.completeness).toMatchObject({ unknownRecords: 0, badLines: 0 });
      if (!rolloutFormat) throw new Error('No format codex.');
      const { responses } = await reduceBytes(rolloutFormat, await readFile(path.join(root, entry.file)), entry.file);
      expect(responses.length).toBe(entry.model_responses);
    }),
  );

  it.each(streams)('stream: $what', (entry) =>
    withStore([entry.file], async (store) => {
      const [session, ...others] = await listSessions(store);
      expect(others).toEqual([]);
      if (!session) throw new Error('No session was imported.');
      const described = await describeSession(store, session);
      const { user_prompts, thinking_blocks } = entry;
      expect(described).toMatchObject({ user_prompts, thinking_blocks, models: [] });
      const known = printed[entry.what];
      // A run that was interrupted prints its last call as completed and no usage.
      const expected = known ?? { ...unknownUsage, tools: { exec_command: 1 }, ok: 1, errors: 0 };
      // The summary of a compaction is not printed.
      expect(described.assistant_texts).toBe((entry.assistant_texts ?? 0) - (entry.what.includes('compact') ? 1 : 0));
      expect(described).toMatchObject({ tools: expected.tools, tool_ok: expected.ok, tool_errors: expected.errors });
      expect(session.tokens).toMatchObject({ input: expected.input, cacheRead: expected.cacheRead, output: expected.output });
      expect(session.completeness.unknownRecords).toBe(0);
    }),
  );

  it.each([[['mend', 'count + compact']], [['count + compact', 'mend']]])('streams of one thread do not add up its total: %j', (names) =>
    withStore(
      names.flatMap((name) => streams.find(({ what }) => what === name)?.file ?? []),
      async (store) => {
        const sessions = await listSessions(store);
        expect(sessions.map(({ toolCalls, tokens }) => [toolCalls, tokens.input, tokens.output])).toEqual([[10, 80_120, 1_180]]);
        const calls = await store.listToolCalls(sessions[0]?.id ?? '', 1, 100, 10);
        expect(calls.filter(({ outcome }) => outcome === 'unknown')).toEqual([]);
      },
    ),
  );

  const rotate = (by: number) => [...files.slice(by), ...files.slice(0, by)];
  const orders = [files, files.toReversed(), [...streams, ...rollouts].map(({ file }) => file), rotate(4), rotate(9)];
  it.each(orders.map((order, index) => ({ order, index })))('the whole folder counts each thread once, order $index', ({ order }) =>
    withStore(order, async (store) => {
      const sessions = await listSessions(store);
      expect(sessions).toHaveLength(rollouts.length);
      const sessionOf = (what: string) => {
        const file = rollouts.find((entry) => entry.what === what)?.file;
        const found = sessions.find(({ sourcePaths }) => file !== undefined && sourcePaths.includes(path.join(root, file)));
        if (!found) throw new Error(`No session of ${what}.`);
        return found;
      };
      for (const entry of rollouts) expect(toExpected(entry)).toMatchObject(await describeSession(store, sessionOf(entry.what)));
      const [parent, child, fork] = [sessionOf('mend + count + compact'), sessionOf('sub'), sessionOf('fork')];
      expect(child).toMatchObject({ parentId: parent.id, relation: 'subagent', project: 'tidy-todo' });
      expect(fork).toMatchObject({ parentId: parent.id, relation: 'fork' });
      const calls = await store.listToolCalls(parent.id, 1, 100, 10);
      expect(calls.filter(({ childSessionId }) => childSessionId !== null)).toMatchObject([
        { name: 'spawn_agent', outcome: 'ok', childSessionId: child.id },
      ]);
    }),
  );

  it('is the same archive in any order of import', async () => {
    const dumps = [];
    for (const order of orders) dumps.push(await withStore(order, makeDump));
    for (const other of dumps) expect(other).toEqual(dumps[0]);
  });
});
