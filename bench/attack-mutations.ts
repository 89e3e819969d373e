import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { checkDatabase } from '../db/check-database.ts';
import { dumpTables } from '../db/dump-tables.ts';
import { mutate, mutations, shares } from '../lib/formats/__fixtures__/mutate.ts';
import { fixtureNames, readFixture } from '../lib/formats/__fixtures__/reduce-bytes.ts';
import { inFolder, migrationsFolder } from './archive.ts';
import { atMost, type Figure } from './figure.ts';

/** Files of one process. */
const batchFiles = 250;
const longestMs = 300_000;

/** The beginning of one file, and the end of another one, or a whole file; and what is damaged in it. */
const inputs = fc.record({
  name: fc.constantFrom(...fixtureNames),
  end: fc.option(fc.record({ name: fc.constantFrom(...fixtureNames), from: shares }), { freq: 3 }),
  upTo: shares,
  by: mutations,
});

type Input = typeof inputs extends fc.Arbitrary<infer T> ? T : never;

const toBytes = ({ name, end, upTo, by }: Input): Buffer => {
  const whole = readFixture(name);
  if (!end) return mutate(whole, by);
  const other = readFixture(end.name);
  return mutate(Buffer.concat([whole.subarray(0, upTo * whole.length), other.subarray(end.from * other.length)]), by);
};

type Ended = { code: number | null; results: number; errors: string };

const runImport = async (folder: string, databaseFile: string, files: readonly string[]): Promise<Ended> => {
  const child = spawn(process.execPath, [path.resolve('dist/observatory.mjs'), 'import', '--json', ...files], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', HOME: folder, OBSERVATORY_DB: databaseFile },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: longestMs,
    killSignal: 'SIGKILL',
  });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, errors, results: output.split('\n').filter((line) => line !== '').length };
};

export type Imported = Record<'inputs' | 'crashed' | 'unreported' | 'changed' | 'damaged', number>;

/** Imports mutated files of all formats, each batch by a process of its own into one new archive, twice. `seed` repeats them. */
export const importMutations = async (count: number, seed: number): Promise<Imported> => {
  const found: Imported = { inputs: count, crashed: 0, unreported: 0, changed: 0, damaged: 0 };
  const samples = fc.sample(inputs, { numRuns: count, seed });
  for (let at = 0; at < count; at += batchFiles) {
    await inFolder(async (folder) => {
      const place = path.join(folder, 'files');
      await mkdir(place);
      const files: string[] = [];
      for (const [index, input] of samples.slice(at, at + batchFiles).entries()) {
        const file = path.join(place, `${index}${path.extname(input.name)}`);
        await writeFile(file, toBytes(input));
        files.push(file);
      }
      const database = path.join(folder, 'archive.db');
      const runs: Ended[] = [];
      const dumps: string[] = [];
      for (let round = 0; round < 2; round += 1) {
        runs.push(await runImport(folder, database, files));
        dumps.push(JSON.stringify(dumpTables(database)));
      }
      const isCrash = ({ code, errors }: Ended) => ![0, 1, 3].includes(code ?? -1) || /^ {4}at /mu.test(errors);
      found.crashed += runs.filter(isCrash).length;
      found.unreported += runs.reduce((sum, { results }) => sum + Math.max(0, files.length - results), 0);
      if (dumps[0] !== dumps[1]) found.changed += 1;
      const { problem, searchProblem } = checkDatabase(database, migrationsFolder);
      if (problem !== null || searchProblem !== null) found.damaged += 1;
    });
  }
  return found;
};

/** `full`: 20,000 inputs, else 250. `FUZZ_SEED` repeats those of a run. */
export const measureMutations = async (full: boolean): Promise<Figure[]> => {
  const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
  const { inputs: count, crashed, unreported, changed, damaged } = await importMutations(full ? 20_000 : batchFiles, seed);
  return [
    atMost(`imports that crashed or did not end, ${count} mutated files, seed ${seed}`, crashed, 0, ''),
    atMost('mutated files of which nothing was said', unreported, 0, ''),
    atMost('archives that changed when the same was imported again', changed, 0, ''),
    atMost('damaged databases after mutated files', damaged, 0, ''),
  ];
};
