import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'observatory-setup-'));
  mkdirSync(path.join(folder, 'clone'));
  for (const name of ['scripts', 'package.json', 'package-lock.json'])
    cpSync(path.join(root, name), path.join(folder, 'clone', name), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

it.each([
  ['another folder', true],
  ['nowhere', false],
])('installs nothing through a link to %s', (_name, isThere) => {
  const other = path.join(folder, 'other');
  if (isThere) {
    mkdirSync(other);
    writeFileSync(path.join(other, 'keep'), '');
  }
  symlinkSync(other, path.join(folder, 'clone', 'node_modules'));
  const { status, stderr } = spawnSync(process.execPath, [path.join(folder, 'clone/scripts/setup.mjs')], { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toMatch(/node_modules is a link/u);
  expect(stderr).not.toContain('Installing');
  if (isThere) expect(readdirSync(other)).toEqual(['keep']);
});
