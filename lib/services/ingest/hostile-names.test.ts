import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dumpTables } from '../../../db/dump-tables.ts';
import { openStore } from '../../../db/open-store.ts';
import { fuzz, fuzzTimeout } from '../../../e2e/fuzz.ts';
import type { FileResult } from '../../domain/import.ts';
import { fixtureNames, readFixture } from '../../formats/__fixtures__/reduce-bytes.ts';
import { makeDirectImporter } from '../imports/importer.ts';

const migrationsFolder = path.resolve('db/migrations');
let folder = '';
/** An archive without rows: migrating one takes longer than copying it. */
let empty = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'observatory-names-'));
  empty = path.join(folder, 'empty.db');
  await openStore(empty, { migrationsFolder }).close();
});
afterAll(() => rm(folder, { recursive: true }));

type Given = { name: string; text: string };

/** Imports files in this order, each twice, and one that has nothing to do with them. */
const importTwice = async (files: readonly Given[]) => {
  const database = path.join(folder, 'archive.db');
  for (const end of ['', '-wal', '-shm']) await rm(`${database}${end}`, { force: true });
  await copyFile(empty, database);
  const store = openStore(database, { migrationsFolder });
  const importer = makeDirectImporter({ store, now: () => 0 });
  const importAll = async (given: readonly Given[]): Promise<FileResult[]> => {
    const results: FileResult[] = [];
    for (const { name, text } of given) {
      const file = path.join(folder, name);
      await writeFile(file, text);
      const input = { file, path: file, synthetic: false, signal: new AbortController().signal, onProgress: () => undefined };
      results.push(await importer.importFile(input));
    }
    return results;
  };
  try {
    const first = await importAll(files);
    const once = dumpTables(database);
    const second = await importAll(files);
    expect(dumpTables(database)).toEqual(once);
    for (const [at, { status }] of second.entries()) if (first[at]?.sourceId) expect(status).toBe('unchanged');
    const [other] = await importAll([{ name: 'other.jsonl', text: plainLine }]);
    expect(other).toMatchObject({ status: 'imported', newRecords: 1 });
    return { results: first, once };
  } finally {
    await store.close();
  }
};

const plainLine = `${JSON.stringify({
  type: 'user',
  uuid: 'other-1',
  sessionId: 'other',
  timestamp: '2026-01-01T00:00:00Z',
  version: '2.1.0',
  message: { role: 'user', content: 'Hello' },
})}\n`;

const isHealthy = ({ status, issues }: FileResult): boolean => status !== 'failed' && issues.every(({ code }) => code !== 'store_busy');

const oatsRow = (id: number, session: string | null, parent: string | null): string =>
  `${JSON.stringify({
    ...{ id, session_id: session, parent_session_id: parent, turn_idx: id, role: 'tool', kind: 'tool_result', tool_name: 'bash' },
    ...{ content: 'bash: command=ls\nx', created_at: id + 0.5 },
  })}\n`;

const names = ['\0', '\ud800', '\udc00x', '\ufffd', '', ' ', '\ufeffx', '__proto__', 'e\u0301', '\u00e9', 'x'.repeat(5_000)];

const nameKey = /"(?:\w*(?:id|uuid|session|parent)\w*|name|key)"\s*:\s*("(?:[^"\\]|\\.)+")/giu;

/** The names in a file, as JSON: whatever stands under a key that could hold one. */
const listNames = (text: string): string[] => [...new Set([...text.matchAll(nameKey)].map(([, name = '']) => name))];

/** Files with some of their names replaced, the same one by the same name in each of them. */
const replaceNames = (files: readonly Given[], by: readonly (string | null)[]): Given[] => {
  const found = [...new Set(files.flatMap(({ text }) => listNames(text)))];
  const replaced = new Map(found.map((name, at) => [name, by[at % by.length] ?? null]));
  return files.map(({ name, text }) => ({
    name,
    text: text.replace(/"(?:[^"\\]|\\.)*"/gu, (one) => {
      const next = replaced.get(one);
      return next === undefined || next === null ? one : JSON.stringify(next);
    }),
  }));
};

const folderOf = (name: string): string => name.slice(0, name.indexOf('/'));
const pairs = fixtureNames.flatMap((one) =>
  fixtureNames.filter((other) => other > one && folderOf(other) === folderOf(one)).map((other) => [one, other] as const),
);
/** Most names stay different ones: where all are the same, little is left of a file. */
const hostileName = fc.oneof(
  fc.constant(null),
  fc.constantFrom(...names),
  fc.tuple(fc.constantFrom(...names), fc.nat(99)).map(([name, at]) => `${name}${at}`),
  fc.string({ unit: 'binary', maxLength: 5 }),
);

describe('names that change when they are stored', () => {
  it.each(names)('of a session and its parent end nothing: %j', async (name) => {
    const files = [
      { name: 'a.jsonl', text: oatsRow(1, name, null) },
      { name: 'b.jsonl', text: oatsRow(3, 'ses_a', name) },
    ];
    const { results, once } = await importTwice(files);
    expect(results.filter((result) => !isHealthy(result))).toEqual([]);
    const { results: others, once: other } = await importTwice(files.toReversed());
    expect(others.filter((result) => !isHealthy(result))).toEqual([]);
    expect(other).toEqual(once);
  });

  it(
    'end no import of any format, and give the same archive in any order and when imported again',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...pairs), fc.array(hostileName, { minLength: 1, maxLength: 12 }), async (pair, by) => {
          const given = pair.map((name) => ({ name: name.replaceAll('/', '-'), text: readFixture(name).toString('utf8') }));
          const files = replaceNames(given, by);
          const { results, once } = await importTwice(files);
          expect(results.filter((result) => !isHealthy(result))).toEqual([]);
          const { results: others, once: other } = await importTwice(files.toReversed());
          expect(others.filter((result) => !isHealthy(result))).toEqual([]);
          // A file of snapshots that contradicts stored ones is refused: then the first one holds.
          const isContradicted = [...results, ...others].some(({ issues }) => issues.some(({ code }) => code === 'contradicts_stored'));
          if (!isContradicted) expect(other).toEqual(once);
        }),
        fuzz(60),
      );
    },
    fuzzTimeout(120_000),
  );
});
