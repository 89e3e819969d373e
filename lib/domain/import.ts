import * as z from 'zod';
import { instant, timed } from './instant.ts';
import { issue, issueCode, type IssueCode } from './issue.ts';
import { relation } from './session.ts';
import { tokens } from './tokens.ts';

export const importedSession = z.object({
  id: z.string(),
  nativeId: z.string(),
  relation: relation.nullable().default(null),
  title: z.string().nullable(),
  project: z.string().nullable().default(null),
  turns: z.int(),
  records: z.int(),
  toolCalls: z.int(),
  toolErrors: z.int(),
  toolRejected: z.int(),
  tokens: tokens.omit({ reasoning: true }),
});
export type ImportedSession = z.infer<typeof importedSession>;

export const fileStatus = z.enum(['waiting', 'running', 'imported', 'partial', 'unchanged', 'refused', 'failed', 'cancelled']);
export type FileStatus = z.infer<typeof fileStatus>;

/** Result of one file of an import. Counts cover what this file contributes to its sessions. */
export const fileResult = z.object({
  id: z.string(),
  path: z.string(),
  /** Source whose issue lines are stored; null if nothing was stored. */
  sourceId: z.string().nullable().default(null),
  /** Size of the file as it was given; of a packed one, packed. */
  bytes: z.int(),
  bytesRead: z.int(),
  status: fileStatus,
  format: z.string().nullable(),
  formatLabel: z.string().nullable(),
  sha256: z.string().nullable(),
  unchanged: z.boolean(),
  /** Read on, or again: an import before had read a file of this path. */
  grew: z.boolean().default(false),
  sessions: z.array(importedSession),
  /** Counts over all sessions; `sessions` has at most 1,000. */
  sessionCount: z.int(),
  records: z.int(),
  toolCalls: z.int(),
  toolErrors: z.int(),
  newRecords: z.int(),
  skippedLines: z.int(),
  unknownRecords: z.int(),
  pendingTail: z.boolean(),
  issues: z.array(issue),
  issueCount: z.int(),
});
export type FileResult = z.infer<typeof fileResult>;

/** Files of an import by what became of them; those that wait or run are in none. `skipped`: refused or failed. `notRead`: canceled before. */
export const fileCountFields = { newFiles: z.int(), grew: z.int(), unchanged: z.int(), skipped: z.int(), notRead: z.int() };
export type FileCounts = { [Name in keyof typeof fileCountFields]: number };

export const toFileOutcome = ({ status, grew }: Pick<FileResult, 'status' | 'grew'>): keyof FileCounts | null => {
  switch (status) {
    case 'imported':
    case 'partial':
      return grew ? 'grew' : 'newFiles';
    case 'refused':
    case 'failed':
      return 'skipped';
    case 'cancelled':
      return 'notRead';
    case 'unchanged':
      return 'unchanged';
    case 'waiting':
    case 'running':
      return null;
  }
};

export const countFiles = (results: readonly Pick<FileResult, 'status' | 'grew'>[]): FileCounts => {
  const counts: FileCounts = { newFiles: 0, grew: 0, unchanged: 0, skipped: 0, notRead: 0 };
  for (const result of results) {
    const outcome = toFileOutcome(result);
    if (outcome !== null) counts[outcome] += 1;
  }
  return counts;
};

export const importStatus = z.enum(['open', 'done', 'cancelled']);

export const importOrigin = z.enum(['upload', 'cli', 'watch', 'demo']);
export type ImportOrigin = z.infer<typeof importOrigin>;

/** Why files were skipped, the most frequent reason first; null: no reason is known. */
export const skippedReason = z.object({ code: issueCode.nullable(), files: z.int() });
export type SkippedReason = z.infer<typeof skippedReason>;

export const importSummaryFields = {
  id: z.string(),
  origin: importOrigin,
  label: z.string(),
  status: importStatus,
  startedAt: instant,
  finishedAt: instant.nullable(),
  files: z.int(),
  filesDone: z.int(),
  bytes: z.int(),
  bytesRead: z.int(),
  newSessions: z.int(),
  records: z.int(),
  toolCalls: z.int(),
  toolErrors: z.int(),
  ...fileCountFields,
  skippedReasons: z.array(skippedReason),
  skippedLines: z.int(),
};
export const importSummary = timed(importSummaryFields);
export type ImportSummary = z.infer<typeof importSummary>;

/** Issues of files that no format reads: a newer version may. */
export const unsupportedCodes: readonly IssueCode[] = ['not_recognized', 'not_supported'];

/** Whether a file was refused because no format reads it: the list of supported formats helps then. */
export const isUnsupported = ({ issues }: Pick<FileResult, 'issues'>): boolean =>
  issues.some(({ code }) => unsupportedCodes.includes(code));

export const countSkipped = (results: readonly Pick<FileResult, 'status' | 'grew' | 'issues'>[]): SkippedReason[] => {
  const counts = new Map<IssueCode | null, number>();
  for (const { issues, ...result } of results) {
    if (toFileOutcome(result) !== 'skipped') continue;
    const code = issues[0]?.code ?? null;
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  return [...counts].map(([code, files]) => ({ code, files })).sort((a, b) => b.files - a.files);
};

export const importDetail = timed({
  ...importSummaryFields,
  results: z.array(fileResult),
  /** Labels of all supported formats, if a file of the import has none of them. */
  supportedFormats: z.array(z.string()).optional(),
});
export type ImportDetail = z.infer<typeof importDetail>;
