import Database from 'better-sqlite3';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openStore } from '../../../db/open-store.ts';
import type { Observation } from '../../domain/observation.ts';
import type { TriageCommand } from '../../domain/triage.ts';
import { importFile } from '../ingest/import-file.ts';
import { makeDefaultObservers } from '../observe/default-observers.ts';
import { replayArchive } from '../observe/replay-archive.ts';
import { buildDiaryFormat } from './__fixtures__/diary-format.ts';
import { upgradeArchive } from './upgrade-archive.ts';

const startMs = Date.UTC(2026, 0, 5, 10);
const newer = buildDiaryFormat(2);
/** Decodes as version 2 does; only the keys of the archive are older. */
const older = { ...newer, version: 1 };

const line = (type: string, at: number, more: object = {}) => ({
  diary: 'a',
  type,
  id: `${type}-${at}`,
  at: startMs + at * 1_000,
  ...more,
});
const runs = (from: number, count: number, command: string) =>
  Array.from({ length: count }, (_, step) => [
    line('call', from + step * 2, { text: JSON.stringify({ command }), call: `call-${from}-${step}` }),
    line('result', from + step * 2 + 1, { text: `Error: ${command} has no rule`, call: `call-${from}-${step}` }),
  ]).flat();
const lines = [
  line('prompt', 1, { text: 'Build it' }),
  ...runs(10, 5, 'make'),
  line('prompt', 50, { text: 'Now test' }),
  ...runs(60, 5, 'check'),
];

it('keeps what was decided when an upgrade gives the same failures other keys', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-carry-'));
  const file = path.join(folder, 'a.jsonl');
  await writeFile(file, lines.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const archive = path.join(folder, 'archive.db');
  const store = openStore(archive, { migrationsFolder: path.resolve('db/migrations') });
  const set = makeDefaultObservers();
  const signal = new AbortController().signal;
  const replay = () => replayArchive(store, set, { onError: (_, error) => expect.fail(String(error)) });
  const list = async (withCleared: boolean): Promise<Observation[]> => {
    const order = { sort: 'created_at', descending: false, cursor: null, limit: 100, nowMs: startMs } as const;
    return (await store.listObservations({ ...order, filter: { withCleared } })).items;
  };
  try {
    const options = { file, path: file, synthetic: false, signal, onProgress: () => undefined };
    await importFile({ store, now: () => startMs, formats: [older] }, options);
    const db = new Database(archive);
    for (const table of ['tool_calls', 'tool_results']) {
      db.exec(`UPDATE ${table} SET result_key = '1:' || upper(result_key), error_key = '1:' || upper(error_key)`);
    }
    db.exec("UPDATE tool_calls SET call_key = '1:' || upper(call_key)");
    db.close();
    await replay();
    const before = await list(false);
    expect(before.length).toBeGreaterThanOrEqual(2);
    const [first, ...others] = before;
    const act = (one: Observation | undefined, over: Partial<TriageCommand>) =>
      store.triage({
        ...{ action: 'resolve', reason: 'false_positive', note: 'expected here', by: 'mira', atMs: startMs + 999_000, changeId: 'change' },
        ...over,
        target: { observations: [{ id: one?.id ?? '' }] },
      });
    await act(first, {});
    for (const one of others) await act(one, { action: 'acknowledge', changeId: `change-${one.id}` });

    await upgradeArchive({ store, now: () => startMs, formats: [newer] }, { signal });
    await replay();
    const after = await list(false);
    const decided = (all: readonly Observation[]) => all.map(({ title, state }) => `${title} ${state}`).toSorted();
    const resolved = before.map((one) => ({
      ...one,
      state: one.id === first?.id ? ('false_positive' as const) : ('acknowledged' as const),
    }));
    expect(decided(after)).toEqual(decided(resolved));
    const ids = new Set(before.map(({ id }) => id));
    const moved = after.filter(({ id }) => !ids.has(id));
    expect(moved).toHaveLength(before.length);
    for (const { id } of moved) {
      const [last] = await store.listHistory({ observationId: id }, 10);
      expect(last).toMatchObject({ kind: 'carry_from' });
      expect(ids).toContain(last?.otherId);
      expect(await store.findObservation(last?.otherId ?? '')).toMatchObject({ state: 'stale', isCleared: true });
    }
    expect(after.find(({ state }) => state === 'false_positive')?.resolution).toMatchObject({ by: 'mira', note: 'expected here' });
    expect(await store.listLabels()).toMatchObject([{ observer: first?.observer, label: 'false_positive' }]);
  } finally {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  }
});
