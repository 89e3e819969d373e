import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { openDatabase } from '../db/open-database.ts';
import { makeBatch, makeRecordRow, makeSessionRow } from '../lib/store/make-batch.ts';
import { makeSqliteStore } from '../lib/store/sqlite/sqlite-store.ts';
import type { Store } from '../lib/store/store.ts';
import { inFolder, timeMs } from './archive.ts';
import { atLeast, atMost, quantile, type Figure } from './figure.ts';
import { runImport } from './import-speed.ts';
import { writeSnapshots } from './write-snapshots.ts';

const bytesOfSnapshot = 100_000;
const rendersASession = 50;
const migrationsFolder = path.resolve('db/migrations');

/** Milliseconds to read and parse each line, and to do nothing with it. */
const timeParsing = (file: string): Promise<number> =>
  timeMs(async () => {
    for await (const line of createInterface({ input: createReadStream(file) })) JSON.parse(line);
  });

const runVerify = (databaseFile: string): Promise<number> =>
  timeMs(() =>
    promisify(execFile)(process.execPath, [path.resolve('dist/observatory.mjs'), 'trajectories', 'verify'], {
      env: { ...process.env, OBSERVATORY_DB: databaseFile, NODE_ENV: 'production' },
      maxBuffer: 64 * 1024 * 1024,
    }),
  );

const measureSnapshots = async (folder: string, snapshots: number): Promise<Figure[]> => {
  const file = path.join(folder, 'dump.jsonl');
  const databaseFile = path.join(folder, 'snapshots.db');
  const bytes = await writeSnapshots(file, { snapshots, bytes: bytesOfSnapshot, rendersASession });
  const parseMs = await timeParsing(file);
  const imported = await runImport(file, databaseFile);
  const verifyMs = await runVerify(databaseFile);
  const store = makeSqliteStore(openDatabase({ file: databaseFile, migrationsFolder }));
  const { originalLines, database } = (await store.describeArchive()).bytes;
  await store.close();
  const toSpeed = (ms: number): string => `${Math.round(bytes / 1_000 / ms)} MB/s`;
  const name = `trajectories: ${snapshots.toLocaleString('en')} snapshots of ${Math.round(bytes / snapshots / 1_000)} kB`;
  return [
    atLeast(`${name}: import (${toSpeed(imported.ms)}) beside JSON.parse (${toSpeed(parseMs)})`, parseMs / imported.ms, 0.05, ''),
    atLeast(`${name}: verify (${toSpeed(verifyMs)}) beside JSON.parse`, parseMs / verifyMs, 0.15, ''),
    atMost(`${name}: bytes of lines stored`, ((originalLines ?? bytes) / bytes) * 100, 4, '%'),
    atMost(`${name}: bytes of the database`, (database / bytes) * 100, 10, '%'),
    ...(imported.peakBytes === null ? [] : [atMost(`${name}: memory of the import`, imported.peakBytes / 1_000_000, 350, 'MB')]),
  ];
};

const putTrajectories = async (store: Store, from: number, to: number): Promise<void> => {
  const ids = Array.from({ length: to - from }, (_, at) => `session-${from + at}`);
  for (let at = 0; at < ids.length; at += 500) {
    const some = ids.slice(at, at + 500);
    await store.append(
      makeBatch({
        sessions: some.map((id) => makeSessionRow({ id })),
        records: some.map((sessionId) => makeRecordRow({ sessionId, seq: 0 })),
        snapshots: some.map((sessionId) => ({ sessionId, recordId: 'r0', createdUs: 1_000n, hasEvents: true })),
      }),
    );
  }
  for (const [at, id] of ids.entries())
    await store.putTrajectories(id, 1, {
      snapshots: [],
      trajectories: [
        {
          ...{ part: 0, snapshots: 1, promptVersions: 1, bytes: 1, firstAtMs: 1, lastAtMs: from + at, flaw: null },
          // Ten of the descriptor that is asked for, and one of each other.
          descriptor: { ns: 'bench', key: from + at < 10 ? 'wanted' : `other-${from + at}`, tag: 'latest' },
        },
      ],
    });
};

const timeListing = async (store: Store): Promise<number> => {
  const times: number[] = [];
  const list = () =>
    store.listTrajectories({ descriptor: { ns: 'bench', key: 'wanted', tag: 'latest' }, isRefused: false }, { cursor: null, limit: 50 });
  for (let round = 0; round < 300; round += 1) times.push(await timeMs(list));
  return quantile(times, 0.5);
};

const measureListing = async (folder: string): Promise<Figure[]> => {
  const store = makeSqliteStore(openDatabase({ file: path.join(folder, 'listing.db'), migrationsFolder }));
  await putTrajectories(store, 0, 20);
  const few = await timeListing(store);
  await putTrajectories(store, 20, 10_010);
  const many = await timeListing(store);
  await store.close();
  return [
    atMost('trajectories: listing one descriptor among 10,000 others', many, 5, 'ms'),
    atMost('trajectories: listing one descriptor among 10,000 others, beside 10', many / few, 1.5, ''),
  ];
};

/**
 * Import and verifying of snapshots beside reading and parsing their lines in the same run, what they take, and the list of one
 * descriptor's trajectories as others grow. `full`: 10,000 snapshots, else 1,000.
 */
export const measureTrajectories = (full: boolean): Promise<Figure[]> =>
  inFolder(async (folder) => [...(await measureSnapshots(folder, full ? 10_000 : 1_000)), ...(await measureListing(folder))]);
