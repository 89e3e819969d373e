import type { deliveries } from '../../../../db/schema.ts';
import { deliveryEvent, deliveryState, type Delivery } from '../../../domain/delivery.ts';
import { parseStored } from '../json.ts';

export type StoredDelivery = typeof deliveries.$inferSelect;
/** Delivery in a list, without the observation that goes out. */
export type ListedDelivery = Omit<StoredDelivery, 'body'>;

export const toDelivery = (row: ListedDelivery): Delivery => ({
  id: row.id,
  sink: row.sink,
  event: parseStored(deliveryEvent, row.event),
  observationId: row.observationId,
  title: row.title,
  state: parseStored(deliveryState, row.state),
  attempts: row.attempts,
  error: row.error,
  createdAtMs: row.createdAtMs,
  nextAtMs: row.nextAtMs,
  endedAtMs: row.endedAtMs,
});
