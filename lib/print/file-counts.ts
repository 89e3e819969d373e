import type { FileCounts, SkippedReason } from '../domain/import.ts';
import { issueWords } from './issue-words.ts';
import { printCount } from './number.ts';

const names: Record<keyof FileCounts, string> = {
  newFiles: 'new',
  grew: 'grew',
  unchanged: 'unchanged',
  skipped: 'skipped',
  notRead: 'not read',
};

/** `5 not a session file, 4 empty`; a single reason without a number. */
export const printReasons = (reasons: readonly SkippedReason[]): string =>
  reasons
    .map(({ code, files }) => {
      const words = code === null ? 'without a reason' : issueWords[code].toLowerCase();
      return reasons.length === 1 ? words : `${printCount(files)} ${words}`;
    })
    .join(', ');

/** Results for the files of an import, in the same words everywhere: `56 new, 3 grew, 9 skipped (empty)`; empty before the first one. */
export const printFileCounts = (counts: FileCounts, reasons: readonly SkippedReason[] = []): string =>
  (['newFiles', 'grew', 'unchanged', 'skipped', 'notRead'] as const)
    .filter((name) => counts[name] > 0)
    .map(
      (name) =>
        `${printCount(counts[name])} ${names[name]}${name === 'skipped' && reasons.length > 0 ? ` (${printReasons(reasons)})` : ''}`,
    )
    .join(', ');
