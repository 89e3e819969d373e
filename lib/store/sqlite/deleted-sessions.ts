import type { Database } from 'better-sqlite3';
import type { DeletedFile } from '../../domain/data.ts';
import type { AppendBatch } from '../rows.ts';
import { toJson } from './json.ts';
import { toNearest } from './sums.ts';

export type DeletedSessions = ReturnType<typeof makeDeletedSessions>;

/** Paths of what running agents report: no file gives it again. */
const isFile = "path NOT LIKE 'live:%'";
const withPath = 'FROM sources WHERE path = ?';

/** Which sessions were deleted, and from which files. */
export const makeDeletedSessions = (db: Database) => {
  const pathsOf = db
    .prepare<[string], string>('SELECT s.path FROM source_sessions x JOIN sources s ON s.id = x.source_id WHERE x.session_id = ?')
    .pluck();
  const put = db.prepare<[string, string, number]>(
    `INSERT INTO deleted_sessions (session_id, path, deleted_at_ms) VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET deleted_at_ms = excluded.deleted_at_ms`,
  );
  const putCopy = db.prepare<[string, string]>(
    `INSERT INTO deleted_sessions SELECT session_id, ?, max(deleted_at_ms) FROM deleted_sessions WHERE session_id = ? GROUP BY session_id
    ON CONFLICT DO NOTHING`,
  );
  const has = db.prepare<[string], number>('SELECT 1 FROM deleted_sessions WHERE session_id = ? LIMIT 1').pluck();
  const drop = db.prepare<[string]>('DELETE FROM deleted_sessions WHERE session_id = ?');
  const ofPath = db.prepare<[string], string>('SELECT session_id FROM deleted_sessions WHERE path = ?').pluck();
  const files = db.prepare<[{ beginning: string; limit: number }], DeletedFile>(
    `SELECT path, count(*) AS sessions, ${toNearest('instant', 'max(deleted_at_ms)')} AS deletedAtMs FROM deleted_sessions
    WHERE ${isFile} AND substr(path, 1, length(@beginning)) = @beginning GROUP BY path ORDER BY deletedAtMs DESC, path LIMIT @limit`,
  );
  const isSource = db.prepare<[string], number>(`SELECT 1 ${withPath}`).pluck();
  const forgetReading = [
    `DELETE FROM source_issues WHERE source_id IN (SELECT id ${withPath} AND ${isFile})`,
    `DELETE FROM source_lines WHERE source_id IN (SELECT id ${withPath} AND ${isFile})`,
    `UPDATE sources SET "offset" = 0, offset_sha256 = NULL, sha256 = NULL, lines = 0, mtime_ms = NULL, state = 'null', skipped_lines = 0,
      unknown_records = 0 WHERE path = ? AND ${isFile}`,
  ].map((sql) => db.prepare<[string]>(sql));
  const dropResults = db.prepare<[{ ids: string }]>(
    `DELETE FROM import_files WHERE json_extract(result, '$.sourceId') IN (
      SELECT source_id FROM source_sessions WHERE session_id IN (SELECT value FROM json_each(@ids)))
    OR EXISTS (SELECT 1 FROM json_each(result, '$.sessions') s WHERE s.value ->> '$.id' IN (SELECT value FROM json_each(@ids)))`,
  );
  const isDeleted = (id: string): boolean => has.get(id) !== undefined;
  /** A file that holds other sessions, too, is read again from its beginning: its reader's state and bad lines may quote what is gone. */
  const readAgain = (path: string): void => {
    for (const statement of forgetReading) statement.run(path);
  };
  return {
    /** Before the sessions are deleted. Answers what is left to do after it. */
    note: (ids: readonly string[], atMs: number): (() => void) => {
      dropResults.run({ ids: toJson(ids) });
      const paths = new Set<string>();
      for (const id of ids) {
        for (const path of pathsOf.all(id)) {
          put.run(id, path, atMs);
          paths.add(path);
        }
      }
      return () => paths.forEach(readAgain);
    },
    findDeleted: (path: string): { sessions: number; isWhole: boolean } | null => {
      const sessions = ofPath.all(path).length;
      return sessions === 0 ? null : { sessions, isWhole: isSource.get(path) === undefined };
    },
    restoreFile: (path: string): void => {
      const ids = ofPath.all(path);
      for (const id of ids) drop.run(id);
      if (ids.length > 0) readAgain(path);
    },
    listFiles: (limit: number, beginning = ''): DeletedFile[] => files.all({ beginning, limit }),
    keepOthers: (ids: readonly string[]): string[] => ids.filter((id) => !isDeleted(id)),
    /** A batch without deleted sessions; null: it has no others. One that `restoresDeleted` takes them out of the deleted ones. */
    leaveOut: (batch: AppendBatch): AppendBatch | null => {
      // Reports of a running agent after the deletion of its session start the session anew.
      if (batch.source.path.startsWith('live:')) return batch;
      const gone = new Set([...batch.sessions.map(({ id }) => id), ...batch.source.sessionIds].filter(isDeleted));
      if (gone.size === 0) return batch;
      if (batch.restoresDeleted) {
        for (const id of gone) drop.run(id);
        return batch;
      }
      // A copy of the file is allowed again as the file is.
      for (const id of gone) putCopy.run(batch.source.path, id);
      const sessionIds = batch.source.sessionIds.filter((id) => !gone.has(id));
      if (sessionIds.length === 0) return null;
      const keep = <Row extends { sessionId: string }>(rows: readonly Row[]): Row[] => rows.filter((row) => !gone.has(row.sessionId));
      return {
        ...batch,
        source: { ...batch.source, sessionIds },
        sessions: batch.sessions.filter(({ id }) => !gone.has(id)),
        expected: keep(batch.expected),
        records: keep(batch.records),
        calls: keep(batch.calls),
        results: keep(batch.results),
        outcomeOverrides: keep(batch.outcomeOverrides),
        earlyPairs: keep(batch.earlyPairs),
        responses: keep(batch.responses),
        raw: keep(batch.raw),
        snapshots: keep(batch.snapshots),
        links: keep(batch.links),
        ...(batch.replaced && { replaced: keep(batch.replaced) }),
        ...(batch.renamed && { renamed: keep(batch.renamed) }),
      };
    },
  };
};
