import * as z from 'zod';
import { instant, timed } from './instant.ts';
import { observationSeverity, type Observation, type ObservationSeverity } from './observation.ts';
import type { OfBundles } from './sink-config.ts';

/** `dead`: failed for good; can be retried manually. */
export const deliveryState = z.enum(['pending', 'sent', 'dead']);
export type DeliveryState = z.infer<typeof deliveryState>;

export const deliveryEvent = z.enum(['observation.opened', 'observation.regressed']);
export type DeliveryEvent = z.infer<typeof deliveryEvent>;

/** A delivery to a configured sink. */
export const delivery = timed({
  id: z.string(),
  /** Its name in the configuration. */
  sink: z.string(),
  event: deliveryEvent,
  observationId: z.string(),
  /** From the observation when it was queued. */
  title: z.string(),
  state: deliveryState,
  attempts: z.int(),
  /** Last error. */
  error: z.string().nullable(),
  createdAt: instant,
  /** Null unless pending. */
  nextAt: instant.nullable(),
  endedAt: instant.nullable(),
});
export type Delivery = z.infer<typeof delivery>;

/** A delivery that is due, with the observation when it was queued. */
export type DueDelivery = Delivery & { observation: Observation };

/** Deliveries of a sink by state. */
export type DeliveryCount = { sink: string } & Record<DeliveryState, number>;

/** Severities that a sink accepts. `ofBundles`: others for what the reviewers of bundles find. */
export type SinkRule = {
  sink: string;
  severities: readonly ObservationSeverity[];
  ofBundles?: OfBundles<readonly ObservationSeverity[]>;
};

/** A sink with its deliveries by state. */
export const sinkStatus = z.object({
  name: z.string(),
  /** Null if it is not configured (any longer, or because the file has errors); pending deliveries keep waiting. */
  kind: z.enum(['webhook', 'file']).nullable(),
  /** URL without its query, or a path. */
  to: z.string().nullable(),
  severities: z.array(observationSeverity),
  /** Why nothing is sent; null if the sink works. */
  problem: z.string().nullable(),
  pending: z.int(),
  sent: z.int(),
  dead: z.int(),
});
export type SinkStatus = z.output<typeof sinkStatus>;
