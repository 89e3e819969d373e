import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openProcessLock } from '../../../db/process-lock.ts';
import { fuzz, fuzzTimeout } from '../../../e2e/fuzz.ts';
import type { Store } from '../../store/store.ts';
import { makeEmptyStore } from '../ingest/__fixtures__/database-archive.ts';
import { makeDefaultObservers } from '../observe/default-observers.ts';
import { drainSpool } from './drain-hooks.ts';
import { toHookPayload, toNativeId } from './hook-event.ts';
import { hookEvents } from './hook-settings.ts';
import { makeHookSpool, toSpoolFolder } from './hook-spool.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'observatory-hook-input-'));
});
afterAll(() => rm(folder, { recursive: true }));

const text = fc.string({ unit: 'binary', maxLength: 20 });
const odd = fc.oneof(text, fc.jsonValue({ maxDepth: 4 }), fc.constantFrom('\0', '\ud800', '__proto__', 'x'.repeat(5_000), -1, 1e308));
/** Mostly what Claude Code sends, now and then something else in the place of a field. */
const field = <T>(valid: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 12, arbitrary: valid }, { weight: 1, arbitrary: odd });
const event = fc.record(
  {
    hook_event_name: field(fc.constantFrom(...hookEvents, 'PreToolUse')),
    session_id: field(fc.constantFrom('a', 'b', 'c')),
    agent_id: field(fc.constantFrom('x', 'y')),
    cwd: field(fc.constant('/none')),
    transcript_path: field(fc.constant('/none/a.jsonl')),
    agent_transcript_path: field(fc.constant('/none/agent-x.jsonl')),
    tool_name: field(fc.constantFrom('Bash', 'Edit', 'Task')),
    tool_use_id: field(fc.nat(20).map((n) => `toolu_${n}`)),
    tool_input: field(fc.record({ command: text, file_path: text }, { requiredKeys: [] })),
    tool_response: field(fc.oneof(text, fc.record({ stdout: text, stderr: text, interrupted: fc.boolean() }, { requiredKeys: [] }))),
    error: field(text),
    prompt: field(text),
  },
  { requiredKeys: ['hook_event_name', 'session_id'] },
);
const inputs = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: event.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.constantFrom('', '{', 'null', '[]', '"a"', '['.repeat(9_999), '\0') },
  ),
  { minLength: 1, maxLength: 8 },
);

/** The session and the call that an event names; null where it names none, or is none. */
const findCall = (input: string): string | null => {
  try {
    const payload = toHookPayload(JSON.parse(input));
    const id = payload?.call?.id;
    return payload && id !== undefined ? `${toNativeId(payload.sessionId, payload.agentId)} ${id}` : null;
  } catch {
    return null;
  }
};
/** As it is stored. */
const toStored = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed();

const listCalls = async (store: Store): Promise<string[]> => {
  const { items } = await store.listSessions({ includeChildren: true }, 'started', true, { cursor: null, limit: 200 });
  const lists = items.map(async ({ id, nativeId }) =>
    (await store.listToolCalls(id, 1, 500, 100)).flatMap(({ nativeCallId }) =>
      // Calls without an id get one of ours.
      nativeCallId === null || nativeCallId.startsWith('live:') ? [] : `${nativeId} ${nativeCallId}`,
    ),
  );
  return (await Promise.all(lists)).flat().sort();
};

it(
  'leaves nothing in the spool, whatever hooks put there: each call is stored once, and what is no event is logged',
  async () => {
    const spool = makeHookSpool(toSpoolFolder(path.join(folder, 'observatory.db')));
    const lock = openProcessLock(spool.lockFile);
    let atMs = Date.UTC(2026, 0, 1);
    await fc.assert(
      fc.asyncProperty(inputs, async (given) => {
        const store = makeEmptyStore();
        const loadFeedback = () => ({ set: makeDefaultObservers(), writeFile: false, redacts: false });
        const warn = (event: string, { error }: Readonly<Record<string, unknown>>) => {
          if (event === 'event_set_aside') expect(error).toMatch(/\w{3,}.* \w/u);
        };
        // Each twice: a hook that was killed may have added its event already.
        for (const one of [...given, ...given]) spool.put('a', one, (atMs += 1_000));
        const deps = { store, spool, takeLock: lock.take, now: Date.now, warn, loadFeedback };
        await drainSpool(deps, spool.list(), new AbortController().signal);
        expect(spool.list()).toEqual([]);
        const named = new Set(given.map(findCall).filter((call) => call !== null));
        expect(await listCalls(store)).toEqual([...named].map(toStored).sort());
        await store.close();
      }),
      fuzz(60),
    );
    lock.close();
  },
  fuzzTimeout(60_000),
);
