import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore as openArchive } from '../../../db/open-store.ts';
import { AppError } from '../../domain/errors.ts';
import { claudeCodeFormats } from '../../formats/claude-code/formats.ts';
import type { Format, RecordDraft } from '../../formats/format.ts';
import { toDetections } from '../../observations/detection.ts';
import { makeDump } from '../../store/make-dump.ts';
import { countFailures } from '../../store/build-reducer.ts';
import type { ReducerOutcome, ReducerWindow } from '../../store/observer-store.ts';
import type { Store } from '../../store/store.ts';
import { importFile } from '../ingest/import-file.ts';
import { buildDiaryFormat } from './__fixtures__/diary-format.ts';
import { upgradeArchive, type UpgradedFile } from './upgrade-archive.ts';

const migrationsFolder = path.resolve('db/migrations');
const [older, newer] = [buildDiaryFormat(1), buildDiaryFormat(2)];
const startMs = Date.UTC(2026, 0, 5, 10);

/** The newer format with changed records. */
const changeRecords = (change: (record: RecordDraft, path: string) => void): Format => ({
  ...newer,
  openLines: (hints, state) => {
    const reader = newer.openLines?.(hints, state);
    return {
      state: () => null,
      read: (line, value, out) => {
        reader?.read(line, value, out);
        for (const record of out.records) change(record, hints.path);
      },
    };
  },
});

/** Version 1 as far as turns go, but with the failures of version 2. */
const withNotesAsPrompts: Format = {
  ...changeRecords((record) => {
    if (record.kind === 'meta') record.kind = 'prompt';
  }),
  version: 1,
};

const buildLines = (session: string, calls = 6): object[] => {
  const line = (type: string, id: string, seconds: number, more: object = {}) => ({
    diary: session,
    type,
    id: `${session}-${id}`,
    at: startMs + seconds * 1_000,
    ...more,
  });
  return [
    line('note', 'n', 0, { text: 'Show the context' }),
    line('ghost', 'g', 0.5, { text: 'Belongs to nobody' }),
    line('prompt', 'p', 1, { text: 'Build it' }),
    line('aside', 'a', 2, { text: 'A line that version 1 skips' }),
    ...Array.from({ length: calls }, (_, at) => [
      line('answer', `r${at}`, 3 + at * 3, { text: `Step ${at}`, output: 10 }),
      line('call', `c${at}`, 4 + at * 3, { text: '{"command":"make"}', call: `${session}-call-${at}` }),
      line('result', `o${at}`, 5 + at * 3, { text: at % 2 === 0 ? 'Error: no rule' : 'ok', call: `${session}-call-${at}` }),
    ]).flat(),
  ];
};

let folder = '';
let stores: Store[] = [];
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-upgrade-'));
});
afterEach(async () => {
  await Promise.all(stores.map((store) => store.close()));
  stores = [];
  await rm(folder, { recursive: true, force: true });
});

const openStore = (name: string): Store => {
  const store = openArchive(path.join(folder, name), { migrationsFolder });
  stores.push(store);
  return store;
};

const signal = new AbortController().signal;
const readInto = (store: Store, formats: readonly Format[], file: string, shown = file) =>
  importFile({ store, now: () => startMs, formats }, { file, path: shown, synthetic: false, signal, onProgress: () => undefined });

const writeLines = async (name: string, lines: readonly object[]): Promise<string> => {
  const file = path.join(folder, name);
  await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return file;
};

const upgrade = async (store: Store, formats: readonly Format[] = [newer], more: object = {}) => {
  const files: UpgradedFile[] = [];
  const run = await upgradeArchive({ store, now: () => startMs, formats }, { signal, onFile: (file) => files.push(file), ...more });
  return { run, files };
};

/** An observer whose findings are triaged. */
const findFailures = (window: ReducerWindow): ReducerOutcome => {
  const outcome = countFailures(window);
  return { ...outcome, detections: outcome.assessments.flatMap((made) => toDetections(made, window.folderName, startMs)) };
};

/** All that can be seen of an archive, without when and how it came to be. */
const look = async (store: Store) => {
  const { items } = await store.listSessions({ includeChildren: true }, 'started', false, { cursor: null, limit: 100 });
  return Promise.all(
    items
      .toSorted((a, b) => a.nativeId.localeCompare(b.nativeId))
      .map(async ({ findings: _, worstFinding: __, ...session }) => ({
        session,
        records: await store.listRecords(session.id, 0, 1_000, 10_000),
        calls: await store.listToolCalls(session.id, 1, 1_000, 10_000),
        turns: await store.listTurns(session.id),
      })),
  );
};

describe('upgradeArchive', () => {
  it('makes of an archive what the newer version makes of the same files', async () => {
    const files = [await writeLines('a.jsonl', buildLines('a')), await writeLines('b.jsonl', buildLines('b', 40))];
    const [archive, fresh] = [openStore('archive.db'), openStore('fresh.db')];
    for (const file of files) await readInto(archive, [older], file);
    for (const file of files) await readInto(fresh, [newer], file);
    const before = await look(archive);
    expect(before.map(({ session }) => session.nativeId)).toEqual(['a', 'a-ghost', 'b', 'b-ghost']);
    expect(before[0]?.session).toMatchObject({ turns: 2, toolErrors: 0, title: 'Show the context', tokens: { output: 120 } });
    const { run } = await upgrade(archive);
    expect(run).toMatchObject({ total: 2, done: 2, kept: 0 });
    const after = await look(archive);
    expect(after).toEqual(await look(fresh));
    expect(after[0]?.session).toMatchObject({ turns: 1, toolErrors: 3, title: 'Build it', tokens: { output: 60 } });
    expect(await upgrade(archive)).toEqual({ run: null, files: [] });
    expect(await archive.findLastUpgrade()).toMatchObject({ total: 2, done: 2, kept: 0, finishedAtMs: startMs });
  });

  it('moves records to another file that holds them better since', async () => {
    const withPrints = changeRecords((record, path) => {
      if (path.endsWith('printed.jsonl')) record.isPrinted = true;
    });
    const calls = buildLines('a').filter((line) => 'type' in line && (line.type === 'call' || line.type === 'result'));
    const printed = await writeLines(
      'was-printed.jsonl',
      calls.map((line) => ({ ...line, isPrinted: true })),
    );
    const stored = await writeLines('stored.jsonl', buildLines('a'));
    for (const files of [
      [printed, stored],
      [stored, printed],
    ]) {
      const name = path.basename(files[0] ?? '');
      const [archive, fresh] = [openStore(`archive-${name}.db`), openStore(`fresh-${name}.db`)];
      for (const file of files) await readInto(archive, [older], file);
      for (const file of files) await readInto(fresh, [withPrints], file);
      await upgrade(archive, [withPrints]);
      expect(await look(archive)).toEqual(await look(fresh));
    }
  });

  it('moves a file into a session of another file, which keeps all that the other one gave', async () => {
    const separately: Format = {
      ...older,
      openLines: (hints, state) => {
        const reader = older.openLines?.(hints, state);
        const own = hints.path.endsWith('stream.jsonl') ? 'stream:' : '';
        return {
          state: () => null,
          read: (line, value, out) => reader?.read(line, { ...(value as object), diary: `${own}a` }, out),
        };
      },
    };
    const [first, ...rest] = buildLines('a').filter((line) => 'type' in line && line.type !== 'ghost');
    const files = [await writeLines('a.jsonl', rest), await writeLines('stream.jsonl', [first ?? {}])];
    const [archive, fresh] = [openStore('archive.db'), openStore('fresh.db')];
    for (const file of files) await readInto(archive, [separately], file);
    for (const file of files) await readInto(fresh, [newer], file);
    expect((await look(archive)).map(({ session }) => session.nativeId)).toEqual(['a', 'stream:a']);
    await upgrade(archive);
    const after = await look(archive);
    expect(after).toEqual(await look(fresh));
    expect(after[0]?.session).toMatchObject({ nativeId: 'a', turns: 1, toolErrors: 3, tokens: { output: 60 } });
  });

  it('writes no record anew that both versions read alike', async () => {
    const lines = buildLines('a').filter((line) => !('type' in line && (line.type === 'note' || line.type === 'ghost')));
    const file = await writeLines('a.jsonl', lines);
    const archive = openStore('archive.db');
    await readInto(archive, [older], file);
    const [session] = await look(archive);
    const ids = session?.records.map(({ id }) => id);
    await upgrade(archive, [{ ...older, version: 2 }]);
    const [same] = await look(archive);
    expect(same).toEqual(session);
    expect(same?.records.map(({ id }) => id)).toEqual(ids);
  });

  it('is done by importing the file again, too, and says that it is not unchanged', async () => {
    const file = await writeLines('a.jsonl', buildLines('a'));
    const archive = openStore('archive.db');
    await readInto(archive, [older], file);
    expect(await readInto(archive, [older], file)).toMatchObject({ status: 'unchanged' });
    expect(await readInto(archive, [newer], file)).toMatchObject({ status: 'imported', unchanged: false, toolErrors: 3 });
    expect(await readInto(archive, [newer], file)).toMatchObject({ status: 'unchanged' });
    expect((await look(archive)).map(({ session }) => session.nativeId)).toEqual(['a']);
  });

  it('takes a file that grew since as it is now', async () => {
    const lines = buildLines('a', 30);
    const file = await writeLines('a.jsonl', lines.slice(0, 40));
    const [archive, fresh] = [openStore('archive.db'), openStore('fresh.db')];
    await readInto(archive, [older], file);
    await writeLines('a.jsonl', lines);
    await readInto(archive, [newer], file);
    await readInto(fresh, [newer], file);
    expect(await look(archive)).toEqual(await look(fresh));
  });

  it('decodes the stored lines of a file that is gone, or was an upload', async () => {
    const file = await writeLines('a.jsonl', buildLines('a', 300));
    const [archive, fresh] = [openStore('archive.db'), openStore('fresh.db')];
    await readInto(archive, [older], file, 'uploaded/a.jsonl');
    await readInto(fresh, [newer], file, 'uploaded/a.jsonl');
    await rm(file);
    expect((await upgrade(archive)).run).toMatchObject({ done: 1, kept: 0 });
    const [[after], [expected]] = [await look(archive), await look(fresh)];
    // Nothing was kept of a line without a record: version 2 cannot read it.
    const withoutAside = expected?.records.filter(({ kind }) => kind !== 'system').map(({ id }) => id);
    expect(after?.records.map(({ id }) => id)).toEqual(withoutAside);
    expect(after?.calls.map(({ id, outcome, callIndex }) => [id, outcome, callIndex])).toEqual(
      expected?.calls.map(({ id, outcome, callIndex }) => [id, outcome, callIndex]),
    );
    expect(after?.session).toMatchObject({ turns: 1, toolErrors: 150, title: 'Build it', tokens: { output: 3_000 } });
  });

  it('keeps triage, its history and links to records', async () => {
    const file = await writeLines('a.jsonl', buildLines('a'));
    const archive = openStore('archive.db');
    await readInto(archive, [withNotesAsPrompts], file);
    const { items } = await archive.listSessions({}, 'started', false, { cursor: null, limit: 1 });
    const sessionId = items[0]?.id ?? '';
    await archive.reduceCalls(sessionId, 'failures-1', 100, findFailures);
    const { observations } = await archive.listOpenObservations(sessionId, 10, 10);
    const id = observations[0]?.id ?? '';
    const note = 'Known, the make file is missing';
    const command = { action: 'acknowledge', reason: 'fixed', note, by: 'mira', atMs: startMs, changeId: 'change-1' } as const;
    expect(await archive.triage({ ...command, target: { observations: [{ id }] } })).toMatchObject({ changed: 1 });
    const history = await archive.listHistory({ observationId: id }, 10);
    const before = await archive.findObservation(id);
    const cited = (await look(archive))[0]?.calls.map((call) => call.id);
    expect((await look(archive))[0]?.session.turns).toBe(2);
    await upgrade(archive);
    expect((await look(archive))[0]?.session.turns).toBe(1);
    await archive.reduceCalls(sessionId, 'failures-1', 100, findFailures);
    const after = await archive.findObservation(id);
    expect(after).toMatchObject({ status: 'acknowledged' });
    expect(after?.acknowledgedAtMs).toBe(before?.acknowledgedAtMs);
    expect(await archive.listHistory({ observationId: id }, 10)).toEqual(history);
    expect((await look(archive))[0]?.calls.map((call) => call.id)).toEqual(cited);
  });

  it('keeps that a session was marked as ended, whose open call nothing waits for, also where its file is read anew', async () => {
    const file = await writeLines('a.jsonl', buildLines('a').slice(0, -1));
    const archive = openStore('archive.db');
    await readInto(archive, [older], file);
    const { items } = await archive.listSessions({}, 'started', false, { cursor: null, limit: 1 });
    const id = items[0]?.id ?? '';
    const read = async () => {
      const { openCallAtMs, markedEndedAtMs, toolUnended } = (await archive.findSession(id)) ?? {};
      return { openCallAtMs, markedEndedAtMs, toolUnended };
    };
    expect(await read()).toEqual({ openCallAtMs: startMs + 19_000, markedEndedAtMs: null, toolUnended: 1 });
    await archive.recomputeAggregates(await archive.setMarkedEnded(id, startMs + 60_000));
    const ended = { openCallAtMs: null, markedEndedAtMs: startMs + 60_000, toolUnended: 1 };
    expect(await read()).toEqual(ended);
    await upgrade(archive);
    expect(await read()).toEqual(ended);
    const sourceIds = new Set((await archive.listSourceVersions()).map((source) => source.id));
    expect((await upgrade(archive, [newer], { sourceIds })).files).toMatchObject([{ status: 'rebuilt' }]);
    expect(await read()).toEqual(ended);
  });

  it('imports what was refused and is supported now, once', async () => {
    const file = await writeLines('a.jsonl', buildLines('a'));
    const archive = openStore('archive.db');
    const refused = await readInto(archive, [], file);
    expect(refused).toMatchObject({ status: 'refused' });
    await archive.createImport({ id: 'i', origin: 'cli', label: 'a', startedAtMs: startMs, processId: null });
    await archive.putFileResults('i', [refused]);
    await archive.finishImport('i', 'done', startMs);
    expect((await upgrade(archive, [])).files).toEqual([]);
    expect((await upgrade(archive)).files).toEqual([{ path: file, status: 'imported', reason: null }]);
    expect((await look(archive)).map(({ session }) => session.nativeId)).toEqual(['a']);
    expect((await upgrade(archive)).run).toBeNull();
  });

  it('tries a refused file again that could not be stored, also after a rebuild of another one', async () => {
    const [refused, other] = [await writeLines('a.jsonl', buildLines('a')), await writeLines('b.jsonl', buildLines('b'))];
    const archive = openStore('archive.db');
    await archive.createImport({ id: 'i', origin: 'cli', label: 'a', startedAtMs: startMs, processId: null });
    await archive.putFileResults('i', [await readInto(archive, [], refused)]);
    await readInto(archive, [newer], other);
    const append: Store['append'] = () => Promise.reject(new AppError('disk_full', 'The disk is full.'));
    expect((await upgrade({ ...archive, append })).files).toEqual([]);
    const sourceIds = new Set((await archive.listSourceVersions()).map(({ id }) => id));
    await upgradeArchive({ store: archive, now: () => startMs, formats: [newer] }, { signal, sourceIds });
    expect((await upgrade(archive)).files).toEqual([{ path: refused, status: 'imported', reason: null }]);
    expect((await upgrade(archive)).run).toBeNull();
  });

  it('loses nothing with a companion file that was an upload: what it says stands at its session', async () => {
    const shown = 'uploaded/parent/subagents/agent-a1.meta.json';
    const file = path.join(folder, 'agent-a1.meta.json');
    await writeFile(file, JSON.stringify({ agentType: 'explorer', description: 'Look around' }));
    const archive = openStore('archive.db');
    await readInto(archive, claudeCodeFormats, file, shown);
    await rm(file);
    const sourceIds = new Set((await archive.listSourceVersions()).map(({ id }) => id));
    const { run, files } = await upgrade(archive, claudeCodeFormats, { sourceIds });
    expect(files).toEqual([{ path: shown, status: 'kept', reason: null }]);
    expect(run).toMatchObject({ total: 1, kept: 0, reasons: [] });
  });

  it('keeps a file that can no longer be read, and says why', async () => {
    const file = await writeLines('a.jsonl', buildLines('a'));
    const archive = openStore('archive.db');
    await readInto(archive, [older], file);
    const before = await look(archive);
    const refusing: Format = { ...newer, detect: () => 0 };
    const { run, files } = await upgrade(archive, [refusing]);
    expect(run).toMatchObject({ total: 1, done: 0, kept: 1 });
    expect(files).toMatchObject([{ path: file, status: 'kept' }]);
    expect(run?.reasons[0]).toContain('not a trajectory of a known format');
    expect(await look(archive)).toEqual(before);
  });

  it('goes on with the next file where one cannot be stored, says why, and tries it again in the next run', async () => {
    const [first, second] = [await writeLines('a.jsonl', buildLines('a')), await writeLines('b.jsonl', buildLines('b'))];
    const archive = openStore('archive.db');
    for (const file of [first, second]) await readInto(archive, [older], file);
    const append: Store['append'] = (batch) => {
      if (batch.source.path === first) throw new TypeError('unexpected');
      return archive.append(batch);
    };
    const { run, files } = await upgrade({ ...archive, append });
    expect(run).toMatchObject({ total: 2, done: 1, kept: 1, reasons: [`${first}: unexpected`] });
    expect(files.map(({ status }) => status)).toEqual(['kept', 'rebuilt']);
    expect((await upgrade(archive)).run).toMatchObject({ total: 1, done: 1, kept: 0 });
  });

  it('begins anew where it was cut off in between, whichever transaction that was', async () => {
    const file = await writeLines('a.jsonl', buildLines('a', 150));
    const fresh = openStore('fresh.db');
    await readInto(fresh, [newer], file);
    const expected = await look(fresh);
    const steps: (keyof Store)[] = [
      'append',
      'removeRecords',
      'applyRederived',
      'recomputeAggregates',
      'finishRedecoding',
      'removeRawChunks',
    ];
    for (const step of steps) {
      const archive = openStore(`${step}.db`);
      await readInto(archive, [older], file);
      let calls = 0;
      let isDead = false;
      const method: (...args: never[]) => unknown = archive[step];
      const die = (...args: never[]): unknown => {
        calls += 1;
        if (step === 'append' && calls < 2) return method(...args);
        isDead = true;
        throw new Error('The process ended.');
      };
      const putUpgrade: Store['putUpgrade'] = async (row) => {
        if (isDead) throw new Error('The process ended.');
        await archive.putUpgrade(row);
      };
      const dying: Store = { ...archive, putUpgrade, [step]: die };
      await expect(upgrade(dying)).rejects.toThrow('The process ended.');
      expect(calls).toBeGreaterThan(0);
      expect((await upgrade(archive)).run).toMatchObject({ done: 1, kept: 0 });
      expect(await look(archive)).toEqual(expected);
    }
  });

  it('may be done by two processes at once', async () => {
    const files = [];
    for (const name of ['a', 'b', 'c']) files.push(await writeLines(`${name}.jsonl`, buildLines(name, 120)));
    const [archive, fresh] = [openStore('archive.db'), openStore('fresh.db')];
    const other = openStore('archive.db');
    for (const file of files) await readInto(archive, [older], file);
    for (const file of files) await readInto(fresh, [newer], file);
    await Promise.all([upgrade(archive), upgrade(other)]);
    expect(await look(archive)).toEqual(await look(fresh));
    expect((await upgrade(archive)).run).toBeNull();
  });

  it('writes few rows a transaction, so that none takes long', async () => {
    const file = await writeLines('a.jsonl', buildLines('a', 1_000));
    const archive = openStore('archive.db');
    await readInto(archive, [older], file);
    const sizes = { append: 0, removeRecords: 0, pairs: 0 };
    const watched: Store = {
      ...archive,
      append: (batch) => {
        sizes.append = Math.max(sizes.append, batch.records.length);
        return archive.append(batch);
      },
      removeRecords: (sessionId, ids) => {
        sizes.removeRecords = Math.max(sizes.removeRecords, ids.length);
        return archive.removeRecords(sessionId, ids);
      },
      applyRederived: (chunk) => {
        sizes.pairs = Math.max(sizes.pairs, chunk.pairs.length);
        return archive.applyRederived(chunk);
      },
    };
    expect((await upgrade(watched)).run).toMatchObject({ done: 1 });
    expect(sizes.append).toBeGreaterThan(0);
    expect(sizes.append).toBeLessThanOrEqual(400);
    expect(sizes.removeRecords).toBeLessThanOrEqual(500);
    expect(sizes.pairs).toBeLessThanOrEqual(500);
  });

  it('gives the same tables as a fresh import but for ids of its own', async () => {
    const file = await writeLines('a.jsonl', buildLines('a'));
    const [archive, fresh] = [openStore('archive.db'), openStore('fresh.db')];
    await readInto(archive, [older], file);
    await readInto(fresh, [newer], file);
    await upgrade(archive);
    expect(await makeDump(archive)).toEqual(await makeDump(fresh));
  });
});
