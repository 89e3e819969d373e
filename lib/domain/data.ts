import * as z from 'zod';
import { instant, timed } from './instant.ts';

/** How much of what the archive holds. */
export const archiveCounts = z.object({
  sessions: z.int(),
  /** `subagents`: sessions that are listed inside another one. `warmups`: warm-ups among the other sessions, which lists hide. */
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
 * Bytes on disk: the database, its write-ahead log, and parts of the database: free space, the search index and the original lines. Null:
 * the engine does not know the size.
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

/** Long task: copying the archive, or rewriting it without its free space. `share` is null where the progress is not known. */
export const dataTask = timed({
  kind: z.enum(['backup', 'download', 'compact']),
  /** The copy; for a download, the name to save it under. */
  file: z.string().nullable(),
  status: z.enum(['running', 'done', 'failed']),
  share: z.number().nullable(),
  problem: z.string().nullable(),
  /** State of a finished download: its copy can be fetched, or was fetched completely and removed. */
  copy: z.enum(['ready', 'taken']).nullable(),
  /** Size of a finished copy. */
  bytes: z.int().nullable(),
  startedAt: instant,
});
export type DataTask = z.infer<typeof dataTask>;
