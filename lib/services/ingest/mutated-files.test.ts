import { readdirSync, readFileSync } from 'node:fs';
import { copyFile, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dumpTables } from '../../../db/dump-tables.ts';
import { openStore } from '../../../db/open-store.ts';
import { skippingCodes } from '../../domain/issue.ts';
import type { FileResult } from '../../domain/import.ts';
import { fuzz, fuzzTimeout } from '../../../e2e/fuzz.ts';
import { mutate, mutations, shares } from '../../formats/__fixtures__/mutate.ts';
import { fixtureNames, readFixture } from '../../formats/__fixtures__/reduce-bytes.ts';
import { formats } from '../../formats/registry.ts';
import type { Store } from '../../store/store.ts';
import { recordsOf } from './__fixtures__/database-archive.ts';
import { importFile } from './import-file.ts';

const migrationsFolder = path.resolve('db/migrations');
const samples = process.env['OBSERVATORY_SAMPLES'];
/** Larger samples would make each run too long. */
const maxBytes = 300_000;

const listSamples = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();

let folder = '';
/** An archive without rows: migrating one takes longer than copying it. */
let empty = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'observatory-mutated-'));
  empty = path.join(folder, 'empty.db');
  await openStore(empty, { migrationsFolder }).close();
});
afterAll(() => rm(folder, { recursive: true }));

const importInto = (store: Store, file: string): Promise<FileResult> =>
  importFile(
    { store, now: () => 0, scratchFolder: path.join(folder, 'scratch') },
    { file, path: file, synthetic: false, signal: new AbortController().signal, onProgress: () => undefined },
  );

/** Every row of an archive after a file was imported at each of these sizes, in bytes, and what `look` saw each time. */
const importAt = async <T>(bytes: Buffer, lengths: readonly number[], look: (result: FileResult, store: Store) => Promise<T>) => {
  const [database, file] = [path.join(folder, 'archive.db'), path.join(folder, 'session.jsonl')];
  for (const end of ['', '-wal', '-shm']) await rm(`${database}${end}`, { force: true });
  await copyFile(empty, database);
  const store = openStore(database, { migrationsFolder });
  const seen: T[] = [];
  try {
    for (const [step, length] of lengths.entries()) {
      await writeFile(file, bytes.subarray(0, length));
      await utimes(file, step + 1, step + 1);
      seen.push(await look(await importInto(store, file), store));
    }
  } finally {
    await store.close();
  }
  return { archive: dumpTables(database), seen };
};

const unpack = (bytes: Buffer): Buffer => {
  try {
    return bytes[0] === 0x1f && bytes[1] === 0x8b ? unpack(gunzipSync(bytes)) : bytes;
  } catch {
    return bytes;
  }
};

/** The id that a line gives itself: of lines with the same one, the first counts. */
const idOf = (line: string): string =>
  /"(?:uuid|id)":\s*("[^"]+"|\d+)/u.exec(line)?.[1] ??
  /"session_id":\s*"[^"]*",\s*"turn_idx":\s*\d+/u.exec(line)?.[0].replaceAll(' ', '') ??
  line;

/** Numbers of the lines with content of which the archive has neither a record nor an issue. */
const findLost = async (bytes: Buffer, { issues, pendingTail }: FileResult, store: Store): Promise<number[]> => {
  const found = new Set((await recordsOf(store)).map(({ line }) => line));
  for (const { line } of issues) found.add(line);
  const lines = unpack(bytes).toString('utf8').split('\n');
  if (pendingTail) lines.pop();
  const isFound = (_: string, at: number) => found.has(at + 1);
  const ids = new Set(lines.filter(isFound).map(idOf));
  return lines.flatMap((line, at) => (line.trim() !== '' && !isFound(line, at) && !ids.has(idOf(line)) ? at + 1 : []));
};

/** The most memory that this process ever held, in bytes. */
const peakBytes = (): number => process.resourceUsage().maxRSS * 1024;
const maxGrowthBytes = 300_000_000;

const isDatabase = (bytes: Buffer): boolean => bytes.toString('latin1', 0, 15) === 'SQLite format 3';
const isRead = ({ status }: FileResult): boolean => status === 'imported' || status === 'partial';

/** Checks that hold for every file, whatever its content; `share` of its bytes are there at the first import. */
const check = async (bytes: Buffer, share: number): Promise<void> => {
  const once = await importAt(bytes, [bytes.length], async (result, store) => {
    expect(['imported', 'partial', 'refused', 'failed']).toContain(result.status);
    if (!isRead(result)) expect(result.issues[0]?.message).toMatch(/\w{3,}/u);
    for (const { message } of result.issues) expect(message).toMatch(/\w{3,}/u);
    const format = formats.find(({ id }) => id === result.format);
    if (isRead(result) && format?.shape === 'lines' && !isDatabase(bytes)) {
      expect(result.skippedLines).toBe(result.issues.filter(({ code }) => skippingCodes.includes(code)).length);
      if (format.companionOf === undefined && result.sessionCount > 0) expect(await findLost(bytes, result, store)).toEqual([]);
    }
    return result;
  });
  const again = await importAt(bytes, [bytes.length, bytes.length], async (result) => result);
  expect(again.archive).toEqual(once.archive);
  const [first, second] = again.seen;
  if (first && isRead(first)) expect(second).toMatchObject({ status: 'unchanged', newRecords: 0 });
  const grown = await importAt(bytes, [Math.floor(bytes.length * share), bytes.length], async (result) => result);
  const isSame = grown.seen.every((result) => isRead(result) && result.format === first?.format);
  if (isSame) expect(grown.archive).toEqual(once.archive);
};

const names = [...fixtureNames, ...(samples === undefined ? [] : listSamples(samples))];

describe('a damaged file', () => {
  it(
    'is imported or refused by name, loses no line in silence, and gives the same when imported again or in two steps',
    async () => {
      const read = (name: string) => (path.isAbsolute(name) ? readFileSync(name) : readFixture(name));
      const files = new Map(names.map((name) => [name, read(name)] as const).filter(([, { length }]) => length > 0 && length < maxBytes));
      const before = peakBytes();
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...files.keys()), mutations, shares, (name, by, share) =>
          check(mutate(files.get(name) ?? Buffer.alloc(0), by), share),
        ),
        fuzz(50),
      );
      expect(peakBytes() - before).toBeLessThan(maxGrowthBytes);
    },
    fuzzTimeout(120_000),
  );
});
