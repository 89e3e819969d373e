import { appendFile, readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inFolder, openArchive, timeMs, writeLongSession, type Archive } from './archive.ts';
import { atMost, type Figure } from './figure.ts';

const appendedLines = 200;

/** Time of reading lines that were appended to a file that was imported before; the middle of five rounds. */
async function timeGrowth(archive: Archive, lines: string[], known: number, target: string): Promise<number> {
  const text = (from: number, to: number) => `${lines.slice(from, to).join('\n')}\n`;
  await writeFile(target, text(0, known));
  await archive.importPath(target);
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const from = known + round * appendedLines;
    await appendFile(target, text(from, from + appendedLines));
    times.push(await timeMs(() => archive.importPath(target)));
  }
  return times.toSorted((a, b) => a - b)[2] ?? Number.NaN;
}

/** Bar 2: what costs nothing new costs nothing, and what grew costs what was added. */
export const measureImportAgain = (): Promise<Figure[]> =>
  inFolder(async (folder) => {
    const file = await writeLongSession(folder, 60_000);
    const archive = openArchive(path.join(folder, 'archive.db'));
    const first = await timeMs(() => archive.importPath(file));
    const before = archive.rowsWritten();
    const again = await timeMs(() => archive.importPath(file));
    await utimes(file, new Date(), new Date(Date.now() + 5_000));
    const afresh = openArchive(path.join(folder, 'archive.db'));
    const beforeAfresh = afresh.rowsWritten();
    const touched = await timeMs(() => afresh.importPath(file));
    const written = archive.rowsWritten() - before + afresh.rowsWritten() - beforeAfresh;

    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    const small = openArchive(path.join(folder, 'small.db'));
    const large = openArchive(path.join(folder, 'large.db'));
    const atSmall = await timeGrowth(small, lines, 4_000, path.join(folder, 'small.jsonl'));
    const atLarge = await timeGrowth(large, lines, 40_000, path.join(folder, 'large.jsonl'));
    for (const opened of [archive, afresh, small, large]) await opened.close();
    return [
      atMost('2 import again: rows written', written, 0, ''),
      atMost('2 import again: share of the first time', (100 * again) / first, 5, '%'),
      atMost('2 import again, by another process, time of change moved: share of the first time', (100 * touched) / first, 5, '%'),
      atMost(
        `2 ${appendedLines} lines on 40,000 (${atLarge.toFixed(0)} ms) against on 4,000 (${atSmall.toFixed(0)} ms)`,
        atLarge / atSmall,
        2,
        '',
      ),
      atMost(`2 ${appendedLines} lines on 40,000: share of reading the whole`, (100 * atLarge) / ((first * 40_000) / 60_000), 5, '%'),
    ];
  });
