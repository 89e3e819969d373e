import type { DueDelivery } from '../../domain/delivery.ts';

/** What came of an attempt. `failed` is tried again, `refused` is not, `stopped` was broken off by us and counts for nothing. */
export type Outcome =
  | { kind: 'sent' }
  | { kind: 'failed'; error: string; retryAfterMs: number | null }
  | { kind: 'refused'; error: string }
  | { kind: 'stopped' };

/** Tries once. Ends soon after `signal` is aborted; a failure is an outcome. */
export type Send = (delivery: DueDelivery, signal: AbortSignal) => Promise<Outcome>;
