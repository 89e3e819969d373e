import type { DueDelivery } from '../../domain/delivery.ts';
import type { Redacted } from '../../redaction/redact.ts';

/** Result of an attempt. `failed` is retried, `refused` is not, `stopped` was aborted by us and does not count. */
export type Outcome =
  | { kind: 'sent' }
  | { kind: 'failed'; error: string; retryAfterMs: number | null }
  | { kind: 'refused'; error: string }
  | { kind: 'stopped' };

/** Makes one attempt. Settles soon after `signal` is aborted; a failure is an outcome, not an exception. */
export type Send = (delivery: Redacted<DueDelivery>, signal: AbortSignal) => Promise<Outcome>;
