import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { maxStopMs, measureStopMs } from '../bench/attack-ending.ts';
import { runImport, writeAttack, type Attack } from '../bench/attack-memory.ts';
import { maxRowBytes } from '../lib/sources/sqlite-rows.ts';
import { isBuilt } from './__fixtures__/imports.ts';

const megabyte = 1024 * 1024;
/** Twice what any of them holds. `npm run bench -- attack` measures the largest inputs, which may take 300 MB. */
const maxMb = 150;

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-expansion-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const cellOf = (part: string, bytes: number): Attack => ({ cells: [{ part, bytes }] });

/** For each kind, a quarter of the largest input that is read, or the smallest that is refused. */
const grown: Readonly<Record<string, Attack>> = {
  'cell of NUL that is refused': cellOf('\0', maxRowBytes / 2),
  'cell of NUL': cellOf('\0', maxRowBytes / 24),
  'cell of quotes': cellOf('"', maxRowBytes / 8),
  'row of twelve cells': { cells: Array.from({ length: 12 }, () => ({ part: 'x', bytes: maxRowBytes / 10 })) },
  'gzip of [': { part: '[', bytes: 16 * megabyte, packed: true },
};
/** A cell, a row, and a packed file. The bench ends servers in the largest of all. */
const ended = ['cell of NUL', 'row of twelve cells', 'gzip of ['];

describe.skipIf(!isBuilt)('a small input that grows when it is read', { timeout: 240_000 }, () => {
  const measureMb = async (attack: Attack, database: string): Promise<number> => {
    const file = path.join(folder, 'hostile');
    await writeAttack(file, attack);
    return (await runImport(file, path.join(folder, database))).peakMb;
  };

  it('takes no more memory than one of its size may', async () => {
    const idleMb = await measureMb({ part: '{}\n', bytes: 3 }, 'idle.db');
    for (const [at, [name, attack]] of Object.entries(grown).entries())
      expect((await measureMb(attack, `${at}.db`)) - idleMb, name).toBeLessThan(maxMb);
  });

  it.each(ended)('does not keep the server from ending: %s', async (name) => {
    const attack = grown[name];
    if (!attack) throw new Error(`There is no input ${name}.`);
    expect(await measureStopMs(attack, 150)).toBeLessThan(maxStopMs);
  });
});
