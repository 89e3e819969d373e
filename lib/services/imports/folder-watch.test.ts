import { appendFile, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../db/open-store.ts';
import type { FileResult } from '../../domain/import.ts';
import type { Store } from '../../store/store.ts';
import { makeRefusedResult } from '../ingest/file-result.ts';
import { makeFolderWatch, type FolderWatch } from './folder-watch.ts';
import { findBreadth, previewFolder } from './preview-folder.ts';

let home: string;
let store: Store;
let watch: FolderWatch;
let read: string[];
let errors: string[];
let answer: (file: string) => FileResult;
beforeEach(async () => {
  home = await realpath(await mkdtemp(path.join(os.tmpdir(), 'observatory-watch-')));
  store = openStore(':memory:', { migrationsFolder: path.resolve('db/migrations') });
  [read, errors] = [[], []];
  answer = (file) => makeRefusedResult(file, 1, 'refused', { line: null, code: 'not_recognized', message: '', excerpt: null }, null);
  const run = ({ file }: { file: string }) => {
    read.push(path.relative(home, file));
    return Promise.resolve(answer(file));
  };
  watch = makeFolderWatch({
    store,
    queue: { run },
    now: Date.now,
    places: { home, own: path.join(home, 'observatory.db') },
    onError: (error) => errors.push(String(error)),
  });
});
afterEach(async () => {
  await watch.close();
  await store.close();
  await rm(home, { recursive: true });
});

const until = async (isSo: () => boolean) => {
  for (let at = 0; at < 500 && !isSo(); at += 1) await setTimeout(10);
  expect(isSo()).toBe(true);
};

const fill = async (folder: string, names: readonly string[]) => {
  await mkdir(path.join(home, folder), { recursive: true });
  for (const name of names) await writeFile(path.join(home, folder, name), '{}\n');
};

describe('a watched folder', () => {
  it('tries a file again until the database is free, and logs it', async () => {
    await fill('logs', ['a.jsonl']);
    const refused = answer;
    answer = (file) =>
      read.length < 3
        ? makeRefusedResult(file, 1, 'failed', { line: null, code: 'store_busy', message: 'Busy.', excerpt: null }, null)
        : refused(file);
    await watch.add(path.join(home, 'logs'));
    await until(() => read.length === 3);
    await setTimeout(300);
    expect(read).toEqual(Array.from({ length: 3 }, () => 'logs/a.jsonl'));
    expect(errors).toEqual([expect.stringMatching(/a\.jsonl: Busy\..* in 0\.25 s/u), expect.stringMatching(/in 0\.5 s/u)]);
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

  it('is refused over its budget, with or without a confirmation', async () => {
    await fill('logs', ['a.jsonl', 'b.jsonl', 'c.txt']);
    const logs = path.join(home, 'logs');
    expect((await previewFolder(logs, { home, own: home + '.db' }, { files: 1, entries: 100 })).problem).toContain(
      'more than 1 session files',
    );
    expect((await previewFolder(logs, { home, own: home + '.db' }, { files: 10, entries: 2 })).problem).toContain('more than 2 files');
    expect((await previewFolder(logs, { home, own: home + '.db' }, { files: 2, entries: 3 })).problem).toBeNull();
    await expect(watch.add(path.join(home, 'none'), { isConfirmed: true })).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

it.each([
  ['/', 'whole disk'],
  ['/home', 'home folders'],
  ['/home/me', 'whole home folder'],
  ['/home/you', 'another user'],
  ['/etc', 'system'],
  ['/var/log', 'system'],
  ['/home/me/.claude/projects', null],
  ['/srv/agents', null],
  ['/tmp/run', null],
])('%s is broad: %s', (folder, why) => {
  const found = findBreadth(folder, '/home/me');
  if (why === null) expect(found).toBeNull();
  else expect(found).toContain(why);
});
