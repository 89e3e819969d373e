import type { DeliveryEnd } from '../../store/delivery-store.ts';
import type { Outcome } from './outcome.ts';

export const maxAttempts = 8;
const firstWaitMs = 5_000;
export const longestWaitMs = 3_600_000;

/**
 * Milliseconds to wait after a failed attempt: 5 s, 15 s, 45 s and so on up to an hour, with 20% jitter from `random` (0 to 1); at least
 * what `Retry-After` asks for, up to an hour.
 */
export const computeWaitMs = (attempt: number, random: number, retryAfterMs: number | null): number => {
  const waitMs = Math.min(longestWaitMs, firstWaitMs * 3 ** (attempt - 1)) * (0.8 + 0.4 * random);
  return Math.min(longestWaitMs, Math.max(waitMs, retryAfterMs ?? 0));
};

/** New state after attempt number `attempt`: sent, dead, or pending until the next attempt. */
export const toDeliveryEnd = (outcome: Outcome, attempt: number, atMs: number, random: number): DeliveryEnd => {
  if (outcome.kind === 'sent') return { state: 'sent', error: null, nextAtMs: null, atMs };
  if (outcome.kind === 'stopped') {
    return { state: 'pending', error: 'The server stopped during the attempt.', nextAtMs: atMs, atMs, isUncounted: true };
  }
  const { kind, error } = outcome;
  if (kind === 'refused' || attempt >= maxAttempts) return { state: 'dead', error, nextAtMs: null, atMs };
  return { state: 'pending', error, nextAtMs: atMs + computeWaitMs(attempt, random, outcome.retryAfterMs), atMs };
};
