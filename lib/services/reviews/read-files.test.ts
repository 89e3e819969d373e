import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readFiles } from './read-files.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), 'observatory-read-'))));
afterEach(() => rm(folder, { recursive: true }));

const read = (files: Readonly<Record<string, Buffer>>) => {
  for (const [name, bytes] of Object.entries(files)) writeFileSync(path.join(folder, name), bytes);
  const watched = Object.keys(files).map((name) => ({ path: name, bytes: statSync(path.join(folder, name)).size, mtimeMs: 0 }));
  return readFiles(folder, watched, { budget: 4_000_000, changed: new Set() });
};

it('sends no text that it would have to guess, and says which files those are', async () => {
  const { files, unread, leftOut } = await read({
    'utf8.py': Buffer.from('name = "é"\n'),
    'latin1.py': Buffer.from('name = "é"\n', 'latin1'),
    'image.png': Buffer.from([0x89, 0x50, 0, 0xff]),
  });
  expect(files).toMatchObject([{ path: 'utf8.py', text: 'name = "é"\n', isCut: false }]);
  expect(unread.toSorted()).toEqual(['image.png', 'latin1.py']);
  expect(leftOut).toBe("1 file isn't text or can't be read; 1 file isn't UTF-8 (latin1.py): convert it to have it reviewed");
});

it('reads the beginning of a large file, also where it is cut within a character', async () => {
  const { files, unread } = await read({ 'large.txt': Buffer.from(`a${'é'.repeat(600_000)}`) });
  expect(unread).toEqual([]);
  expect(files).toMatchObject([{ isCut: true, totalChars: 1 + 524_287 }]);
});
