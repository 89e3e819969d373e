import * as z from 'zod';
import { instant, timed } from './instant.ts';
import { observationSeverity, type Observation, type ObservationSeverity } from './observation.ts';

/** `dead`: given up after the last attempt; it can be tried again by hand. */
export const deliveryState = z.enum(['pending', 'sent', 'dead']);
export type DeliveryState = z.infer<typeof deliveryState>;

export const deliveryEvent = z.enum(['observation.opened', 'observation.regressed']);
export type DeliveryEvent = z.infer<typeof deliveryEvent>;

/** Something that goes out to a sink of the configuration. */
export const delivery = timed({
  id: z.string(),
  /** Its name in the configuration. */
  sink: z.string(),
  event: deliveryEvent,
  observationId: z.string(),
  /** Of the observation, as it was queued. */
  title: z.string(),
  state: deliveryState,
  attempts: z.int(),
  /** What went wrong last. */
  error: z.string().nullable(),
  createdAt: instant,
  /** Null unless pending. */
  nextAt: instant.nullable(),
  endedAt: instant.nullable(),
});
export type Delivery = z.infer<typeof delivery>;

/** One whose time has come, with the observation as it was queued. */
export type DueDelivery = Delivery & { observation: Observation };

/** How many of a sink stand where. */
export type DeliveryCount = { sink: string } & Record<DeliveryState, number>;

/** What a sink wants: observations of these severities. */
export type SinkRule = { sink: string; severities: readonly ObservationSeverity[] };

/** A sink, and how much of what goes to it stands where. */
export const sinkStatus = z.object({
  name: z.string(),
  /** Null: it is not configured (any more, or while the file is broken); what waits for it waits on. */
  kind: z.enum(['webhook', 'file']).nullable(),
  /** An address without its query, or a path. */
  to: z.string().nullable(),
  severities: z.array(observationSeverity),
  /** Why nothing is sent; null: it is. */
  problem: z.string().nullable(),
  pending: z.int(),
  sent: z.int(),
  dead: z.int(),
});
export type SinkStatus = z.output<typeof sinkStatus>;
