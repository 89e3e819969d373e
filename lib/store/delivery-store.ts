import type { Delivery, DeliveryCount, DeliveryState, DueDelivery, SinkRule } from '../domain/delivery.ts';
import type { Page } from '../domain/page.ts';

/** `isUncounted`: the claimed attempt does not count and is given back. */
export type DeliveryEnd = { state: DeliveryState; error: string | null; nextAtMs: number | null; atMs: number; isUncounted?: boolean };

export interface DeliveryStore {
  /**
   * Queues what each rule wants of the observations that were opened or returned since it last looked, a window of steps at a time; a
   * rule that is new begins at now. One that became more severe while it is open is queued for a rule that did not want it before,
   * once each time that it is opened. Synthetic ones stay here. `waits`: some are queued once a replay of their session ends.
   */
  queueDeliveries(rules: readonly SinkRule[], nowMs: number): Promise<{ queued: number; more: boolean; waits?: true }>;
  /** When the next one of a sink is to be sent; null: none waits. */
  nextDeliveryMs(sink: string): Promise<number | null>;
  /** Those of a sink whose time has come, oldest first; they are not given again before `leaseMs` have passed. */
  claimDeliveries(sink: string, nowMs: number, leaseMs: number, limit: number): Promise<DueDelivery[]>;
  /** The one of a sink that has waited longest, where its time has come; until then, and while it is claimed, nothing comes before it. */
  claimOldestDelivery(sink: string, nowMs: number, leaseMs: number): Promise<DueDelivery | null>;
  /**
   * Ends an attempt at a delivery; changes nothing where it is no longer pending, because another process finished it. A sent delivery
   * loses its observation; beyond 10,000 sent ones, the oldest are removed, a hundred at a time.
   */
  endDelivery(id: string, outcome: DeliveryEnd): Promise<void>;
  /** Newest first. */
  listDeliveries(state: DeliveryState | null, page: { cursor: string | null; limit: number }): Promise<Page<Delivery>>;
  /** Counts for each sink that anything was queued for, by name; sent deliveries that were removed still count. */
  countDeliveries(): Promise<DeliveryCount[]>;
  /** Null: there is none. */
  findDelivery(id: string): Promise<Delivery | null>;
  /** Makes a dead delivery, or all dead ones of a sink, pending again. Returns how many. */
  retryDeliveries(which: { id: string } | { sink: string }, nowMs: number): Promise<number>;
}
