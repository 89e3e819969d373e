import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeDemoFiles } from '../../../db/demo/write-demo-files.ts';
import { openStore } from '../../../db/open-store.ts';
import { makeDump } from '../../store/make-dump.ts';
import { importFile } from './import-file.ts';
import { makePrefixMemory } from './prefix-memory.ts';

const migrationsFolder = path.resolve(import.meta.dirname, '../../../db/migrations');
const nowMs = Date.UTC(2026, 0, 5);

describe('a file that grows', () => {
  let folder = '';
  const kinds: Record<string, string[]> = { claude: [], codex: [] };
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'observatory-grow-'));
    const [claude = ''] = await writeDemoFiles(path.join(folder, 'long'), { nowMs, count: 0, longSessionRecords: 400 });
    const demo = await writeDemoFiles(path.join(folder, 'demo'), { nowMs, count: 40 });
    const readLines = async (file: string) => (await readFile(file, 'utf8')).trimEnd().split('\n');
    kinds.claude = await readLines(claude);
    // Its usage stands behind the records of a response.
    kinds.codex = await readLines(demo.find((file) => file.includes('codex')) ?? '');
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** What stands in the archive after a file was imported each time it had grown to one of these numbers of lines. */
  const dumpAfter = async (lines: readonly string[], lengths: readonly number[]) => {
    const store = openStore(':memory:', { migrationsFolder });
    const deps = { store, now: () => nowMs, prefixMemory: makePrefixMemory() };
    const file = path.join(folder, 'session.jsonl');
    for (const length of lengths) {
      await writeFile(file, `${lines.slice(0, length).join('\n')}\n`);
      await importFile(deps, { file, path: file, synthetic: true, signal: new AbortController().signal, onProgress: () => undefined });
    }
    const dump = await makeDump(store);
    await store.close();
    return dump;
  };

  it.each(['claude', 'codex'])(
    'gives in any steps what it gives at once: %s',
    async (kind) => {
      const lines = kinds[kind] ?? [];
      const expected = await dumpAfter(lines, [lines.length]);
      const steps = fc.uniqueArray(fc.integer({ min: 1, max: lines.length - 1 }), { maxLength: 12 });
      await fc.assert(
        fc.asyncProperty(steps, async (lengths) => {
          expect(await dumpAfter(lines, [...lengths.toSorted((a, b) => a - b), lines.length])).toEqual(expected);
        }),
        { numRuns: 15 },
      );
    },
    60_000,
  );
});
