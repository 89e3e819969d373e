import type { Database } from 'better-sqlite3';
import { deliveries } from '../../../../db/schema.ts';
import type { DueDelivery } from '../../../domain/delivery.ts';
import { observation } from '../../../domain/observation.ts';
import type { DeliveryEnd } from '../../delivery-store.ts';
import type { Changes } from '../changes.ts';
import { isWithdrawn } from '../observations/observations-handled.ts';
import { toDelivery, type StoredDelivery } from './delivery-rows.ts';
import { parseJson } from '../json.ts';
import { columnsOf } from '../statements.ts';

/** Removed with one that is sent. */
const maxRemoved = 100;

/** `withdrawn`: its observer no longer detects the finding. */
type Waiting = StoredDelivery & { withdrawn: number };

/** Who may send what goes out now, and what came of it. */
export const makeDeliveryAttempts = (db: Database, changes: Changes, keptSent: number) => {
  const columns = columnsOf(deliveries, 'd');
  const withdrawn = `EXISTS (SELECT 1 FROM observations WHERE id = d.observation_id AND ${isWithdrawn}) AS withdrawn`;
  const due = db.prepare<[string, number, number], Waiting>(
    `SELECT ${columns}, ${withdrawn} FROM deliveries d INDEXED BY deliveries_waiting WHERE d.state = 'pending' AND d.sink = ? AND d.next_at_ms <= ?
    ORDER BY d.created_at_ms, d.rowid LIMIT ?`,
  );
  const oldest = db.prepare<[string], Waiting>(
    `SELECT ${columns}, ${withdrawn} FROM deliveries d INDEXED BY deliveries_waiting WHERE d.state = 'pending' AND d.sink = ?
    ORDER BY d.created_at_ms, d.rowid LIMIT 1`,
  );
  const next = db
    .prepare<[string], number | null>(
      "SELECT min(next_at_ms) FROM deliveries INDEXED BY deliveries_due WHERE state = 'pending' AND sink = ?",
    )
    .pluck();
  const lease = db.prepare<[number, string]>('UPDATE deliveries SET attempts = attempts + 1, next_at_ms = ? WHERE id = ?');
  const end = db.prepare<
    [Omit<DeliveryEnd, 'isUncounted'> & { id: string; endedAtMs: number | null; back: number }],
    { sessionId: string; sink: string }
  >(
    `UPDATE deliveries SET state = @state, error = @error, next_at_ms = @nextAtMs, ended_at_ms = @endedAtMs,
      attempts = max(attempts - @back, 0), body = iif(@state = 'sent', '', body)
    WHERE id = @id AND state = 'pending' RETURNING session_id AS sessionId, sink`,
  );
  const countSent = db.prepare<[string]>('UPDATE sinks SET sent = sent + 1 WHERE name = ?');
  const removeSent = db.prepare(
    `DELETE FROM deliveries WHERE id IN (
      SELECT id FROM deliveries INDEXED BY deliveries_state WHERE state = 'sent'
      ORDER BY created_at_ms DESC, id DESC LIMIT ${maxRemoved} OFFSET ${keptSent}
    )`,
  );
  const retryWhere = (which: string) =>
    db
      .prepare<[number, string], string>(
        `UPDATE deliveries SET state = 'pending', attempts = 0, next_at_ms = ?, ended_at_ms = NULL WHERE state = 'dead' AND ${which} = ?
        RETURNING session_id`,
      )
      .pluck();
  const retryOne = retryWhere('id');
  const retrySink = retryWhere('sink');
  const drop = db.prepare<[string]>('DELETE FROM deliveries WHERE id = ?');
  /**
   * Without deliveries of observations that were withdrawn since they were queued: those go, and others take their places. If such a finding
   * is detected again, that is a delivery of its own.
   */
  const take = (list: () => Waiting[]): StoredDelivery[] => {
    for (;;) {
      const rows = list();
      const gone = rows.filter((row) => row.withdrawn === 1);
      if (gone.length === 0) return rows;
      for (const { id, sessionId } of gone) {
        drop.run(id);
        changes.add('observation', sessionId);
      }
    }
  };
  const claim = (row: StoredDelivery, untilMs: number): DueDelivery => {
    lease.run(untilMs, row.id);
    const claimed = { ...row, attempts: row.attempts + 1, nextAtMs: untilMs };
    return { ...toDelivery(claimed), observation: parseJson(observation, row.body) };
  };

  return {
    next: (sink: string): number | null => next.get(sink) ?? null,
    claim: (sink: string, nowMs: number, leaseMs: number, limit: number): DueDelivery[] =>
      take(() => due.all(sink, nowMs, limit)).map((row) => claim(row, nowMs + leaseMs)),
    claimOldest: (sink: string, nowMs: number, leaseMs: number): DueDelivery | null => {
      // One that another process sends right now stays.
      const [row] = take(() => oldest.all(sink).map((one) => ((one.nextAtMs ?? 0) <= nowMs ? one : { ...one, withdrawn: 0 })));
      return row && (row.nextAtMs ?? 0) <= nowMs ? claim(row, nowMs + leaseMs) : null;
    },
    /** Ends an attempt. A sent delivery is counted; its observation is dropped now, and the delivery itself later. */
    end: (id: string, { isUncounted = false, ...outcome }: DeliveryEnd): void => {
      const isPending = outcome.state === 'pending';
      const times = { nextAtMs: isPending ? (outcome.nextAtMs ?? outcome.atMs) : null, endedAtMs: isPending ? null : outcome.atMs };
      const ended = end.get({ ...outcome, id, ...times, back: Number(isUncounted) });
      if (!ended) return;
      changes.add('observation', ended.sessionId);
      if (outcome.state !== 'sent') return;
      countSent.run(ended.sink);
      removeSent.run();
    },
    retry: (which: { id: string } | { sink: string }, nowMs: number): number => {
      const sessionIds = 'id' in which ? retryOne.all(nowMs, which.id) : retrySink.all(nowMs, which.sink);
      for (const sessionId of new Set(sessionIds)) changes.add('observation', sessionId);
      return sessionIds.length;
    },
  };
};
