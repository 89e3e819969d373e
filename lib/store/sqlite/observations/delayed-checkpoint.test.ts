import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeDelayedCheckpoint } from './delayed-checkpoint.ts';

let folder: string;
let db: Database.Database;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'observatory-checkpoint-'));
  db = new Database(path.join(folder, 'a.db'));
  db.pragma('journal_mode = WAL');
  db.pragma('wal_autocheckpoint = 10');
  db.exec('CREATE TABLE texts (text TEXT)');
});
afterEach(async () => {
  db.close();
  await rm(folder, { recursive: true });
});

const writeLarge = () => db.prepare('INSERT INTO texts VALUES (?)').run('x'.repeat(400_000));
const bytesOf = async (): Promise<number> => (await stat(path.join(folder, 'a.db'))).size;

it('copies the log back shortly after a large write, not within its commit', async () => {
  const delay = makeDelayedCheckpoint(db);
  const before = await bytesOf();
  delay();
  writeLarge();
  expect(await bytesOf()).toBe(before);
  await expect.poll(bytesOf).toBeGreaterThan(400_000);
  expect(db.pragma('wal_autocheckpoint', { simple: true })).toBe(10);
});

it('copies it back within the third of several large writes in a row', async () => {
  const delay = makeDelayedCheckpoint(db);
  for (let write = 0; write < 3; write += 1) {
    expect(await bytesOf()).toBeLessThan(400_000);
    delay();
    writeLarge();
  }
  expect(await bytesOf()).toBeGreaterThan(1_200_000);
});
