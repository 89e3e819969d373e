import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findFiles } from './find-files.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-find-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('follows no links, neither in circles nor out of the folder', async () => {
  await mkdir(path.join(folder, 'in'));
  await writeFile(path.join(folder, 'in', 'a.jsonl'), '{}');
  await symlink('..', path.join(folder, 'in', 'loop'));
  await symlink('/etc/passwd', path.join(folder, 'passwd'));
  expect(await findFiles(folder)).toEqual([{ file: path.join(folder, 'in', 'a.jsonl'), problem: null }]);
});

it('says so of a name that is not UTF-8', async ({ skip }) => {
  const name = Buffer.concat([Buffer.from(`${folder}/b`), Buffer.from([0xff]), Buffer.from('.jsonl')]);
  // Some file systems take none.
  if (
    !(await writeFile(name, '{}').then(
      () => true,
      () => false,
    ))
  )
    skip();
  expect(await findFiles(folder)).toMatchObject([{ problem: expect.stringContaining('not UTF-8') }]);
});
