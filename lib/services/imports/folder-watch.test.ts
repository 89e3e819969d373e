import { appendFile, mkdir, mkdtemp, realpath, rm, rmdir, symlink, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../db/open-store.ts';
import type { FileResult } from '../../domain/import.ts';
import type { Store } from '../../store/store.ts';
import { makeRefusedResult } from '../ingest/file-result.ts';
import { makeFolderWatch, type FolderWatch } from './folder-watch.ts';
import { makeImportService, type ImportService } from './import-service.ts';
import { scanFolder, toUnreadable } from './preview-folder.ts';
import { makeSpool } from './spool.ts';

let home: string;
let store: Store;
let imports: ImportService;
let watch: FolderWatch;
let makeWatch: () => FolderWatch;
let read: string[];
let errors: string[];
let answer: (file: string) => FileResult | Promise<FileResult>;
const budget = { files: 4, entries: 20 };
beforeEach(async () => {
  home = await realpath(await mkdtemp(path.join(os.tmpdir(), 'observatory-watch-')));
  store = openStore(':memory:', { migrationsFolder: path.resolve('db/migrations') });
  [read, errors] = [[], []];
  answer = (file) => makeRefusedResult(file, 1, 'refused', { line: null, code: 'not_recognized', message: '', excerpt: null }, null);
  const run = ({ file }: { file: string }) => {
    read.push(path.relative(home, file));
    return Promise.resolve(answer(file));
  };
  const processes = { processId: 1, isAlive: () => true };
  const spool = makeSpool({ folder: path.join(home, 'spool'), ...processes });
  imports = makeImportService({ store, queue: { run }, spool, now: Date.now, ...processes });
  makeWatch = () =>
    makeFolderWatch({
      store,
      queue: { run },
      imports,
      now: Date.now,
      places: { home, own: path.join(home, 'observatory.db') },
      onError: (error) => errors.push(String(error)),
      budget,
    });
  watch = makeWatch();
});
afterEach(async () => {
  await watch.close();
  await store.close();
  await rm(home, { recursive: true });
});

const until = async (isSo: () => boolean | Promise<boolean>) => {
  for (let at = 0; at < 500; at += 1) {
    if (await isSo()) return;
    await setTimeout(10);
  }
  expect.unreachable('It did not come true.');
};

const listPast = async () => (await store.listImports({ cursor: null, limit: 10 })).items;
const untilImported = async () => {
  while ((await listPast())[0]?.status !== 'done') await setTimeout(10);
};

/** Cancels the import of a folder before its first file was read; `letGo` ends that file. */
const cancelEarly = async (begin: () => Promise<unknown>) => {
  const refused = answer;
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  answer = (file) => held.then(() => refused(file));
  await begin();
  await until(async () => (await listPast())[0]?.status === 'open' && read.length > 0);
  return { letGo, canceled: imports.cancel((await listPast())[0]?.id ?? '') };
};

const fill = async (folder: string, names: readonly string[]) => {
  await mkdir(path.join(home, folder), { recursive: true });
  for (const name of names) await writeFile(path.join(home, folder, name), '{}\n');
};

describe('a watched folder', () => {
  it('is imported when watching begins, the newest file first, with a result for each file', async () => {
    await fill('logs', ['old.jsonl', 'new.jsonl', 'between.jsonl']);
    for (const [name, atMs] of [
      ['old', 1_000],
      ['between', 2_000],
    ] as const)
      await utimes(path.join(home, 'logs', `${name}.jsonl`), atMs, atMs);
    await watch.add(path.join(home, 'logs'));
    await untilImported();
    expect(read).toEqual(['logs/new.jsonl', 'logs/between.jsonl', 'logs/old.jsonl']);
    const [past] = await listPast();
    expect(past).toMatchObject({ origin: 'watch', label: path.join(home, 'logs'), files: 3, filesDone: 3, skipped: 3, bytes: 3 });
    await watch.close();
    // When the server starts again, nothing has changed, so nothing is reported.
    read.length = 0;
    watch = makeWatch();
    await watch.start([]);
    await until(() => read.length === 3);
    expect(read.toSorted()).toEqual(['logs/between.jsonl', 'logs/new.jsonl', 'logs/old.jsonl']);
    expect(await listPast()).toEqual([past]);
  });

  it('holds packed files, which are read again when a part is appended', async () => {
    await fill('logs', ['a.jsonl.gz', 'b.jsonl.zst', 'c.zst']);
    await watch.add(path.join(home, 'logs'));
    await untilImported();
    expect(read.toSorted()).toEqual(['logs/a.jsonl.gz', 'logs/b.jsonl.zst']);
    read.length = 0;
    await appendFile(path.join(home, 'logs/b.jsonl.zst'), '{}\n');
    await until(() => read.includes('logs/b.jsonl.zst'));
  });

  it('stops importing when it is removed, and says which files were not read', async () => {
    await fill('logs', ['a.jsonl', 'b.jsonl']);
    const removed: Promise<unknown>[] = [];
    const refused = answer;
    answer = (file) => {
      if (removed.length === 0) removed.push(watch.remove(path.join(home, 'logs')));
      return refused(file);
    };
    await watch.add(path.join(home, 'logs'));
    await until(() => removed.length > 0);
    await Promise.all(removed);
    const [past] = await listPast();
    expect(past).toMatchObject({ status: 'cancelled', files: 2 });
    expect((await imports.get(past?.id ?? '')).results).toHaveLength(2);
  });

  it('goes on with the rest once its import was canceled', async () => {
    await fill('logs', ['a.jsonl', 'b.jsonl']);
    const folder = path.join(home, 'logs');
    const { cursor } = await store.readChanges(null, 1);
    const { letGo, canceled } = await cancelEarly(() => watch.add(folder));
    letGo();
    expect(await canceled).toMatchObject({ status: 'cancelled', files: 2 });
    expect(watch.list()).toMatchObject([{ path: folder, problem: null, isPartial: true }]);
    const { changes } = await store.readChanges(cursor, 100);
    // That it is followed, and that there is a rest.
    expect(changes.filter(({ topic, subjectId }) => topic === 'watch' && subjectId === folder)).toHaveLength(2);
    expect((await watch.add(folder)).importId).not.toBeNull();
    await untilImported();
    expect((await listPast())[0]).toMatchObject({ status: 'done', files: 2, filesDone: 2, notRead: 0 });
    expect(await watch.add(folder)).toMatchObject({ importId: null });
  });

  it('goes on with the rest before the canceled import has ended', async () => {
    await fill('logs', ['a.jsonl', 'b.jsonl']);
    const folder = path.join(home, 'logs');
    const { letGo, canceled } = await cancelEarly(() => watch.add(folder));
    const again = watch.add(folder);
    await setTimeout(50);
    letGo();
    expect((await again).importId).not.toBeNull();
    await Promise.all([canceled, untilImported()]);
    expect(await listPast()).toMatchObject([{ status: 'done', filesDone: 2 }, { status: 'cancelled' }]);
  });

  it('is followed once where it is added twice at a time, and stays one of the command line', async () => {
    await fill('logs', ['a.jsonl', 'b.jsonl']);
    const folder = path.join(home, 'logs');
    const { letGo, canceled } = await cancelEarly(() => watch.start([folder, folder]));
    letGo();
    await canceled;
    const importIds = (await Promise.all([watch.add(folder), watch.add(folder)])).map(({ importId }) => importId);
    expect(importIds.filter((id) => id !== null)).toHaveLength(1);
    await untilImported();
    expect(watch.list()).toMatchObject([{ path: folder, fromCommandLine: true, isPartial: false }]);
    expect(await store.listWatched()).toEqual([]);
    expect(await listPast()).toHaveLength(2);
  });

  it('says that it is gone, and is read anew where it is followed again', async () => {
    await fill('logs', ['a.jsonl']);
    const folder = path.join(home, 'logs');
    await watch.add(folder);
    await untilImported();
    await rm(folder, { recursive: true });
    await until(() => watch.list()[0]?.problem === `${folder} is gone. Follow it again once it is back.`);
    await fill('logs', ['b.jsonl']);
    await watch.add(folder);
    await until(() => read.includes('logs/b.jsonl'));
    expect(watch.list()).toMatchObject([{ path: folder, problem: null }]);
  });

  it('says that it is gone, long after the last of its files', async () => {
    await fill('logs', ['a.jsonl']);
    const folder = path.join(home, 'logs');
    await watch.add(folder);
    await untilImported();
    await rm(path.join(folder, 'a.jsonl'));
    await setTimeout(500);
    await rmdir(folder);
    await until(() => watch.list()[0]?.problem !== null);
  });

  it('says which part of it cannot be read, and what to do', () => {
    const denied = Object.assign(new Error('EACCES: permission denied, scandir'), { code: 'EACCES', path: '/logs/a' });
    expect(toUnreadable('/logs', denied)).toBe(
      '/logs/a cannot be read: permission denied. Make it readable and follow /logs again. The rest is followed.',
    );
    expect(toUnreadable('/logs', new Error('other'))).toBe('other');
  });

  it('tries a file again until the database is free, and logs it', async () => {
    await fill('logs', ['old.jsonl']);
    await watch.add(path.join(home, 'logs'));
    await untilImported();
    read.length = 0;
    const refused = answer;
    answer = (file) =>
      read.length < 3
        ? makeRefusedResult(file, 1, 'failed', { line: null, code: 'store_busy', message: 'Busy.', excerpt: null }, null)
        : refused(file);
    await fill('logs', ['a.jsonl']);
    await until(() => read.length === 3);
    await setTimeout(300);
    expect(read).toEqual(Array.from({ length: 3 }, () => 'logs/a.jsonl'));
    expect(errors).toEqual([expect.stringMatching(/a\.jsonl: Busy\..* in 0\.25 s/u), expect.stringMatching(/in 0\.5 s/u)]);
  });

  it('reads a file in it again on request', async () => {
    await fill('logs', ['a.jsonl']);
    await watch.add(path.join(home, 'logs'));
    await until(() => read.length === 1);
    expect(watch.reread(path.join(home, 'logs', 'a.jsonl'))).toBe(true);
    await until(() => read.length === 2);
    expect(watch.reread(path.join(home, 'elsewhere', 'a.jsonl'))).toBe(false);
  });

  it('follows no links in it, but may be one itself', async () => {
    await fill('elsewhere', ['secret.jsonl']);
    await fill('logs', ['a.jsonl']);
    await symlink(path.join(home, 'elsewhere', 'secret.jsonl'), path.join(home, 'logs', 'link.jsonl'));
    await symlink(path.join(home, 'elsewhere'), path.join(home, 'logs', 'folder'));
    await symlink(path.join(home, 'logs'), path.join(home, 'alias'));
    const { watched } = await watch.add(path.join(home, 'alias'));
    expect(watched).toMatchObject([{ path: path.join(home, 'logs'), problem: null }]);
    await until(() => read.length > 0);
    await appendFile(path.join(home, 'elsewhere', 'secret.jsonl'), '{}\n');
    await setTimeout(300);
    expect(read).toEqual(['logs/a.jsonl']);
  });

  it('must be a whole path, except on the command line', async () => {
    await fill('logs', ['a.jsonl']);
    const relative = path.relative(process.cwd(), path.join(home, 'logs'));
    for (const given of [relative, 'logs', './logs', '~ada/logs']) {
      const refused = { code: 'invalid_input', message: `${given}: use a whole path, such as ~/.claude/projects.` };
      await expect(watch.preview(given)).rejects.toMatchObject(refused);
      await expect(watch.add(given)).rejects.toMatchObject(refused);
      await expect(watch.remove(given)).rejects.toMatchObject(refused);
    }
    await watch.start([relative]);
    expect(watch.list()).toMatchObject([{ path: path.join(home, 'logs'), problem: null }]);
  });

  it('needs a confirmation where it is a home folder or more', async () => {
    await fill('logs', ['a.jsonl', 'b.json', 'notes.txt']);
    await fill('.', ['observatory.db', 'observatory.db-wal']);
    expect(await watch.preview('~')).toEqual({
      path: home,
      files: 2,
      bytes: 6,
      examples: expect.arrayContaining(['logs/a.jsonl', 'logs/b.json']) as string[],
      problem: null,
      warning: `${home} is your whole home folder.`,
    });
    await expect(watch.add(home)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('whole home folder') as string,
    });
    expect(watch.list()).toEqual([]);
    expect((await watch.add(home, { isConfirmed: true })).watched).toMatchObject([{ path: home, problem: null }]);
  });

  it('leaves out what belongs to the archive, and nothing else beside it', async () => {
    await fill('.', ['observatory.db', 'observatory.db-wal']);
    await fill('spool', ['1-x.json']);
    await fill('hook-spool/observatory.db', ['1.json']);
    await fill('observatory.db-sessions', ['a.jsonl']);
    const { examples } = await watch.preview(home);
    expect(examples).toEqual(['observatory.db-sessions/a.jsonl']);
    expect((await watch.preview(path.join(home, 'hook-spool', 'observatory.db'))).files).toBe(0);
    expect((await watch.preview(path.join(home, 'spool'))).files).toBe(0);
  });

  it('counts the same files while it is watched as before, and stops once there are too many', async () => {
    await fill('logs', ['a.db', 'a.db-wal', 'b.sqlite', 'b.sqlite-wal', 'c.jsonl', 'notes.txt']);
    const logs = path.join(home, 'logs');
    expect(await watch.preview(logs)).toMatchObject({ files: 3, problem: null });
    await watch.add(logs);
    await until(() => new Set(read).size === 3);
    await fill('logs', ['d.jsonl', 'd.db-wal']);
    await until(() => read.includes('logs/d.jsonl'));
    await setTimeout(300);
    expect(watch.list()).toMatchObject([{ path: logs, problem: null }]);
    await fill('logs', ['e.jsonl']);
    await until(() => watch.list()[0]?.problem !== null);
    expect(watch.list()[0]?.problem).toContain('more than 4 session files');
    expect(read).not.toContain('logs/e.jsonl');
    expect((await watch.preview(logs)).problem).toContain('more than 4 session files');
  });

  it('is refused over its budget, with or without a confirmation', async () => {
    await fill('logs', ['a.jsonl', 'b.jsonl', 'c.txt']);
    const logs = path.join(home, 'logs');
    expect((await scanFolder(logs, { home, own: home + '.db' }, { files: 1, entries: 100 })).preview.problem).toContain(
      'more than 1 session files',
    );
    expect((await scanFolder(logs, { home, own: home + '.db' }, { files: 10, entries: 2 })).preview.problem).toContain(
      'more than 2 files and folders',
    );
    expect((await scanFolder(logs, { home, own: home + '.db' }, { files: 2, entries: 3 })).preview.problem).toBeNull();
    await expect(watch.add(path.join(home, 'none'), { isConfirmed: true })).rejects.toMatchObject({ code: 'invalid_input' });
  });
});
