import type { LeftOutReason, TurnEnd } from '@/lib/domain/retrieval.ts';
import type { Outcome } from '@/lib/domain/outcome.ts';

export const endWords: Record<TurnEnd, string> = { succeeded: 'succeeded', failed: 'failed', unknown: 'unknown' };
export const endMarks: Record<TurnEnd, Outcome> = { succeeded: 'ok', failed: 'error', unknown: 'unknown' };

export const reasonWords: Record<LeftOutReason, string> = {
  same_session: 'same session as an example',
  no_calls: 'no calls followed',
  failed: 'the work failed',
  low_score: 'below the least score',
  over_limit: 'over the limit of examples',
  too_long: 'no room in the section',
};
