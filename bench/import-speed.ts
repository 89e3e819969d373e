import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { inFolder, writeLongSession } from './archive.ts';
import { atLeast, atMost, type Figure } from './figure.ts';

type Run = { ms: number; maxRssBytes: number };

/** About so many bytes a record of the made-up long session. */
const bytesPerRecord = 940;

export async function runAlone(mode: 'raw' | 'import', file: string, databaseFile: string): Promise<Run> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--import',
    'tsx',
    path.resolve('bench/process-one.ts'),
    mode,
    file,
    databaseFile,
  ]);
  return JSON.parse(stdout) as Run;
}

/** Bar 1: a JSONL file imported whole, beside the raw limit of the same records in the same run; each in a process of its own. */
export const measureImport = (full: boolean): Promise<Figure[]> =>
  inFolder(async (folder) => {
    const megabytes = full ? 1_000 : 100;
    const file = await writeLongSession(folder, Math.round((megabytes * 1_000_000) / bytesPerRecord));
    const { size } = await stat(file);
    const speed = ({ ms }: Run) => size / 1_000_000 / (ms / 1_000);
    const rounds = full ? 1 : 3;
    const ratios: { ratio: number; imported: Run }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const raw = await runAlone('raw', file, path.join(folder, `raw-${round}.db`));
      const imported = await runAlone('import', file, path.join(folder, `import-${round}.db`));
      ratios.push({ ratio: raw.ms / imported.ms, imported });
    }
    const middle = ratios.toSorted((a, b) => a.ratio - b.ratio)[Math.floor(rounds / 2)];
    if (!middle) return [];
    const what = `import of ${Math.round(size / 1_000_000)} MB (${Math.round(speed(middle.imported))} MB/s)`;
    const memory = Math.max(...ratios.map((entry) => entry.imported.maxRssBytes)) / 1_000_000;
    return [atLeast(`1 ${what}: share of the raw limit`, middle.ratio, 0.5, ''), atMost(`1 ${what}: memory`, memory, 250, 'MB')];
  });
