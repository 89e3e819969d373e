import { spawnSync } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { dumpTables } from '../db/dump-tables.ts';
import {
  addMount,
  databaseIn,
  finish,
  folderOf,
  isBuilt,
  makeHome,
  makeLong,
  openImport,
  runImport,
  send,
  spawnImport,
  start,
  stop,
  unprivileged,
  useImports,
} from './__fixtures__/imports.ts';

useImports();

describe.skipIf(!isBuilt)('what cannot be read or written', () => {
  it('names a folder and a file without permission, and reads the rest', async () => {
    const files = path.join(folderOf(), 'files');
    await mkdir(path.join(files, 'locked'), { recursive: true });
    await writeFile(path.join(files, 'fine.jsonl'), makeLong('fine', 3));
    await writeFile(path.join(files, 'secret.jsonl'), makeLong('secret', 3));
    await chmod(path.join(files, 'secret.jsonl'), 0);
    await chmod(path.join(files, 'locked'), 0);
    const home = await makeHome('home');
    const { code, output } = await spawnImport(home, [files], unprivileged).ended;
    await chmod(path.join(files, 'locked'), 0o700);
    const reported = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { file: string; issues: { code: string; message: string }[] });
    expect(reported.map(({ file, issues }) => [path.basename(file), ...issues.map((issue) => `${issue.code}: ${issue.message}`)])).toEqual([
      ['fine.jsonl'],
      ['locked', 'unreadable: Cannot read the folder: permission denied.'],
      ['secret.jsonl', 'unreadable: The file cannot be read: permission denied.'],
    ]);
    expect(code).toBe(3);
    expect(dumpTables(databaseIn(home)).sessions).toHaveLength(1);
  });

  const mountSmall = (place: string): boolean => {
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=3m,mode=700', 'tmpfs', place]).status === 0;
    if (mounted) addMount(place);
    return mounted;
  };

  it('says which disk is full, lives on, and keeps what is stored whole', async ({ skip }) => {
    const home = await makeHome('small');
    if (!mountSmall(home)) skip('needs the right to mount a small disk');
    const server = await start(home);
    const id = await openImport(server.url);
    expect((await send(server.url, id, 'fine.jsonl', makeLong('fine', 3))).status).toBe(201);
    const large = await send(server.url, id, 'large.jsonl', makeLong('large', 10, 'x'.repeat(1_000_000)));
    expect(large.text).toContain(`The disk of ${path.join(home, 'spool')} is full`);
    expect(large.text).toContain('disk_full');
    expect((await send(server.url, id, 'again.jsonl', makeLong('again', 3))).status).toBe(201);
    const { results } = await finish(server.url, id);
    expect(results.map(({ path: name, status }) => `${name} ${status}`)).toEqual([
      'fine.jsonl imported',
      'large.jsonl failed',
      'again.jsonl imported',
    ]);
    await stop(server);
    expect(dumpTables(databaseIn(home)).sessions).toHaveLength(2);
  });

  it('says so when the database has no more room, and goes on once there is some', async ({ skip }) => {
    const home = await makeHome('small');
    if (!mountSmall(home)) skip('needs the right to mount a small disk');
    const file = path.join(folderOf(), 'large.jsonl');
    await writeFile(file, makeLong('large', 8_000, 'lorem ipsum '.repeat(40)));
    const full = await runImport(home, file);
    expect(full.code).not.toBe(0);
    expect(full.output + full.errors).toContain(`The disk that holds ${databaseIn(home)} is full`);
    expect(spawnSync('mount', ['-o', 'remount,size=100m', home]).status).toBe(0);
    expect((dumpTables(databaseIn(home)).records ?? []).length).toBeLessThan(8_000);
    expect((await runImport(home, file)).code).toBe(0);
    const straight = await makeHome('straight');
    await runImport(straight, file);
    expect(dumpTables(databaseIn(home))).toEqual(dumpTables(databaseIn(straight)));
  });
});
