import type { ResultBasis, TurnResult } from '@/lib/domain/retrieval.ts';
import type { Outcome } from '@/lib/domain/outcome.ts';

export const resultWords: Record<TurnResult, string> = { succeeded: 'succeeded', failed: 'failed', unknown: 'unknown' };
export const basisWords: Record<ResultBasis, string> = {
  reward: 'by its reward',
  completed: 'as reported',
  exit_status: 'by its exit status',
  refuted: 'as the next prompt says',
  verification: 'by what checked its changes',
  last_call: 'by its last call',
};
export const resultMarks: Record<TurnResult, Outcome> = { succeeded: 'ok', failed: 'error', unknown: 'unknown' };
