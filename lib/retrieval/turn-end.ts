import type { Outcome } from '../domain/outcome.ts';
import type { TurnEnd } from '../domain/retrieval.ts';

/** How a turn ended, by the outcome of its last call and whether an answer came after it. */
export const toTurnEnd = (lastOutcome: Outcome | null, isAnswered: boolean): TurnEnd => {
  switch (lastOutcome) {
    case 'error':
    case 'rejected':
    case 'interrupted':
      return 'failed';
    case 'ok':
      return isAnswered ? 'succeeded' : 'unknown';
    default:
      return 'unknown';
  }
};
