import type { TurnEnd } from '@/lib/domain/retrieval.ts';
import type { Outcome } from '@/lib/domain/outcome.ts';

export const endWords: Record<TurnEnd, string> = { succeeded: 'succeeded', failed: 'failed', unknown: 'unknown' };
export const endMarks: Record<TurnEnd, Outcome> = { succeeded: 'ok', failed: 'error', unknown: 'unknown' };
