import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { writeDemoFiles } from '../db/demo/write-demo-files.ts';
import { benchNowMs, inFolder, writeLongSession } from './archive.ts';
import { atMost, type Figure } from './figure.ts';
import { bytesPerRecord, runImport } from './import-speed.ts';

const filesInPart = 1_000;
const bytesOfFile = 80_000;

const sessionEveryMs = 30 * 60_000;

/**
 * `count` made-up sessions of about 80 kB in files of their own, below `folder` as Claude Code lays them out, made from `first` and the seeds
 * after it. They begin half an hour apart, each when the one before it is about to end, and do not all happen at the same time.
 */
export const writeSmallSessions = async (folder: string, first: number, count: number): Promise<void> => {
  const longSessionRecords = Math.round(bytesOfFile / bytesPerRecord);
  for (let seed = first; seed < first + count; seed += 1)
    await writeDemoFiles(folder, { nowMs: benchNowMs - seed * sessionEveryMs, count: 0, longSessionRecords, seed });
};

const sumBytes = async (folder: string): Promise<number> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return (await Promise.all(files.map((file) => stat(file)))).reduce((total, { size }) => total + size, 0);
};

/**
 * Folders of 1,000 small files, one after the other into one archive: what a file takes beyond its bytes, which take as long as in one large
 * file of the same size in the same run; memory; and what the last folder takes beside the first. `full`: ten folders, else two.
 */
export const measureSmallFiles = (full: boolean): Promise<Figure[]> =>
  inFolder(async (folder) => {
    const parts = Array.from({ length: full ? 10 : 2 }, (_, part) => path.join(folder, `part-${part}`));
    for (const [part, place] of parts.entries()) await writeSmallSessions(place, 1 + part * filesInPart, filesInPart);
    const bytes = await sumBytes(parts[0] ?? '');
    const large = await writeLongSession(path.join(folder, 'large'), Math.round(bytes / bytesPerRecord));
    const { ms: msOfLarge } = await runImport(large, path.join(folder, 'large.db'));
    const msPerByte = msOfLarge / (await stat(large)).size;
    const runs: Awaited<ReturnType<typeof runImport>>[] = [];
    for (const place of parts) runs.push(await runImport(place, path.join(folder, 'small.db')));
    const times = runs.map(({ ms }) => ms);
    const peaks = runs.flatMap(({ peakBytes }) => peakBytes ?? []);
    const name = `small: ${(filesInPart * parts.length).toLocaleString('en')} files of ${Math.round(bytes / filesInPart / 1_000)} kB`;
    const [first = Number.NaN, last = Number.NaN] = [times[0], times.at(-1)];
    return [
      atMost(`${name}: beyond the bytes of each`, (first - bytes * msPerByte) / filesInPart, 2, 'ms'),
      atMost(`${name}: the last thousand beside the first`, last / first, 1.25, ''),
      ...(peaks.length > 0 ? [atMost(`${name}: memory`, Math.max(...peaks) / 1_000_000, 250, 'MB')] : []),
    ];
  });
