import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inFolder, writeLongSession } from './archive.ts';
import { atLeast, atMost, type Figure } from './figure.ts';
import { writeRealLines } from './real-lines.ts';

/** Approximate bytes per record of the generated session. */
export const bytesPerRecord = 940;

/** Milliseconds that a process takes to begin and to end. */
async function timeBareProcess(): Promise<number> {
  const startedAt = performance.now();
  await promisify(execFile)(process.execPath, ['--eval', '']);
  return performance.now() - startedAt;
}

/** Milliseconds of the raw limit as a command: its work, in a process of its own, and what a bare process takes, since the import is timed so too. */
export async function runRaw(file: string, databaseFile: string): Promise<number> {
  const script = path.resolve('bench/process-raw.ts');
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', script, file, databaseFile]);
  return Number(stdout) + (await timeBareProcess());
}

/** The command as it is shipped, from its start to its end, made searchable and not yet observed; and the most memory that it ever took. */
export async function runImport(file: string, databaseFile: string): Promise<{ ms: number; peakBytes: number | null }> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [path.resolve('dist/observatory.mjs'), 'import', '--json', '--no-observe', file], {
    env: { ...process.env, OBSERVATORY_DB: databaseFile, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let peakBytes: number | null = null;
  const ended = once(child, 'close').then(([code]: unknown[]) => Number(code));
  let code: number | undefined;
  while (code === undefined) {
    peakBytes = (await readPeak(child.pid)) ?? peakBytes;
    code = await Promise.race([ended, setTimeout(20, undefined)]);
  }
  if (code !== 0) throw new Error(`the import ended with ${code}`);
  return { ms: performance.now() - startedAt, peakBytes };
}

/** From the kernel; null if it does not provide it. */
const readPeak = async (pid: number | undefined): Promise<number | null> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmHWM:\s+(\d+)/mu.exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) * 1_024;
};

const measureFile = async (name: string, file: string, folder: string, rounds: number): Promise<Figure[]> => {
  const { size } = await stat(file);
  const runs: { ratio: number; ms: number }[] = [];
  let peakBytes: number | null = null;
  for (let round = 0; round < rounds; round += 1) {
    const raw = await runRaw(file, path.join(folder, `${name}-raw-${round}.db`));
    const imported = await runImport(file, path.join(folder, `${name}-import-${round}.db`));
    runs.push({ ratio: raw / imported.ms, ms: imported.ms });
    if (imported.peakBytes !== null) peakBytes = Math.max(peakBytes ?? 0, imported.peakBytes);
  }
  const middle = runs.toSorted((a, b) => a.ratio - b.ratio)[Math.floor(rounds / 2)];
  if (!middle) return [];
  const what = `import of ${Math.round(size / 1_000_000)} MB of ${name} (${Math.round(size / 1_000 / middle.ms)} MB/s)`;
  const memory = peakBytes === null ? [] : [atMost(`1 ${what}: memory`, peakBytes / 1_000_000, 250, 'MB')];
  return [atLeast(`1 ${what}: share of the raw limit`, middle.ratio, 0.5, ''), ...memory];
};

/** Bar 1: a JSONL file imported whole, beside the raw limit of the same records in the same run; each in a process of its own. */
export const measureImport = (full: boolean): Promise<Figure[]> =>
  inFolder(async (folder) => {
    const bytes = full ? 1_000_000_000 : 100_000_000;
    const rounds = full ? 1 : 3;
    const madeUp = await writeLongSession(folder, Math.round(bytes / bytesPerRecord));
    const real = await writeRealLines(process.env.OBSERVATORY_SAMPLES, folder, bytes);
    return [
      ...(await measureFile('made-up lines', madeUp, folder, rounds)),
      ...(real ? await measureFile('real lines', real, folder, rounds) : []),
    ];
  });
