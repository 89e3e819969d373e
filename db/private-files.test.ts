import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makePrivate } from './private-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'observatory-private-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('takes the rights of others away once, and says where', () => {
  const file = path.join(folder, 'observatory.db');
  writeFileSync(file, '');
  chmodSync(file, 0o664);
  expect(makePrivate([file, path.join(folder, 'none')])).toEqual([file]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(makePrivate([file])).toEqual([]);
});

it.skipIf(!existsSync('/proc/self/comm'))('passes over files whose system has no such modes', () => {
  expect(makePrivate(['/proc/self/comm'])).toEqual([]);
});
