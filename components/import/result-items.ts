import type { Issue } from '@/lib/domain/issue.ts';
import type { ImportRow } from './import-row.ts';

/** Items of the list, one below the other: a file, an issue under it, the issue's line, and the number of issues that are not listed. */
export type ResultItem =
  | { kind: 'row'; key: string; row: ImportRow }
  | { kind: 'issue'; key: string; issue: Issue; hasLine: boolean }
  | { kind: 'line'; key: string; issue: Issue; sourceId: string; line: number }
  | { kind: 'more'; key: string; count: number };

/** Names what can be opened: a file by its path, a line by its issue. */
export const keyOfRow = ({ path }: ImportRow): string => `file ${path}`;
const keyOfIssue = ({ path }: ImportRow, { line, code }: Issue): string => `issue ${line ?? 0} ${code} ${path}`;

const toIssueItems = (row: ImportRow, issue: Issue, opened: ReadonlySet<string>): ResultItem[] => {
  const sourceId = row.result?.sourceId ?? null;
  const key = keyOfIssue(row, issue);
  if (sourceId === null || issue.line === null) return [{ kind: 'issue', key, issue, hasLine: false }];
  const item: ResultItem = { kind: 'issue', key, issue, hasLine: true };
  return opened.has(key) ? [item, { kind: 'line', key: `text of ${key}`, issue, sourceId, line: issue.line }] : [item];
};

/** The items of a list of files, of which some, and some of their issues, are opened. */
export const toResultItems = (rows: readonly ImportRow[], opened: ReadonlySet<string>): ResultItem[] =>
  rows.flatMap((row): ResultItem[] => {
    const item: ResultItem = { kind: 'row', key: keyOfRow(row), row };
    const { result } = row;
    if (!result || !opened.has(keyOfRow(row))) return [item];
    const unlisted = result.issueCount - result.issues.length;
    return [
      item,
      ...result.issues.flatMap((issue) => toIssueItems(row, issue, opened)),
      ...(unlisted > 0 ? [{ kind: 'more' as const, key: `more of ${row.path}`, count: unlisted }] : []),
    ];
  });
