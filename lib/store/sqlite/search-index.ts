import type { Database } from 'better-sqlite3';

export type SearchIndex = ReturnType<typeof makeSearchIndex>;

const maxRows = 2_000;

/**
 * The full-text index over `records.text`, filled behind the writes. The watermark is the last row in it; a row that lies
 * at or below must be taken out of the index before it is changed or deleted.
 */
export const makeSearchIndex = (db: Database) => {
  const readWatermark = db.prepare<[], { value: number }>("SELECT value FROM index_state WHERE name = 'search'");
  const setWatermark = db.prepare<[number]>("UPDATE index_state SET value = ? WHERE name = 'search'");
  const next = db.prepare<[number, number], { rows: number; last: number | null }>(
    'SELECT count(*) AS rows, max(fts_id) AS last FROM (SELECT fts_id FROM records WHERE fts_id > ? ORDER BY fts_id LIMIT ?)',
  );
  const add = db.prepare<[number, number]>(
    'INSERT INTO records_fts (rowid, text) SELECT fts_id, text FROM records WHERE fts_id > ? AND fts_id <= ? ORDER BY fts_id',
  );
  const remove = db.prepare<[string, number]>(
    "INSERT INTO records_fts (records_fts, rowid, text) SELECT 'delete', fts_id, text FROM records WHERE session_id = ? AND fts_id <= ?",
  );
  const removeOne = db.prepare<[string, string, number]>(
    "INSERT INTO records_fts (records_fts, rowid, text) SELECT 'delete', fts_id, text FROM records WHERE session_id = ? AND id = ? AND fts_id <= ?",
  );
  const lowerWatermark = db.prepare(
    "UPDATE index_state SET value = min(value, (SELECT coalesce(max(fts_id), 0) FROM records)) WHERE name = 'search'",
  );
  const watermark = (): number => readWatermark.get()?.value ?? 0;
  return {
    indexSome: (): number => {
      const from = watermark();
      const { rows, last } = next.get(from, maxRows) ?? { rows: 0, last: null };
      if (last === null) return 0;
      add.run(from, last);
      setWatermark.run(last);
      return rows;
    },
    /** Before the records of a session are deleted. */
    forgetSession: (sessionId: string): void => {
      remove.run(sessionId, watermark());
    },
    /** Before one record is deleted. */
    forgetRecord: (sessionId: string, id: string): void => {
      removeOne.run(sessionId, id, watermark());
    },
    /** After records were deleted: their numbers are given again, and what gets them must be indexed. */
    afterDelete: (): void => {
      lowerWatermark.run();
    },
  };
};
