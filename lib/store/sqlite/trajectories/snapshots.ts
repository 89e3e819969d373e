import type { Database } from 'better-sqlite3';
import type { SnapshotRow } from '../../trajectory-store.ts';

export type Snapshots = ReturnType<typeof makeSnapshots>;

/** Snapshots of sessions: which come and go with the records that stand for them. */
export const makeSnapshots = (db: Database) => {
  // Where another line has the identity, that one stays.
  const add = db.prepare<[Omit<SnapshotRow, 'hasEvents'> & { hasEvents: number }]>(
    `INSERT INTO snapshots (session_id, record_id, created_us, has_events)
    SELECT session_id, id, @createdUs, @hasEvents FROM records WHERE session_id = @sessionId AND id = @recordId ON CONFLICT DO NOTHING`,
  );
  const drop = db.prepare<[string, string]>('DELETE FROM snapshots WHERE session_id = ? AND record_id = ?');
  const grow = db.prepare<[string]>(
    `INSERT INTO snapshot_sessions (session_id, version, settled, split) VALUES (?, 1, 0, 0)
    ON CONFLICT DO UPDATE SET version = version + 1`,
  );
  const find = db.prepare<[string, string], Omit<SnapshotRow, 'createdUs' | 'hasEvents'> & { createdUs: string; hasEvents: number }>(
    `SELECT session_id AS sessionId, record_id AS recordId, CAST(created_us AS TEXT) AS createdUs, has_events AS hasEvents FROM snapshots
    WHERE session_id = ? AND created_us IN (SELECT value FROM json_each(?))`,
  );
  return {
    put: (rows: readonly SnapshotRow[]): void => {
      const grown = new Set<string>();
      for (const row of rows) if (add.run({ ...row, hasEvents: Number(row.hasEvents) }).changes > 0) grown.add(row.sessionId);
      for (const id of grown) grow.run(id);
    },
    remove: (sessionId: string, recordIds: readonly string[]): void => {
      const dropped = recordIds.filter((id) => drop.run(sessionId, id).changes > 0);
      if (dropped.length > 0) grow.run(sessionId);
    },
    find: (sessionId: string, createdUs: readonly bigint[]): SnapshotRow[] =>
      find
        .all(sessionId, `[${createdUs.join()}]`)
        .map((row) => ({ ...row, createdUs: BigInt(row.createdUs), hasEvents: row.hasEvents === 1 })),
  };
};
