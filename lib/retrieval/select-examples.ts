import type { LeftOutReason, TurnEnd } from '../domain/retrieval.ts';

/** A turn that matches, with what its work ended like. `foundBy`: its results have more of the words than any prompt that qualifies. */
export type Candidate = { sessionId: string; score: number; steps: readonly unknown[]; end: TurnEnd; foundBy: object | null };
export type Selection<C> = {
  examples: C[];
  leftOut: { candidate: C; reason: LeftOutReason }[];
  /** The best score of those that may be examples; 0 without any. */
  best: number;
};

const isMore = ({ foundBy }: Candidate): number => (foundBy === null ? 0 : 1);
const worth: Record<TurnEnd, number> = { succeeded: 2, unknown: 1, failed: 0 };

type Options = { topK: number; minScore: number; includeFailed: boolean; blocked?: ReadonlySet<string> };

/**
 * Which prompts become examples: those with calls, one of each session, those that ended well first, then those whose results have more of
 * the words, then by score. `minScore` is a part of the best score of those that qualify: a failed attempt at the same prompt does not push
 * out the one that succeeded. Of two places or more, failures that are asked for get one.
 */
export const selectExamples = <C extends Candidate>(
  candidates: readonly C[],
  { topK, minScore, includeFailed, blocked }: Options,
): Selection<C> => {
  const leftOut: Selection<C>['leftOut'] = [];
  const qualified: C[] = [];
  for (const candidate of candidates) {
    if (blocked?.has(candidate.sessionId)) leftOut.push({ candidate, reason: 'blocked' });
    else if (candidate.steps.length === 0) leftOut.push({ candidate, reason: 'no_calls' });
    else if (candidate.end === 'failed' && !includeFailed) leftOut.push({ candidate, reason: 'failed' });
    else qualified.push(candidate);
  }
  const best = Math.max(0, ...qualified.map(({ score }) => score));
  const sessions = new Set<string>();
  const examples: C[] = [];
  for (const candidate of qualified.toSorted((a, b) => worth[b.end] - worth[a.end] || isMore(b) - isMore(a) || b.score - a.score)) {
    if (candidate.score < best * minScore) leftOut.push({ candidate, reason: 'low_score' });
    else if (sessions.has(candidate.sessionId)) leftOut.push({ candidate, reason: 'same_session' });
    else if (examples.length >= topK) leftOut.push({ candidate, reason: 'over_limit' });
    else {
      sessions.add(candidate.sessionId);
      examples.push(candidate);
    }
  }
  if (includeFailed && topK > 1 && !examples.some(({ end }) => end === 'failed')) {
    // A failure that was asked for is worth the last place.
    const at = leftOut.findIndex(({ candidate, reason }) => reason === 'over_limit' && candidate.end === 'failed');
    const [warning] = at < 0 ? [] : leftOut.splice(at, 1);
    const last = warning && examples.splice(-1, 1, warning.candidate)[0];
    if (last) leftOut.push({ candidate: last, reason: 'over_limit' });
  }
  return { examples, leftOut, best };
};
