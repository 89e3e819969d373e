import type { EndBasis, TurnEnd } from '@/lib/domain/retrieval.ts';
import type { Outcome } from '@/lib/domain/outcome.ts';

export const endWords: Record<TurnEnd, string> = { succeeded: 'succeeded', failed: 'failed', unknown: 'unknown' };
export const basisWords: Record<EndBasis, string> = {
  reward: 'by its reward',
  completed: 'as reported',
  exit_status: 'by its exit status',
  last_call: 'by its last call',
};
export const endMarks: Record<TurnEnd, Outcome> = { succeeded: 'ok', failed: 'error', unknown: 'unknown' };
