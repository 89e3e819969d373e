import { SingleBar } from 'cli-progress';
import { printBytes } from '../lib/print/bytes.ts';
import { cutColumns } from '../lib/print/columns.ts';
import { printTimeLeft } from '../lib/print/duration.ts';
import { unknown } from '../lib/print/unknown.ts';
import { toVisibleText } from '../lib/print/visible-text.ts';
import type { PlannedFile } from './import-plan.ts';

/** Before that, a rate says nothing. */
const minElapsedMs = 500;
const maxNameColumns = 40;

/** How far an import is: `41.7 MB of 108 MB  12.1 MB/s  6 s left`. */
export const printProgress = (bytes: number, totalBytes: number, elapsedMs: number): string => {
  const perMs = elapsedMs < minElapsedMs || bytes === 0 ? null : bytes / elapsedMs;
  return [
    `${printBytes(bytes)} of ${printBytes(totalBytes)}`,
    `${printBytes(perMs === null ? null : perMs * 1_000)}/s`,
    `${perMs === null ? unknown : printTimeLeft((totalBytes - bytes) / perMs)} left`,
  ].join('  ');
};

export type ImportBar = { update(file: PlannedFile, bytes: number): void; stop(): void };

/** A bar on standard error; null if that is no terminal. */
export const makeImportBar = (files: readonly PlannedFile[]): ImportBar | null => {
  if (!process.stderr.isTTY) return null;
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const startedAtMs = performance.now();
  const format = '{bar} {percentage} %  {progress}  {name}';
  const bar = new SingleBar({ format, barsize: 20, hideCursor: true, clearOnComplete: true, stream: process.stderr });
  bar.start(total, 0, { progress: printProgress(0, total, 0), name: '' });
  return {
    update: ({ shown }, bytes) =>
      bar.update(bytes, {
        progress: printProgress(bytes, total, performance.now() - startedAtMs),
        name: cutColumns(toVisibleText(shown.slice(shown.lastIndexOf('/') + 1)).replaceAll('\n', '␊'), maxNameColumns),
      }),
    stop: () => bar.stop(),
  };
};
