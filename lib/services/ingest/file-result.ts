import type { FileResult, FileStatus, ImportedSession } from '../../domain/import.ts';
import type { Issue, IssueCode } from '../../domain/issue.ts';
import type { Session } from '../../domain/session.ts';
import { formats } from '../../formats/registry.ts';
import { printCount } from '../../print/number.ts';
import { hashId } from '../../session/ids.ts';
import type { SourceRow } from '../../store/rows.ts';
import type { Store } from '../../store/store.ts';

/** Sessions and issues that a result carries; counts are over all of them. */
const maxListed = 1_000;

/** Names a file within an import. */
export const fileResultIdOf = (path: string): string => hashId('file', path);

/** The result of a file of which nothing was read. */
export const makeRefusedResult = (
  path: string,
  bytes: number,
  status: FileStatus,
  issue: Issue | null,
  sha256: string | null,
): FileResult => ({
  id: fileResultIdOf(path),
  path,
  sourceId: null,
  bytes,
  bytesRead: 0,
  status,
  format: null,
  formatLabel: null,
  sha256,
  unchanged: false,
  grew: false,
  sessions: [],
  sessionCount: 0,
  records: 0,
  toolCalls: 0,
  toolErrors: 0,
  newRecords: 0,
  skippedLines: 0,
  unknownRecords: 0,
  pendingTail: false,
  issues: issue ? [issue] : [],
  issueCount: issue ? 1 : 0,
});

/** The result of a file that is not read, and why. */
export const refuse = (
  { path }: { path: string },
  bytes: number,
  code: IssueCode,
  message: string,
  sha256: string | null = null,
): FileResult => makeRefusedResult(path, bytes, 'refused', { line: null, code, message, excerpt: null }, sha256);

const howToRestore =
  'import this very file (name it on the command line, or upload it), or choose “Allow again” beside it on the data page.';

export const refuseDeleted = (input: { path: string }, bytes: number): FileResult =>
  refuse(input, bytes, 'deleted', `Its sessions were deleted. To bring them back, ${howToRestore}`);

const toLeftOut = (sessions: number): Issue => ({
  line: null,
  code: 'deleted',
  message:
    sessions === 1
      ? `One of its sessions was deleted, and is left out. To bring it back, ${howToRestore}`
      : `${printCount(sessions)} of its sessions were deleted, and are left out. To bring them back, ${howToRestore}`,
  excerpt: null,
});

/** `notices` are of this reading alone, and are not stored. */
type Read = { unchanged: boolean; newRecords?: number; pendingTail?: boolean; cancelled?: boolean; notices?: readonly Issue[] };

/** Result of a file from its stored rows. A copy of a file whose sessions were deleted is read to its end before that is known. */
export const completeResult = async (store: Store, input: { path: string }, source: SourceRow, read: Read): Promise<FileResult> => {
  const deleted = source.sessionIds.length > 0 ? await store.findDeleted(source.path) : null;
  if (deleted?.isWhole) return refuseDeleted(input, source.bytes);
  const counted = await countSessions(store, source.sessionIds);
  const issues = [...(read.notices ?? []), ...(await store.listSourceIssues(source.id))];
  const formatLabel = formats.find((format) => format.id === source.format)?.label ?? null;
  if (deleted && !read.unchanged) issues.unshift(toLeftOut(deleted.sessions));
  if (isWithoutSession(source, issues, read)) issues.push(toNoSession(formatLabel));
  return {
    ...makeRefusedResult(input.path, source.bytes, toStatus(source, read), null, source.sha256),
    sourceId: source.id,
    bytesRead: source.offset,
    format: source.format,
    formatLabel,
    unchanged: read.unchanged,
    ...counted,
    newRecords: read.newRecords ?? 0,
    skippedLines: source.skippedLines,
    unknownRecords: source.unknownRecords,
    pendingTail: read.pendingTail ?? false,
    issues: issues.slice(0, maxListed),
    issueCount: issues.length,
  };
};

/** Read to its end without a word of whose it is. */
const isWithoutSession = (source: SourceRow, issues: readonly Issue[], read: Read): boolean =>
  source.sessionIds.length === 0 && issues.length === 0 && !read.cancelled && !read.pendingTail;

const toNoSession = (formatLabel: string | null): Issue => ({
  line: null,
  code: 'no_session',
  message: `This is a file of the format ${formatLabel ?? 'that was read'}, but nothing in it, nor its name, tells which session it belongs to. Nothing of it is shown until a line does.`,
  excerpt: null,
});

const toStatus = (source: SourceRow, read: Read): FileStatus => {
  if (read.cancelled) return 'cancelled';
  if (read.unchanged) return 'unchanged';
  return source.skippedLines > 0 ? 'partial' : 'imported';
};

/** The first of a file's sessions, and the counts of all that are stored: as many are held at once as are listed. */
export const countSessions = async (
  store: Store,
  ids: readonly string[],
): Promise<Pick<FileResult, 'sessions' | 'sessionCount' | 'records' | 'toolCalls' | 'toolErrors'>> => {
  const listed: ImportedSession[] = [];
  const counts = { sessionCount: 0, records: 0, toolCalls: 0, toolErrors: 0 };
  for (let from = 0; from < ids.length; from += maxListed) {
    const found = await Promise.all(ids.slice(from, from + maxListed).map((id) => store.findSession(id)));
    const sessions = found.filter((session) => session !== null);
    if (from === 0) listed.push(...sessions.map(toImportedSession));
    counts.sessionCount += sessions.length;
    counts.records += sum(sessions, (session) => session.records);
    counts.toolCalls += sum(sessions, (session) => session.toolCalls);
    counts.toolErrors += sum(sessions, (session) => session.toolErrors);
  }
  return { sessions: listed, ...counts };
};

const toImportedSession = (session: Session): ImportedSession => ({
  id: session.id,
  nativeId: session.nativeId,
  relation: session.relation,
  title: session.title,
  project: session.project,
  turns: session.turns,
  records: session.records,
  toolCalls: session.toolCalls,
  toolErrors: session.toolErrors,
  toolRejected: session.toolRejected,
  tokens: toCounts(session.tokens),
});

/** Counts that the source does not state stay unknown. */
const toCounts = ({ input, cacheRead, cacheWrite, output }: Session['tokens']) => ({ input, cacheRead, cacheWrite, output });

const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number => items.reduce((total, item) => total + of(item), 0);
