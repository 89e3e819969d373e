import type { Database } from 'better-sqlite3';
import { toReason } from '../../../observations/lifecycle.ts';
import type { Handled, HandledObservation } from '../../observation-store.ts';
import type { StoredObservation } from './observation-rows.ts';

type Row = Pick<StoredObservation, 'id' | 'state' | 'acknowledgedAtMs' | 'resolvedAtMs'> & { withdrawn: number };

/** SQL of `isWithdrawal`, of a row of observations. */
export const isWithdrawn = "state = 'stale' AND resolved_by = observer";

/** Counts the observations that are withdrawals of their observers (`isWithdrawal`), from an instant on. */
export const makeCountNoLongerFound = (db: Database) => {
  const count = db
    .prepare<[number], number>(`SELECT count(*) FROM observations WHERE ${isWithdrawn} AND resolved_at_ms >= ? AND synthetic = 0`)
    .pluck();
  return (sinceMs: number): number => count.get(sinceMs) ?? 0;
};

/** Observations that are acknowledged or resolved, and groups that are resolved. */
export const makeObservationsHandled = (db: Database) => {
  const observations = db.prepare<[], Row>(
    `SELECT id, state, acknowledged_at_ms AS acknowledgedAtMs, resolved_at_ms AS resolvedAtMs,
      ${isWithdrawn} AS withdrawn
    FROM observations WHERE state NOT IN ('open', 'regressed')`,
  );
  const groups = db.prepare<[], Pick<Row, 'state' | 'resolvedAtMs'> & { fingerprint: string }>(
    `SELECT fingerprint, state, resolved_at_ms AS resolvedAtMs FROM observation_groups
    WHERE state NOT IN ('open', 'regressed', 'acknowledged')`,
  );
  return (): Handled => ({
    observations: observations.all().map(({ withdrawn, ...row }): HandledObservation => ({ ...row, isWithdrawn: withdrawn === 1 })),
    closedGroups: groups.all().flatMap(({ fingerprint, state, resolvedAtMs }) => {
      const reason = toReason(state);
      return reason === null ? [] : [{ fingerprint, state: reason, atMs: resolvedAtMs ?? 0 }];
    }),
  });
};
