import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore } from '../../db/open-store.ts';
import { findCaller } from '../sources/agent-process.ts';
import { makeBatch, makeRecordRow, makeSessionRow, makeToolCallRow, makeToolResultRow } from '../store/make-batch.ts';
import type { Store } from '../store/store.ts';
import { makeExportService } from './export/export-service.ts';
import { makeSavedSearches } from './search/saved-searches.ts';
import { makeSessionService } from './sessions.ts';

const minuteMs = 60_000;
const nowMs = Date.now();
const startMs = nowMs - 6 * minuteMs;

let store: Store;
beforeEach(async () => {
  store = openStore(':memory:', { migrationsFolder: path.resolve(import.meta.dirname, '../../db/migrations') });
  const at = { sessionId: 's', turnIdx: 0 };
  await store.append(
    makeBatch({
      sessions: [makeSessionRow({ id: 's', startedAtMs: startMs, endedAtMs: startMs })],
      records: [
        makeRecordRow({ ...at, seq: 0, kind: 'prompt', atMs: startMs }),
        makeRecordRow({ ...at, seq: 1, kind: 'tool_call', atMs: startMs }),
      ],
      calls: [makeToolCallRow({ ...at, seq: 1, callIndex: 1, startedAtMs: startMs })],
    }),
  );
  await store.recomputeAggregates(['s']);
});
afterEach(() => store.close());

const read = async () => {
  const { live, silent, markedEndedAtMs } = await makeSessionService({ store, now: () => nowMs }).get('s');
  return { live, silent, markedEndedAtMs };
};
const write = async (format: 'markdown' | 'html') => {
  const { parts } = await makeExportService({ store, now: () => nowMs }).export('s', { format, includeSecrets: true });
  let text = '';
  for await (const part of parts) text += part;
  return text;
};

it('knows by the process of its agent whether a silent session with an open call goes on', async () => {
  expect(await read()).toMatchObject({ live: false, silent: true });
  const [own, gone] = [findCaller(process.pid), { pid: 2 ** 22 + 1, started: findCaller(process.pid)?.started ?? '' }];
  if (!own) throw new Error('This system does not say.');
  await store.putAgentProcess('s', own);
  expect(await read()).toMatchObject({ live: true, silent: false });
  expect([(await write('markdown')).includes('(running, –)'), (await write('html')).includes('>running<')]).toEqual([true, true]);
  await store.putAgentProcess('s', gone);
  expect(await read()).toMatchObject({ live: false, silent: false });
  for (const format of ['markdown', 'html'] as const) {
    const text = await write(format);
    expect(text).toContain('no end recorded');
    expect(text).not.toMatch(/\(running|>running</u);
  }
});

it('ends subagents with the session that started them, until that is taken back', async () => {
  for (const [id, parentId] of [
    ['sub', 's'],
    ['deep', 'sub'],
  ] as const) {
    const at = { sessionId: id, turnIdx: 0 };
    await store.append(
      makeBatch({
        sessions: [
          makeSessionRow({
            ...{ id, startedAtMs: startMs, endedAtMs: startMs, parentId, relation: 'subagent' },
            facts: { parentNativeId: { value: parentId, at: [0, 1] } },
          }),
        ],
        records: [
          makeRecordRow({ ...at, seq: 0, id: `${id}0`, kind: 'prompt', atMs: startMs }),
          makeRecordRow({ ...at, seq: 1, id: `${id}1`, kind: 'tool_call', atMs: startMs }),
          makeRecordRow({ ...at, seq: 2, id: `${id}2`, kind: 'tool_result', atMs: startMs }),
          makeRecordRow({ ...at, seq: 3, id: `${id}3`, kind: 'prompt', turnIdx: 1, atMs: startMs }),
        ],
        calls: [makeToolCallRow({ ...at, id: `${id}1`, seq: 1, callIndex: 1, startedAtMs: startMs })],
        results: [makeToolResultRow({ sessionId: id, recordId: `${id}2`, callId: `${id}1`, outcome: 'running', endedAtMs: null })],
      }),
    );
    await store.recomputeAggregates([id]);
  }
  const { setMarkedEnded } = makeSavedSearches({ store, now: () => nowMs });
  const show = async () =>
    Promise.all(
      ['sub', 'deep'].map(async (id) => {
        const session = await makeSessionService({ store, now: () => nowMs }).get(id);
        return [session.silent, session.openCallAtMs, session.markedEndedAtMs];
      }),
    );
  const waiting = [true, startMs, null];
  const ended = [false, null, nowMs];
  expect(await show()).toEqual([waiting, waiting]);
  await setMarkedEnded('s', true);
  expect(await show()).toEqual([ended, ended]);
  await expect(setMarkedEnded('sub', false)).rejects.toMatchObject({ code: 'conflict' });
  await setMarkedEnded('s', false);
  expect(await show()).toEqual([waiting, waiting]);
  await setMarkedEnded('sub', true);
  expect(await show()).toEqual([ended, ended]);
  expect((await store.findSession('s'))?.openCallAtMs).toBe(startMs);
});

it('is over once a person said so, until that is taken back', async () => {
  const { setMarkedEnded } = makeSavedSearches({ store, now: () => nowMs });
  expect(await setMarkedEnded('s', true)).toEqual({ markedEndedAtMs: nowMs });
  expect(await read()).toEqual({ live: false, silent: false, markedEndedAtMs: nowMs });
  expect((await store.listToolCalls('s', 1, 1, 0)).map(({ outcome }) => outcome)).toEqual(['unknown']);
  // Saying it again keeps the time.
  expect(await makeSavedSearches({ store, now: () => nowMs + minuteMs }).setMarkedEnded('s', true)).toEqual({ markedEndedAtMs: nowMs });
  expect(await write('markdown')).toContain(`- marked as ended: ${new Date(nowMs).toISOString().slice(0, 19)}`);
  expect(await setMarkedEnded('s', false)).toEqual({ markedEndedAtMs: null });
  expect(await read()).toEqual({ live: false, silent: true, markedEndedAtMs: null });
  await expect(setMarkedEnded('other', true)).rejects.toMatchObject({ code: 'not_found' });
});
