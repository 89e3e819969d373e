import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followCommits } from './follow-commits.ts';

const timing = { pollMs: 5, quietAfterMs: 20, quietPollMs: 60_000 };

let folder: string;
let writer: Database.Database;
let reader: Database.Database;
let stop: () => void;
const look = vi.fn<() => boolean>();

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'observatory-commits-'));
  const file = path.join(folder, 'archive.db');
  writer = new Database(file);
  writer.pragma('journal_mode = WAL');
  writer.exec('CREATE TABLE notes (text TEXT)');
  reader = new Database(file);
  const version = reader.prepare<[], number>('PRAGMA data_version').pluck();
  let seen = version.get();
  look.mockReset().mockImplementation(() => {
    const [before, now] = [seen, version.get()];
    seen = now;
    return before !== now;
  });
});
afterEach(() => {
  stop();
  reader.close();
  writer.close();
  rmSync(folder, { recursive: true, force: true });
});

const countNoticed = () => look.mock.results.filter(({ value }) => value === true).length;
const addNote = () => writer.exec("INSERT INTO notes VALUES ('one')");

it.skipIf(process.platform === 'win32')('notices commits while it asks often, and once it only watches the log', async () => {
  stop = followCommits(reader.name, look, timing);
  addNote();
  await vi.waitFor(() => expect(countNoticed()).toBe(1));
  // Every second beat of 5 ms would be missed on a busy machine; without rest there would be 20.
  await vi.waitFor(async () => {
    const before = look.mock.calls.length;
    await setTimeout(100);
    expect(look.mock.calls.length - before).toBeLessThanOrEqual(1);
  }, 5_000);
  addNote();
  await vi.waitFor(() => expect(countNoticed()).toBe(2));
  // The log begins anew with the next write.
  writer.pragma('wal_checkpoint(TRUNCATE)');
  await setTimeout(100);
  addNote();
  await vi.waitFor(() => expect(countNoticed()).toBe(3));
});

it('asks often where there is no log to watch', async () => {
  stop = followCommits(path.join(folder, 'missing.db'), look, timing);
  await setTimeout(200);
  addNote();
  await vi.waitFor(() => expect(countNoticed()).toBe(1));
});

it('ends', async () => {
  stop = followCommits(reader.name, look, timing);
  stop();
  addNote();
  await setTimeout(50);
  expect(look).not.toHaveBeenCalled();
});
