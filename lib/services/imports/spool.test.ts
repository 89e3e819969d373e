import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeSpool } from './spool.ts';

let data: string;
let folder: string;
beforeEach(async () => {
  data = await mkdtemp(path.join(os.tmpdir(), 'observatory-spool-'));
  folder = path.join(data, 'spool');
  await mkdir(folder);
});
afterEach(() => rm(data, { recursive: true, force: true }));

const make = (limit?: number) => makeSpool({ folder, processId: 7, isAlive: (id) => id !== 8, limit });
const never = new AbortController().signal;

it('keeps a body until it is removed', async () => {
  const spooled = await make().write('a', Readable.from([Buffer.from('one '), Buffer.from('two')]), never);
  expect([spooled.bytes, await readFile(spooled.file, 'utf8')]).toEqual([7, 'one two']);
  await spooled.remove();
  expect(await readdir(folder)).toEqual([]);
});

it('counts bytes against the limit and leaves nothing behind', async () => {
  await expect(make(5).write('a', Readable.from([Buffer.alloc(3), Buffer.alloc(3)]), never)).rejects.toMatchObject({ code: 'too_large' });
  expect(await readdir(folder)).toEqual([]);
});

it('leaves nothing of a body that is cut off', async () => {
  const body = new Readable({ read: () => undefined });
  body.push('begin');
  const controller = new AbortController();
  const writing = make().write('a', body, controller.signal);
  controller.abort();
  await expect(writing).rejects.toMatchObject({ code: 'cancelled' });
  expect(await readdir(folder)).toEqual([]);
});

it('removes what ended processes left, one with the same id included', async () => {
  await Promise.all(['6-running', '7-mine', '8-dead'].map((name) => writeFile(path.join(folder, name), '')));
  await make().clean();
  expect(await readdir(folder)).toEqual(['6-running']);
});

it('neither writes nor removes anything where other users can change its folder', async () => {
  await writeFile(path.join(folder, '8-dead'), '');
  const refuse = async (message: string) => {
    await make().clean();
    await expect(make().write('a', Readable.from([Buffer.from('one')]), never)).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining(message) as string,
    });
    expect(await readdir(folder)).toEqual(['8-dead']);
  };
  for (const one of [data, folder]) {
    await chmod(one, 0o1777);
    await refuse(`chmod go-w ${one}`);
    await chmod(one, 0o700);
  }
  await rename(folder, path.join(data, 'elsewhere'));
  await symlink(path.join(data, 'elsewhere'), folder);
  await refuse('symbolic link');
});
