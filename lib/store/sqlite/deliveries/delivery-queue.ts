import type { Database } from 'better-sqlite3';
import { deliveries } from '../../../../db/schema.ts';
import type { NewDelivery } from '../../../observations/plans/plan-deliveries.ts';
import type { Changes } from '../changes.ts';
import type { StoredDelivery } from './delivery-rows.ts';
import { insertNew } from '../statements.ts';

export type DeliveryQueue = ReturnType<typeof makeDeliveryQueue>;

/** Up to which step each sink was queued, and what is queued for it. */
export const makeDeliveryQueue = (db: Database, changes: Changes) => {
  const queuedTo = db.prepare<[string], number>('SELECT seq FROM sinks WHERE name = ?').pluck();
  const putQueuedTo = db.prepare<[string, number]>(
    'INSERT INTO sinks (name, seq) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET seq = excluded.seq',
  );
  const insert = db.prepare<[StoredDelivery]>(insertNew(deliveries, ['id']));

  return {
    findPlace: (sink: string): number | null => queuedTo.get(sink) ?? null,
    /** Answers how many were new; null where the sink moved on since `from`. */
    apply: (sink: string, from: number | null, to: number, queued: readonly NewDelivery[]): number | null => {
      if ((queuedTo.get(sink) ?? null) !== from) return null;
      let count = 0;
      for (const one of queued) {
        count += insert.run({ ...one, state: 'pending', attempts: 0, error: null, nextAtMs: one.createdAtMs, endedAtMs: null }).changes;
        changes.add('observation', one.sessionId);
      }
      putQueuedTo.run(sink, to);
      return count;
    },
  };
};
