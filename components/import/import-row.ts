import type { UploadFile } from '@/lib/client/upload-state.ts';
import { isUnsupported, toFileOutcome, type FileResult, type FileStatus } from '@/lib/domain/import.ts';
import type { IssueCode } from '@/lib/domain/issue.ts';

/** One file of an import as the list shows it, from the server's result, or from this page until there is one. */
export type ImportRow = {
  path: string;
  bytes: number;
  status: FileStatus;
  /** Share that is done, 0 to 1, while it runs; null: unknown. */
  progress: number | null;
  /** Current activity, or the reason of a failure; null if the result says so. */
  note: string | null;
  result: FileResult | null;
};

const uploadStatus: Record<UploadFile['state'], FileStatus> = {
  waiting: 'waiting',
  sending: 'running',
  reading: 'running',
  done: 'imported',
  failed: 'failed',
  cancelled: 'cancelled',
};

const makeServerRow = (result: FileResult): ImportRow => ({
  path: result.path,
  bytes: result.bytes,
  status: result.status,
  progress: result.status === 'running' && result.bytes > 0 ? result.bytesRead / result.bytes : null,
  note: null,
  result,
});

const serverRows = new WeakMap<FileResult, ImportRow>();

/** One row a result, so that what did not change is not drawn again. */
const toServerRow = (result: FileResult): ImportRow => {
  const known = serverRows.get(result);
  if (known) return known;
  const row = makeServerRow(result);
  serverRows.set(result, row);
  return row;
};

/** Sent before the import was cancelled, and stored all the same. */
const isSettled = ({ state }: UploadFile, reported: FileResult | undefined): boolean =>
  state === 'cancelled' && reported !== undefined && reported.status !== 'waiting' && reported.status !== 'running';

const toUploadRow = (file: UploadFile, reported: FileResult | undefined): ImportRow => {
  const result = file.result ?? (file.state === 'reading' || isSettled(file, reported) ? reported : undefined) ?? null;
  if (result && (file.state === 'done' || result.status !== 'waiting')) return toServerRow(result);
  const sent = file.bytes === 0 ? 1 : file.sentBytes / file.bytes;
  return {
    path: file.path,
    bytes: file.bytes,
    status: uploadStatus[file.state],
    progress: file.state === 'sending' ? sent : null,
    note: file.state === 'sending' ? 'sending' : file.state === 'reading' ? 'Queued' : file.problem,
    result: null,
  };
};

const order: readonly FileStatus[] = ['running', 'partial', 'failed', 'refused', 'imported', 'unchanged', 'cancelled', 'waiting'];

/** Rows of an import in their order: running, in part, failed, done, unchanged, waiting; inside each as they came. */
export const toImportRows = (uploads: readonly UploadFile[], results: readonly FileResult[]): ImportRow[] => {
  const reported = new Map(results.map((result) => [result.path, result]));
  const own = new Set(uploads.map(({ path }) => path));
  const byStatus = new Map<FileStatus, ImportRow[]>(order.map((status) => [status, []]));
  for (const file of uploads) {
    const row = toUploadRow(file, reported.get(file.path));
    byStatus.get(row.status)?.push(row);
  }
  for (const result of results) if (!own.has(result.path)) byStatus.get(result.status)?.push(toServerRow(result));
  return [...byStatus.values()].flat();
};

const parentOf = (folder: string): string => folder.slice(0, folder.slice(0, -1).lastIndexOf('/') + 1);

/** The common folder of all files, with its trailing slash; empty if there is none, or only one file. */
export const findSharedFolder = (rows: readonly Pick<ImportRow, 'path'>[]): string => {
  const [first, ...others] = rows;
  if (!first || others.length === 0) return '';
  let shared = first.path.slice(0, first.path.lastIndexOf('/') + 1);
  for (const { path } of others) while (!path.startsWith(shared)) shared = parentOf(shared);
  return shared;
};

export const rowFilters = ['all', 'running', 'waiting', 'newFiles', 'grew', 'unchanged', 'skipped', 'notRead', 'lines'] as const;
export type RowFilter = (typeof rowFilters)[number];

const outcomeOf = ({ status, result }: ImportRow) => toFileOutcome({ status, grew: result?.grew ?? false });

const matches: Record<RowFilter, (row: ImportRow) => boolean> = {
  all: () => true,
  running: ({ status }) => status === 'running',
  waiting: ({ status }) => status === 'waiting',
  newFiles: (row) => outcomeOf(row) === 'newFiles',
  grew: (row) => outcomeOf(row) === 'grew',
  unchanged: (row) => outcomeOf(row) === 'unchanged',
  skipped: (row) => outcomeOf(row) === 'skipped',
  notRead: (row) => outcomeOf(row) === 'notRead',
  lines: ({ result }) => (result?.skippedLines ?? 0) > 0,
};

const toNames = ({ path, result }: ImportRow): string =>
  [path, ...(result?.sessions ?? []).flatMap(({ title, project }) => [title ?? '', project ?? ''])].join('\n').toLowerCase();

/** Rows of a filter whose path, or a title or project of theirs, contains the text. */
export const filterRows = (rows: readonly ImportRow[], filter: RowFilter, text: string): readonly ImportRow[] => {
  const wanted = text.trim().toLowerCase();
  if (filter === 'all' && wanted === '') return rows;
  return rows.filter((row) => matches[filter](row) && (wanted === '' || toNames(row).includes(wanted)));
};

export const countRows = (rows: readonly ImportRow[]): Record<RowFilter, number> => {
  const count = (filter: RowFilter) => rows.filter(matches[filter]).length;
  return {
    all: rows.length,
    running: count('running'),
    waiting: count('waiting'),
    newFiles: count('newFiles'),
    grew: count('grew'),
    unchanged: count('unchanged'),
    skipped: count('skipped'),
    notRead: count('notRead'),
    lines: count('lines'),
  };
};

/** Issues of files that were read, by kind, most first; those a file has beyond what it lists are not in it. */
export const countIssues = (rows: readonly ImportRow[]): [code: IssueCode, count: number][] => {
  const counts = new Map<IssueCode, number>();
  for (const { result } of rows.filter((row) => outcomeOf(row) !== 'skipped' && outcomeOf(row) !== 'notRead'))
    for (const { code } of result?.issues ?? []) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
};

/** Files by format, most first; null: no format reads them. Files that were not read are left out. */
export const countFormats = (rows: readonly ImportRow[]): [label: string | null, files: number][] => {
  const counts = new Map<string | null, number>();
  for (const { result, status } of rows) {
    if (!result || status === 'waiting' || status === 'running') continue;
    if (result.formatLabel === null && !isUnsupported(result)) continue;
    counts.set(result.formatLabel, (counts.get(result.formatLabel) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => Number(a[0] === null) - Number(b[0] === null) || b[1] - a[1]);
};
