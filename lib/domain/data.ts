import * as z from 'zod';
import { instant, timed } from './instant.ts';

/** How much of what the archive holds. */
export const archiveCounts = z.object({
  sessions: z.int(),
  /** Of the sessions, those that are listed inside another one, and of the others the warm-ups, which lists hide. */
  subagents: z.int(),
  warmups: z.int(),
  projects: z.int(),
  records: z.int(),
  toolCalls: z.int(),
  observations: z.int(),
  imports: z.int(),
  files: z.int(),
});

/**
 * Bytes on the disk: the database, its write-ahead log, and of the database what is free, the search index and the original lines. What
 * an engine does not know is null.
 */
export const archiveBytes = z.object({
  database: z.int(),
  log: z.int().nullable(),
  free: z.int().nullable(),
  searchIndex: z.int().nullable(),
  originalLines: z.int().nullable(),
});

export const archiveFacts = z.object({ counts: archiveCounts, bytes: archiveBytes });
export type ArchiveFacts = z.infer<typeof archiveFacts>;

/** A file whose sessions were deleted, and which does not bring them back by itself. */
export const deletedFile = timed({ path: z.string(), sessions: z.int(), deletedAt: instant });
export type DeletedFile = z.infer<typeof deletedFile>;

/** What takes long: a copy of the archive, or writing it anew without what is free. `share` is null where it is not known. */
export const dataTask = timed({
  kind: z.enum(['backup', 'download', 'compact']),
  /** The copy; of a download, the name to save it by. */
  file: z.string().nullable(),
  status: z.enum(['running', 'done', 'failed']),
  share: z.number().nullable(),
  problem: z.string().nullable(),
  /** Of a download that is done: its copy can be fetched, or was fetched to its end and removed. */
  copy: z.enum(['ready', 'taken']).nullable(),
  /** Of a copy that is done. */
  bytes: z.int().nullable(),
  startedAt: instant,
});
export type DataTask = z.infer<typeof dataTask>;
