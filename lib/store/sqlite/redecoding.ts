import type { Database } from 'better-sqlite3';
import { and, desc, isNotNull, lt, ne, or } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { sources as sourceRows, upgrades } from '../../../db/schema.ts';
import { decisionKinds } from '../../observations/lifecycle.ts';
import { groupBy } from '../../session/group-by.ts';
import type { CallLink, SourceRow } from '../rows.ts';
import type { RedecodeStore, SourceRecord, StoredChunk } from '../redecode-store.ts';
import type { Changes } from './changes.ts';
import type { DeletedSessions } from './deleted-sessions.ts';
import { computeFnv1a } from '../result-set.ts';
import { parseHashes, parseNumbers, parseStrings, toJson } from './json.ts';
import type { RawLines, StoredBytes } from './raw-lines.ts';
import type { Sources } from './sources.ts';

type Parts = {
  rawLines: RawLines;
  sources: Sources;
  changes: Changes;
  deleted: DeletedSessions;
  deleteSessions: (ids: readonly string[]) => void;
};
type Synchronous<Method> = Method extends (...args: infer Args) => Promise<infer Result> ? (...args: Args) => Result : never;

/** The operations of `RedecodeStore`, each within its caller's transaction. */
export type Redecoding = { [Name in keyof RedecodeStore]: Synchronous<RedecodeStore[Name]> };

/** An unfinished run that began this much earlier ended with its process. */
const abandonedMs = 24 * 3_600_000;
const decisions = toJson(decisionKinds);
const { id, path, format, formatVersion } = sourceRows;

const sharing = `WITH RECURSIVE related(id) AS (
  SELECT id FROM sources WHERE id = ?
  UNION SELECT b.source_id FROM related JOIN source_sessions a ON a.source_id = related.id JOIN source_sessions b ON b.session_id = a.session_id
) SELECT s.path FROM related JOIN sources s ON s.id = related.id ORDER BY s.path`;

export const makeRedecoding = (db: Database, { rawLines, sources, changes, deleted, deleteSessions }: Parts): Redecoding => {
  const related = db.prepare<[string], string>(sharing).pluck();
  const chunks = db.prepare<[string, string], Omit<StoredChunk, 'offsets' | 'repeats'> & { offsets: string; repeats: number }>(
    `SELECT c.session_id AS sessionId, c.first_offset AS firstOffset, c.offsets, c.parts IS NOT NULL AS repeats FROM source_sessions x
    JOIN raw_chunks c ON c.session_id = x.session_id AND c.source_id = x.source_id WHERE x.source_id = ? AND c.source_id = ?
    ORDER BY c.first_offset >= 0, abs(c.first_offset)`,
  );
  const chunk = db.prepare<[string, string, number], StoredBytes & { starts: string; hashes: string | null }>(
    'SELECT starts, hashes, data, parts FROM raw_chunks WHERE session_id = ? AND source_id = ? AND first_offset = ?',
  );
  const lineNumbers = db
    .prepare<[string, string], [offset: number, number: number, hash: string]>(
      `SELECT DISTINCT r.byte_offset, r.line, r.line_hash FROM source_sessions x JOIN records r ON r.session_id = x.session_id
      WHERE x.source_id = ? AND r.source_id = ?`,
    )
    .raw();
  const sourceRecords = db.prepare<[string, string, string, number], SourceRecord>(
    `SELECT id, line_hash AS lineHash
    FROM records INDEXED BY records_id WHERE session_id = ? AND id > ? AND source_id IN (SELECT value FROM json_each(?)) ORDER BY id LIMIT ?`,
  );
  const responses = db.prepare<[string], string>('SELECT id FROM responses WHERE session_id = ?').pluck();
  const links = db.prepare<[string], CallLink>(
    `SELECT session_id AS sessionId, native_call_id AS nativeCallId, child_session_id AS childSessionId FROM call_links WHERE session_id = ?`,
  );
  const dropResponse = db.prepare<[number, string, string]>('DELETE FROM responses WHERE id_hash = ? AND session_id = ? AND id = ?');
  const dropLink = db.prepare<[CallLink]>(
    'DELETE FROM call_links WHERE session_id = @sessionId AND native_call_id = @nativeCallId AND child_session_id = @childSessionId',
  );
  const markStale = db.prepare<[string]>('UPDATE sessions SET settled = 0 WHERE id = ?');
  const isEmpty = db
    .prepare<[{ id: string; decisions: string }], number>(
      `SELECT 1 FROM sessions WHERE id = @id AND NOT EXISTS (SELECT 1 FROM records WHERE session_id = @id)
      AND NOT EXISTS (SELECT 1 FROM observations o WHERE o.session_id = @id AND (o.evidence IS NULL OR o.label IS NOT NULL OR EXISTS (
        SELECT 1 FROM observation_transitions t WHERE t.observation_id = o.id AND t.kind IN (SELECT value FROM json_each(@decisions)))))`,
    )
    .pluck();
  const issueKeysOf = db.prepare<[string], { line: number; code: string }>('SELECT line, code FROM source_issues WHERE source_id = ?');
  const dropIssue = db.prepare<[string, number, string]>('DELETE FROM source_issues WHERE source_id = ? AND line = ? AND code = ?');
  const dropLine = db.prepare<[string, number]>('DELETE FROM source_lines WHERE source_id = ? AND line = ?');
  const refused = db
    .prepare<[string], string>(
      `SELECT json_extract(f.result, '$.path') AS path FROM import_files f JOIN imports i ON i.id = f.import_id
      WHERE f.status = 'refused' AND json_extract(f.result, '$.issues[0].code') IN (SELECT value FROM json_each(?))
        AND NOT EXISTS (SELECT 1 FROM sources s WHERE s.path = json_extract(f.result, '$.path'))
      GROUP BY path ORDER BY min(i.started_at_ms), path`,
    )
    .pluck();
  const database = drizzle(db);

  return {
    listSourceVersions: () => database.select({ id, path, format, formatVersion }).from(sourceRows).orderBy(path).all(),
    listRelatedSources: (sourceId) =>
      related
        .all(sourceId)
        .map((path) => sources.findByPath(path))
        .filter((row): row is SourceRow => row !== null),
    listRawChunks: (sourceId) =>
      chunks
        .all(sourceId, sourceId)
        .map((row): StoredChunk => ({ ...row, offsets: parseNumbers(row.offsets), repeats: row.repeats === 1 })),
    readRawChunk: (sessionId, sourceId, firstOffset) => {
      const row = chunk.get(sessionId, sourceId, firstOffset);
      return row ? { starts: parseNumbers(row.starts), hashes: parseHashes(row.hashes), bytes: rawLines.read(row) } : null;
    },
    listStoredLines: (sourceId) =>
      new Map(
        [...groupBy(lineNumbers.all(sourceId, sourceId), ([offset]) => offset)].map(([offset, lines]) => [
          offset,
          lines.map(([, number, hash]) => ({ number, hash })),
        ]),
      ),
    listSourceRecords: (sessionId, sourceIds, afterId, limit) => sourceRecords.all(sessionId, afterId, toJson(sourceIds), limit),
    listSessionParts: (sessionId) => ({ responses: responses.all(sessionId), links: links.all(sessionId) }),
    removeSessionParts: (sessionId, parts) => {
      markStale.run(sessionId);
      for (const id of parts.responses) dropResponse.run(computeFnv1a(id), sessionId, id);
      for (const link of parts.links) dropLink.run(link);
    },
    removeRawChunks: (sourceId, gone) => {
      rawLines.remove(sourceId, gone);
    },
    removeEmptySessions: (ids) => {
      const empty = ids.filter((id) => isEmpty.get({ id, decisions }) !== undefined);
      if (empty.length > 0) deleteSessions(empty);
      return empty;
    },
    finishRedecoding: (source, issueKeys) => {
      sources.put({ ...source, sessionIds: deleted.keepOthers(source.sessionIds) });
      if (issueKeys === null) return;
      const keptLines = new Set(Array.from(issueKeys, (key) => key.split(':', 1)[0]));
      for (const { line, code } of issueKeysOf.all(source.id)) {
        if (issueKeys.has(`${line}:${code}`)) continue;
        dropIssue.run(source.id, line, code);
        if (!keptLines.has(`${line}`)) dropLine.run(source.id, line);
      }
    },
    listRefusedPaths: (codes) => refused.all(toJson(codes)),
    putUpgrade: (row) => {
      const stored = { ...row, reasons: toJson(row.reasons) };
      // Another process may be in the middle of a run of its own.
      database
        .delete(upgrades)
        .where(and(ne(upgrades.id, row.id), or(isNotNull(upgrades.finishedAtMs), lt(upgrades.startedAtMs, row.startedAtMs - abandonedMs))))
        .run();
      database.insert(upgrades).values(stored).onConflictDoUpdate({ target: upgrades.id, set: stored }).run();
      changes.add('import', 'upgrade');
    },
    findLastUpgrade: () => {
      const row = database.select().from(upgrades).orderBy(desc(upgrades.startedAtMs), desc(upgrades.id)).get();
      return row ? { ...row, reasons: parseStrings(row.reasons) } : null;
    },
  };
};
