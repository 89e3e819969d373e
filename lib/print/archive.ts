import type { ArchiveFacts } from '../domain/data.ts';
import { printBytes } from './bytes.ts';
import { printCount } from './number.ts';

/** Counts of the archive, by name. Subagents and warm-ups, which lists do not show by themselves, are counted apart from sessions. */
export const listArchiveCounts = ({ counts }: ArchiveFacts): [name: string, value: string][] => {
  return [
    ['Sessions', printCount(counts.sessions - counts.subagents - counts.warmups)],
    ['Subagents', printCount(counts.subagents)],
    ['Warm-ups', printCount(counts.warmups)],
    ['Projects', printCount(counts.projects)],
    ['Records', printCount(counts.records)],
    ['Tool calls', printCount(counts.toolCalls)],
    ['Observations', printCount(counts.observations)],
    ['Files', printCount(counts.files)],
    ['Imports', printCount(counts.imports)],
  ];
};

/** Disk usage of the archive, by name. */
export const listArchiveBytes = ({ bytes }: ArchiveFacts): [name: string, value: string][] => [
  ['Database', printBytes(bytes.database)],
  ['Original lines', printBytes(bytes.originalLines)],
  ['Search index', printBytes(bytes.searchIndex)],
  ['Free', printBytes(bytes.free)],
  ['Write-ahead log', printBytes(bytes.log)],
];
