import type { Database } from 'better-sqlite3';
import { firstTimedHash } from '../index-hash.ts';

type Sharing = { sessionId: string; id: string };

export type Overlaps = ReturnType<typeof makeOverlaps>;

const selectSharing = (fresh: string): string =>
  `SELECT DISTINCT a.session_id AS sessionId, b.session_id AS id FROM ${fresh}
  CROSS JOIN records b ON b.native_hash = a.native_hash AND b.fts_id <> a.fts_id AND b.native_key = a.native_key AND b.session_id <> a.session_id
  WHERE a.fts_id > @row`;

/** For the records after `@row`, found by their numbers: otherwise SQLite scans an index of the whole archive for each batch. */
export const selectSharingEach = selectSharing('records a NOT INDEXED');
export const selectSharingUntimed = `${selectSharingEach} AND a.native_hash < ${firstTimedHash}`;

const span = `span AS (
    SELECT min(native_hash) AS low, max(native_hash) AS high FROM records NOT INDEXED WHERE fts_id > @row AND native_hash >= ${firstTimedHash}
  )`;

/** Rows of the index that a walk costs less than a look for each record of a batch. */
const maxWalked = 10_000;

/** Whether the times of a batch lie so far apart that a walk from the first to the last would pass much of the archive. */
export const selectIsWide = `WITH ${span}
  SELECT count(*) > ${maxWalked} FROM (
    SELECT 1 FROM records INDEXED BY records_native
    WHERE native_hash BETWEEN (SELECT low FROM span) AND (SELECT high FROM span) LIMIT ${maxWalked + 1}
  )`;

/** Where hashes of one batch lie close together, those that stand there twice are found by one walk along the index. */
export const selectSharingTimed = `WITH ${span},
  twice AS (
    SELECT native_hash FROM records INDEXED BY records_native
    WHERE native_hash BETWEEN (SELECT low FROM span) AND (SELECT high FROM span) GROUP BY native_hash HAVING count(*) > 1
  )
  ${selectSharing('twice CROSS JOIN records a INDEXED BY records_native ON a.native_hash = twice.native_hash')}`;

/**
 * Which sessions share entries, noted when an entry is stored, so that only those are compared when aggregates are recomputed. One that
 * inherits is noted with the one that it inherits from, but not with all others that do.
 */
export const makeOverlaps = (db: Database) => {
  const lastRow = db.prepare<[], { last: number }>('SELECT coalesce(max(fts_id), 0) AS last FROM records');
  const sharingUntimed = db.prepare<[{ row: number }], Sharing>(selectSharingUntimed);
  const sharingEach = db.prepare<[{ row: number }], Sharing>(selectSharingEach);
  const isWide = db.prepare<[{ row: number }], number>(selectIsWide).pluck();
  const sharingTimed = db.prepare<[{ row: number }], Sharing>(selectSharingTimed);
  const anySharing = db.prepare<[string, number, string, string], { id: string }>(
    `SELECT r.session_id AS id FROM responses r INDEXED BY responses_id
    JOIN sessions s ON s.id = r.session_id AND s.family = (SELECT family FROM sessions WHERE id = ?)
    WHERE r.id_hash = ? AND r.id = ? AND r.session_id <> ? LIMIT 1`,
  );
  const add = db.prepare<[string, string]>(
    'INSERT INTO session_overlaps (session_id, other_id) VALUES (?, ?) ON CONFLICT (session_id, other_id) DO NOTHING',
  );
  const others = db.prepare<[string], { id: string }>('SELECT other_id AS id FROM session_overlaps WHERE session_id = ?');
  const note = (sessionId: string, otherId: string): void => {
    add.run(sessionId, otherId);
    add.run(otherId, sessionId);
  };
  return {
    lastRow: (): number => lastRow.get()?.last ?? 0,
    /** For the records stored after `row`. */
    noteKeys: (row: number): void => {
      const found = isWide.get({ row }) ? sharingEach.all({ row }) : [...sharingUntimed.all({ row }), ...sharingTimed.all({ row })];
      for (const { sessionId, id } of found) note(sessionId, id);
    },
    /** With one of those that hold the response: hundreds may, and each is noted with its owner once that is known. */
    noteResponse: (sessionId: string, idHash: number, id: string): void => {
      const other = anySharing.get(sessionId, idHash, id, sessionId);
      if (other) note(sessionId, other.id);
    },
    note,
    othersOf: (sessionId: string): string[] => others.all(sessionId).map((row) => row.id),
  };
};
