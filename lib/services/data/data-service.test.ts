import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../db/open-store.ts';
import type { NamedDeletion } from '../../domain/deletion.ts';
import { sessionIdOf } from '../../session/ids.ts';
import { buildReported } from '../../store/make-observed.ts';
import type { Store } from '../../store/store.ts';
import { importFile } from '../ingest/import-file.ts';
import { indexArchive } from '../ingest/finish-archive.ts';
import { makeDataService, type DataService } from './data-service.ts';

const startMs = Date.UTC(2026, 0, 5, 10);
const secret = 'xylophone-marmalade-quince';

let folder: string;
let store: Store;
let data: DataService;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'observatory-data-'));
  store = openStore(path.join(folder, 'archive.db'), { migrationsFolder: path.resolve('db/migrations') });
  data = makeDataService({ store, now: () => startMs });
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

let lines = 0;
const toLine = (sessionId: string, type: 'user' | 'assistant', content: unknown, more: object = {}): string => {
  lines += 1;
  const timestamp = new Date(startMs + lines * 1_000).toISOString();
  const message = { role: type, content, ...(type === 'assistant' && { id: `m${lines}`, model: 'claude-opus-4-8' }) };
  return `${JSON.stringify({ type, sessionId, uuid: `line-${lines}`, timestamp, cwd: '/tmp/p', version: '2.1.330', message, ...more })}\n`;
};
const toTurn = (sessionId: string, text: string, more: object = {}): string =>
  [
    toLine(sessionId, 'user', `Say ${text}`, more),
    toLine(sessionId, 'assistant', [{ type: 'tool_use', id: `${sessionId}-c`, name: 'Bash', input: { command: `echo ${text}` } }], more),
    toLine(sessionId, 'user', [{ type: 'tool_result', tool_use_id: `${sessionId}-c`, content: `${text}\n`.repeat(3) }], more),
  ].join('');

const put = async (name: string, text: string): Promise<string> => {
  const file = path.join(folder, name);
  await writeFile(file, text);
  return file;
};
const read = (file: string, restoresDeleted = false) =>
  importFile(
    { store, now: () => startMs },
    { file, path: file, synthetic: false, restoresDeleted, signal: new AbortController().signal, onProgress: () => undefined },
  );
const idOf = (nativeId: string) => sessionIdOf('claude-code', nativeId);
const remove = async (named: NamedDeletion) => data.remove({ ...named, token: (await data.preview(named)).token });
const isThere = async (nativeId: string) => (await store.findSession(idOf(nativeId))) !== null;

/** Whether any file of the archive holds the secret. */
const isSecretStored = async (): Promise<boolean> => {
  const names = (await readdir(folder)).filter((name) => name.startsWith('archive.db'));
  const files = await Promise.all(names.map((name) => readFile(path.join(folder, name))));
  // Words of the index are stored apart.
  return files.some((bytes) => secret.split('-').some((word) => bytes.includes(word)));
};

/** Tables that still name a session. */
const listNaming = (sessionId: string): string[] => {
  const db = new Database(path.join(folder, 'archive.db'), { readonly: true });
  try {
    const tables = db
      .prepare<[], string>(
        `SELECT m.name FROM sqlite_master m WHERE m.type = 'table' AND EXISTS (SELECT 1 FROM pragma_table_info(m.name) WHERE name = 'session_id')`,
      )
      .pluck()
      .all();
    return tables.filter((table) => db.prepare(`SELECT 1 FROM ${table} WHERE session_id = ?`).get(sessionId) !== undefined);
  } finally {
    db.close();
  }
};

/** A session with the secret wherever one can be. */
const putLeak = async (): Promise<string> => {
  const file = await put('leaky.jsonl', `${toTurn('leaky', secret)}{"broken": "${secret}\n`);
  const sessionId = idOf('leaky');
  await store.createImport({ id: 'leak', origin: 'cli', label: 'leak', startedAtMs: startMs, processId: null });
  await store.putFileResults('leak', [await read(file)]);
  await store.finishImport('leak', 'done', startMs);
  const retrieval = { prompt: `Say ${secret}`, source: 'api' as const, examples: [], sectionChars: 0, withheld: false, atMs: startMs };
  await store.putRetrieval({ sessionId, turnIdx: 0, ...retrieval });
  await store.setNote(sessionId, `It said ${secret}`);
  await store.putObservations([buildReported({ sessionId, content: secret })], 'Reviewer', 'told');
  await indexArchive(store);
  return file;
};

describe('deleting a session', () => {
  it('leaves nothing of it in the bytes of the archive', async () => {
    await read(await put('other.jsonl', toTurn('other', 'harmless')));
    await putLeak();
    expect(await isSecretStored()).toBe(true);
    expect(listNaming(idOf('leaky')).length).toBeGreaterThan(8);
    const preview = await data.preview({ session: idOf('leaky') });
    expect(preview).toMatchObject({ sessions: 1, records: 3, observations: 1 });
    expect(preview.bytes).toBeGreaterThan(500);
    expect(await data.remove({ session: idOf('leaky'), token: preview.token })).toMatchObject({ sessions: 1, purged: true });
    expect(await isSecretStored()).toBe(false);
    expect(listNaming(idOf('leaky'))).toEqual(['deleted_sessions']);
    expect(await isThere('other')).toBe(true);
  });

  it('stays deleted while its file is followed and grows, until someone asks for the file', async () => {
    const file = await putLeak();
    await remove({ session: idOf('leaky') });
    expect(await read(file)).toMatchObject({ status: 'refused', issues: [{ code: 'deleted' }] });
    await appendFile(file, toTurn('leaky', secret));
    // The same under another name.
    const copy = await put('copy.jsonl', await readFile(file, 'utf8'));
    const deleted = { status: 'refused', sessionCount: 0, issues: [{ code: 'deleted' }] };
    for (const one of [file, copy, copy]) expect(await read(one)).toMatchObject(deleted);
    expect((await store.listDeletedFiles(5)).map((one) => one.path).sort()).toEqual([copy, file]);
    expect([await isThere('leaky'), await isSecretStored()]).toEqual([false, false]);
    expect(await read(file, true)).toMatchObject({ status: 'partial', sessions: [{ nativeId: 'leaky', records: 6 }] });
    expect(await isThere('leaky')).toBe(true);
    await appendFile(file, toTurn('leaky', 'more'));
    expect(await read(file)).toMatchObject({ sessions: [{ records: 9 }] });
  });

  it('is listed by its file until that is allowed to give it back', async () => {
    const file = await putLeak();
    expect(await store.describeArchive()).toMatchObject({
      counts: { sessions: 1, projects: 1, records: 3, observations: 1, imports: 1, files: 1 },
    });
    expect((await store.describeArchive()).bytes.originalLines).toBeGreaterThan(100);
    expect([await store.listDeletedFiles(5), await store.isEmpty()]).toEqual([[], false]);
    await remove({ session: idOf('leaky') });
    expect([await store.listDeletedFiles(5), await store.isEmpty()]).toEqual([[{ path: file, sessions: 1, deletedAtMs: startMs }], true]);
    await store.restoreFile(file);
    expect(await store.listDeletedFiles(5)).toEqual([]);
    await read(file);
    expect(await isThere('leaky')).toBe(true);
  });

  it('takes its subagents, and leaves a file that holds others able to grow', async () => {
    const file = await put('two.jsonl', toTurn('first', secret) + toTurn('second', 'harmless'));
    await read(file);
    await indexArchive(store);
    expect([await isThere('first'), await isThere('second')]).toEqual([true, true]);
    await remove({ session: idOf('first') });
    expect(await isSecretStored()).toBe(false);
    await appendFile(file, toTurn('second', 'again'));
    const leftOut = {
      code: 'deleted',
      message: expect.stringMatching(/^One of its sessions was deleted, and is left out\. To bring it back/u) as string,
    };
    expect(await read(file)).toMatchObject({ status: 'imported', sessions: [{ nativeId: 'second', records: 6 }], issues: [leftOut] });
    expect(await read(file)).toMatchObject({ unchanged: true, issues: [] });
    expect([await isThere('first'), await isSecretStored()]).toEqual([false, false]);
    expect((await read(file, true)).issues).toEqual([]);
    expect(await isThere('first')).toBe(true);
  });
});

it('copies the archive to a new private file, and replaces none', async () => {
  await read(await put('a.jsonl', toTurn('a', 'one')));
  const file = path.join(folder, 'copy.db');
  await store.backup(file);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const copy = openStore(file, { migrationsFolder: path.resolve('db/migrations') });
  expect(await copy.findSession(idOf('a'))).toEqual(await store.findSession(idOf('a')));
  await copy.close();
  await expect(store.backup(file)).rejects.toMatchObject({ code: 'conflict' });
  const mistyped = path.join(folder, 'mistyped');
  await expect(store.backup(path.join(mistyped, 'copy.db'))).rejects.toMatchObject({
    code: 'not_found',
    message: `The folder ${mistyped} does not exist. Create it, or correct the path.`,
  });
  await expect(stat(mistyped)).rejects.toThrow('ENOENT');
});

it('gives back to the disk what a deletion left free', async () => {
  await read(await put('a.jsonl', toTurn('a', 'one long word '.repeat(50_000))));
  await remove({ session: idOf('a') });
  const toSize = async () => (await stat(path.join(folder, 'archive.db'))).size;
  const before = await toSize();
  await store.compact();
  expect(await store.purge()).toBe(true);
  expect(await toSize()).toBeLessThan(before - 200_000);
});

describe('deleting several', () => {
  it('takes a project, an import, or what ended before an instant, with subagents', async () => {
    const agent = { isSidechain: true, agentId: 'helper' };
    await read(await put('a.jsonl', toTurn('a', 'one') + toTurn('a', 'two', agent)));
    const last = (await store.findSession(idOf('a')))?.endedAtMs ?? 0;
    await read(await put('b.jsonl', toTurn('b', 'three')));
    expect(await data.preview({ before: startMs })).toMatchObject({ sessions: 0 });
    const { items } = await store.listSessions({ includeChildren: true }, 'started', false, { cursor: null, limit: 10 });
    expect(await data.preview({ project: items[0]?.project ?? '' })).toMatchObject({ sessions: items.length, subagents: 1 });
    expect(items.length).toBe(3);
    await putLeak();
    expect(await data.preview({ import: 'leak' })).toMatchObject({ sessions: 1 });
    await remove({ import: 'leak' });
    expect(await store.findImport('leak')).toBeNull();
    expect(await remove({ before: last + 1 })).toMatchObject({ sessions: 2, subagents: 1 });
    expect([await isThere('a'), await isThere('b')]).toEqual([false, true]);
  });

  it('refuses what its preview did not count', async () => {
    await read(await put('a.jsonl', toTurn('a', 'one')));
    const target = { before: startMs * 2 };
    const { token } = await data.preview(target);
    await read(await put('b.jsonl', toTurn('b', 'two')));
    await expect(data.remove({ ...target, token })).rejects.toMatchObject({ code: 'conflict' });
    expect(await isThere('a')).toBe(true);
    await expect(data.preview({ import: 'none' })).rejects.toMatchObject({ code: 'not_found' });
  });
});
