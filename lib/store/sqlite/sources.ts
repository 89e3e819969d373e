import type { Database } from 'better-sqlite3';
import { and, eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import * as z from 'zod';
import { sourceIssues, sourceLines, sources } from '../../../db/schema.ts';
import { issue, type Issue, type IssueLine } from '../../domain/issue.ts';
import { displayWindowBytes } from '../../domain/display-window.ts';
import { compressText, decompressText } from '../compress.ts';
import { cutAtBytes } from '../cut-at-bytes.ts';
import type { AppendBatch, SourceRow } from '../rows.ts';
import { parseJson, parseStrings, toJson, parseStored } from './json.ts';
import { columnsOf, upsert } from './statements.ts';

type StoredSource = typeof sources.$inferSelect & { sessionIds: string };

export type Sources = ReturnType<typeof makeSources>;

/** `line` 0 stands for the file as a whole. */
const wholeFile = 0;
const anyJson = z.unknown();

/** Files that were read, the sessions they hold, and what was wrong in them. */
export const makeSources = (db: Database) => {
  const select = `SELECT ${columnsOf(sources, 's')}, (
    SELECT json_group_array(session_id) FROM (SELECT session_id FROM source_sessions WHERE source_id = s.id ORDER BY position)
  ) AS sessionIds FROM sources s`;
  const byPath = db.prepare<[string], StoredSource>(`${select} WHERE s.path = ?`);
  const bySha256 = db.prepare<[string], StoredSource>(`${select} WHERE s.sha256 = ? ORDER BY s.path LIMIT 1`);
  const withBytes = db.prepare<[number]>('SELECT 1 FROM sources WHERE bytes = ? LIMIT 1');
  const put = db.prepare(upsert(sources, ['id']));
  const putSession = db.prepare<[string, string, number]>(
    `INSERT INTO source_sessions (session_id, source_id, position) VALUES (?, ?, ?)
    ON CONFLICT (session_id, source_id) DO UPDATE SET position = excluded.position WHERE position <> excluded.position`,
  );
  const dropSession = db.prepare<[string, string]>(
    'DELETE FROM source_sessions WHERE source_id = ? AND session_id NOT IN (SELECT value FROM json_each(?))',
  );
  const putIssue = db.prepare(upsert(sourceIssues, ['sourceId', 'line', 'code']));
  const dropIssues = db.prepare<[string]>('DELETE FROM source_issues WHERE source_id = ?');
  const putLine = db.prepare(upsert(sourceLines, ['sourceId', 'line']));
  const dropLines = db.prepare<[string]>('DELETE FROM source_lines WHERE source_id = ?');
  const dropTail = db.prepare<[string]>("DELETE FROM source_issues WHERE source_id = ? AND code = 'pending_tail'");
  const database = drizzle(db);
  const issuesOf = database
    .select()
    .from(sourceIssues)
    .where(eq(sourceIssues.sourceId, sql.placeholder('sourceId')))
    .orderBy(sourceIssues.line, sourceIssues.code)
    .prepare();
  return {
    findByPath: (path: string): SourceRow | null => toFound(byPath.get(path)),
    findBySha256: (sha256: string): SourceRow | null => toFound(bySha256.get(sha256)),
    hasBytes: (bytes: number): boolean => withBytes.get(bytes) !== undefined,
    /** Drops the issue of an unfinished last line, which may be complete by now; with `isFirst`, all earlier issues. */
    put: (row: SourceRow, { issues = [], issueLines = [], isFirst = false }: Partial<AppendBatch> = {}): void => {
      if (isFirst) {
        dropIssues.run(row.id);
        dropLines.run(row.id);
      } else dropTail.run(row.id);
      put.run({ ...row, state: toJson(row.state), isBundle: Number(row.isBundle) });
      for (const [position, sessionId] of row.sessionIds.entries()) putSession.run(sessionId, row.id, position);
      dropSession.run(row.id, toJson(row.sessionIds));
      for (const one of issues) putIssue.run({ ...one, sourceId: row.id, line: one.line ?? wholeFile });
      for (const { line, text, bytes } of issueLines) {
        putLine.run({ sourceId: row.id, line, bytes, data: compressText(cutAtBytes(text, displayWindowBytes)) });
      }
    },
    findIssueLine: (sourceId: string, line: number): IssueLine | null => {
      const row = database
        .select({ path: sources.path, bytes: sourceLines.bytes, data: sourceLines.data })
        .from(sourceLines)
        .innerJoin(sources, eq(sources.id, sourceLines.sourceId))
        .where(and(eq(sourceLines.sourceId, sourceId), eq(sourceLines.line, line)))
        .get();
      return row ? { path: row.path, line, bytes: row.bytes, text: decompressText(row.data) } : null;
    },
    listIssues: (sourceId: string): Issue[] =>
      issuesOf.all({ sourceId }).map((row) => parseStored(issue, { ...row, line: row.line === wholeFile ? null : row.line })),
  };
};

const toFound = (row: StoredSource | undefined): SourceRow | null => (row ? toSourceRow(row) : null);

const toSourceRow = ({ sessionIds, state, isBundle, ...row }: StoredSource): SourceRow => ({
  ...row,
  isBundle: isBundle === 1,
  state: parseJson(anyJson, state),
  sessionIds: parseStrings(sessionIds),
});
