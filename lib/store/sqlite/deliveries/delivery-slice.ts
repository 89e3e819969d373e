import type { Database } from 'better-sqlite3';
import type { ObservationEngine } from '../../observation-engine.ts';
import { makeQueueDeliveries } from '../../queue-deliveries.ts';
import type { DeliveryStore } from '../../delivery-store.ts';
import type { StoreLimits } from '../../store-limits.ts';
import type { Changes } from '../changes.ts';
import type { Transactions } from '../transactions.ts';
import { makeDeliveryAttempts } from './delivery-attempts.ts';
import { makeDeliveryLists } from './delivery-lists.ts';

/** Deliveries to sinks. */
export const makeDeliverySlice = (
  db: Database,
  { reading, writing }: Transactions,
  { engine, changes, limits }: { engine: ObservationEngine; changes: Changes; limits: StoreLimits },
): DeliveryStore => {
  const attempts = makeDeliveryAttempts(db, changes, limits.keptSent);
  const lists = makeDeliveryLists(db);
  return {
    queueDeliveries: makeQueueDeliveries(engine),
    nextDeliveryMs: reading(attempts.next),
    claimDeliveries: writing(attempts.claim),
    claimOldestDelivery: writing(attempts.claimOldest),
    endDelivery: writing(attempts.end),
    listDeliveries: reading(lists.list),
    countDeliveries: reading(lists.countAll),
    findDelivery: reading(lists.find),
    retryDeliveries: writing(attempts.retry),
  };
};
