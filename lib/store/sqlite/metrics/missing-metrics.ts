import type { Database } from 'better-sqlite3';
import { emptyHead } from '../sessions/aggregate-checkpoints.ts';
import type { Turns } from '../sessions/turns.ts';

/** Records that are read in one transaction, or those of one session. */
const recordsAtOnce = 2_000;

/**
 * Derives the metrics of sessions that were stored by a version without them, some at a time in the order of their rows. The row of
 * `index_state` that the migration puts into an archive with sessions says how far this has come; it goes when all is done.
 */
export const makeMissingMetrics = (db: Database, turns: Turns) => {
  const place = db.prepare<[], number>(`SELECT value FROM index_state WHERE name = 'turn_metrics'`).pluck();
  const next = db.prepare<[number], { row: number; id: string; records: number }>(
    'SELECT rowid AS row, id, records FROM sessions WHERE rowid > ? ORDER BY rowid LIMIT 200',
  );
  const move = db.prepare<[number]>(`UPDATE index_state SET value = ? WHERE name = 'turn_metrics'`);
  const end = db.prepare(`DELETE FROM index_state WHERE name = 'turn_metrics'`);
  return (): number => {
    const at = place.get();
    if (at === undefined) return 0;
    let [done, records] = [0, 0];
    for (const { row, id, records: count } of next.all(at)) {
      if (done > 0 && records + count > recordsAtOnce) break;
      turns.recomputeAggregates(id, emptyHead);
      move.run(row);
      done += 1;
      records += count;
    }
    if (done === 0) end.run();
    return done;
  };
};
