import type { LeftOutReason, TurnEnd } from '../domain/retrieval.ts';

/** A prompt that matches, with what its work ended like. Best score first. */
export type Candidate = { sessionId: string; score: number; steps: readonly unknown[]; end: TurnEnd };
export type Selection<C> = { examples: C[]; leftOut: { candidate: C; reason: LeftOutReason }[] };

const worth: Record<TurnEnd, number> = { succeeded: 2, unknown: 1, failed: 0 };

type Options = { topK: number; minScore: number; includeFailed: boolean };

/**
 * Which prompts become examples: those with calls, one of each session, those that ended well first, then by score. `minScore` is a part of
 * the best score of all candidates.
 */
export const selectExamples = <C extends Candidate>(candidates: readonly C[], { topK, minScore, includeFailed }: Options): Selection<C> => {
  const best = candidates[0]?.score ?? 0;
  const leftOut: Selection<C>['leftOut'] = [];
  const fit: C[] = [];
  for (const candidate of candidates) {
    if (candidate.steps.length === 0) leftOut.push({ candidate, reason: 'no_calls' });
    else if (candidate.end === 'failed' && !includeFailed) leftOut.push({ candidate, reason: 'failed' });
    else if (candidate.score < best * minScore) leftOut.push({ candidate, reason: 'low_score' });
    else fit.push(candidate);
  }
  const sessions = new Set<string>();
  const examples: C[] = [];
  for (const candidate of fit.toSorted((a, b) => worth[b.end] - worth[a.end] || b.score - a.score)) {
    if (sessions.has(candidate.sessionId)) leftOut.push({ candidate, reason: 'same_session' });
    else if (examples.length >= topK) leftOut.push({ candidate, reason: 'over_limit' });
    else {
      sessions.add(candidate.sessionId);
      examples.push(candidate);
    }
  }
  return { examples, leftOut };
};
