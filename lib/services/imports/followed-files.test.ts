import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { makeFollowedFiles } from './followed-files.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it('joins changes that come together, and works once more for those that come meanwhile', async () => {
  let atOnce = 0;
  let runs = 0;
  const files = makeFollowedFiles(async () => {
    atOnce += 1;
    runs += 1;
    expect(atOnce).toBe(1);
    await pause(60);
    atOnce -= 1;
  });
  for (let at = 0; at < 5; at += 1) files.changed('a');
  await pause(50);
  for (let at = 0; at < 5; at += 1) files.changed('a');
  await pause(200);
  await files.close();
  files.changed('a');
  await pause(50);
  expect(runs).toBe(2);
});

it('finds what was appended after the work, though nothing reported it, and rests then', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'observatory-followed-'));
  const file = path.join(folder, 'a.jsonl');
  const seen: string[] = [];
  const files = makeFollowedFiles(async () => {
    seen.push(await readFile(file, 'utf8'));
  });
  try {
    await appendFile(file, 'one\n');
    files.changed(file);
    await expect.poll(() => seen).toEqual(['one\n']);
    await appendFile(file, 'two\n');
    await expect.poll(() => seen).toEqual(['one\n', 'one\ntwo\n']);
    await pause(200);
    expect(seen).toHaveLength(2);
  } finally {
    await files.close();
    await rm(folder, { recursive: true });
  }
});
