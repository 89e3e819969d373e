import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeDemoFiles } from '../../../db/demo/write-demo-files.ts';
import { dumpTables } from '../../../db/dump-tables.ts';
import { openStore } from '../../../db/open-store.ts';
import { importFile } from './import-file.ts';
import { makePrefixMemory } from './prefix-memory.ts';

const migrationsFolder = path.resolve(import.meta.dirname, '../../../db/migrations');
const nowMs = Date.UTC(2026, 0, 5);

describe('a file that grows', () => {
  let folder = '';
  const kinds: Record<string, Buffer> = {};
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'observatory-grow-'));
    const [claude = ''] = await writeDemoFiles(path.join(folder, 'long'), { nowMs, count: 0, longSessionRecords: 400 });
    const demo = await writeDemoFiles(path.join(folder, 'demo'), { nowMs, count: 40 });
    kinds.claude = await readFile(claude);
    const lines = kinds.claude.toString().split('\n');
    // Work before the first prompt gets another number when that prompt comes.
    kinds['claude without its beginning'] = Buffer.from(lines.slice(lines.findIndex((line) => line.includes('"assistant"'))).join('\n'));
    // Its usage stands behind the records of a response.
    kinds.codex = await readFile(demo.find((file) => file.includes('codex')) ?? '');
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** Every row of an archive after a file was imported at each of these sizes, in bytes. */
  const dumpAfter = async (bytes: Buffer, lengths: readonly number[]) => {
    const database = path.join(folder, 'archive.db');
    await rm(database, { force: true });
    const store = openStore(database, { migrationsFolder });
    const deps = { store, now: () => nowMs, prefixMemory: makePrefixMemory() };
    const file = path.join(folder, 'session.jsonl');
    for (const length of lengths) {
      await writeFile(file, bytes.subarray(0, length));
      await importFile(deps, { file, path: file, synthetic: true, signal: new AbortController().signal, onProgress: () => undefined });
    }
    await store.close();
    return dumpTables(database);
  };

  it.each(['claude', 'claude without its beginning', 'codex'])(
    'gives in any steps what it gives at once: %s',
    async (kind) => {
      const bytes = kinds[kind] ?? Buffer.alloc(0);
      const expected = await dumpAfter(bytes, [bytes.length]);
      const steps = fc.uniqueArray(fc.integer({ min: 400, max: bytes.length - 1 }), { maxLength: 12 });
      await fc.assert(
        fc.asyncProperty(steps, async (lengths) => {
          expect(await dumpAfter(bytes, [...lengths.toSorted((a, b) => a - b), bytes.length])).toEqual(expected);
        }),
        { numRuns: 15 },
      );
    },
    60_000,
  );
});
