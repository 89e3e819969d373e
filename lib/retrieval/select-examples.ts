import type { LeftOutReason, TurnResult } from '../domain/retrieval.ts';
import { leastCoverage, leastOfMost } from './coverage.ts';

/**
 * A turn that matches, with how its work went. `foundBy`: by a result or an answer instead of its prompt; `coverage`: which part of the
 * prompt's words that one has; `task`: what its prompt asks for, '' for a pasted log and the like.
 */
export type Candidate = {
  sessionId: string;
  score: number;
  coverage: number;
  task: string;
  steps: readonly unknown[];
  result: TurnResult;
  foundBy: object | null;
};
export type Selection<C> = {
  examples: C[];
  leftOut: { candidate: C; reason: LeftOutReason }[];
  /** The best score of those that may be examples, of those found by their prompts and by their results; 0 without any. */
  best: { prompt: number; result: number };
};

type FoundIn = keyof Selection<unknown>['best'];
export const toFoundIn = ({ foundBy }: Pick<Candidate, 'foundBy'>): FoundIn => (foundBy === null ? 'prompt' : 'result');
const isLater = (candidate: Candidate): number => (candidate.foundBy === null ? 0 : 1);
const worth: Record<TurnResult, number> = { succeeded: 2, unknown: 1, failed: 0 };

type Options = { topK: number; minScore: number; includeFailed: boolean; blocked?: ReadonlySet<string> };

/** Why a candidate can be no example, whatever else was found; null if it can. */
const findObstacle = (candidate: Candidate, { includeFailed, blocked }: Options): LeftOutReason | null => {
  if (blocked?.has(candidate.sessionId)) return 'blocked';
  if (candidate.foundBy === null && candidate.task === '') return 'no_task';
  if (candidate.coverage < leastCoverage[toFoundIn(candidate)]) return 'low_coverage';
  if (candidate.steps.length === 0) return 'no_calls';
  return candidate.result === 'failed' && !includeFailed ? 'failed' : null;
};

/**
 * Turns that become examples: they have calls, and enough of the words compared with the turn that has most. Each session and each prompt
 * gives one. Turns that ended well come first, then those found by their prompts, then higher scores. `minScore` is a part of the best
 * score of those that qualify: a failed attempt at the same prompt does not push out the one that succeeded. Failures that are asked for
 * get one of two or more places.
 */
export const selectExamples = <C extends Candidate>(candidates: readonly C[], options: Options): Selection<C> => {
  const { topK, minScore, includeFailed } = options;
  const leftOut: Selection<C>['leftOut'] = [];
  const qualified: C[] = [];
  for (const candidate of candidates) {
    const reason = findObstacle(candidate, options);
    if (reason === null) qualified.push(candidate);
    else leftOut.push({ candidate, reason });
  }
  const findBest = (foundIn: FoundIn): number =>
    Math.max(0, ...qualified.filter((one) => toFoundIn(one) === foundIn).map(({ score }) => score));
  const best = { prompt: findBest('prompt'), result: findBest('result') };
  const mostCovered = Math.max(0, ...qualified.map(({ coverage }) => coverage));
  const sessions = new Set<string>();
  const tasks = new Set<string>();
  const examples: C[] = [];
  for (const candidate of qualified.toSorted((a, b) => worth[b.result] - worth[a.result] || isLater(a) - isLater(b) || b.score - a.score)) {
    if (candidate.coverage < leastOfMost * mostCovered) leftOut.push({ candidate, reason: 'low_coverage' });
    else if (candidate.score < best[toFoundIn(candidate)] * minScore) leftOut.push({ candidate, reason: 'low_score' });
    else if (sessions.has(candidate.sessionId)) leftOut.push({ candidate, reason: 'same_session' });
    else if (candidate.task !== '' && tasks.has(candidate.task)) leftOut.push({ candidate, reason: 'same_prompt' });
    else if (examples.length >= topK) leftOut.push({ candidate, reason: 'over_limit' });
    else {
      sessions.add(candidate.sessionId);
      tasks.add(candidate.task);
      examples.push(candidate);
    }
  }
  if (includeFailed && topK > 1 && !examples.some(({ result }) => result === 'failed')) {
    // A failure that was asked for is worth the last place.
    const at = leftOut.findIndex(({ candidate, reason }) => reason === 'over_limit' && candidate.result === 'failed');
    const [warning] = at < 0 ? [] : leftOut.splice(at, 1);
    const last = warning && examples.splice(-1, 1, warning.candidate)[0];
    if (last) leftOut.push({ candidate: last, reason: 'over_limit' });
  }
  return { examples, leftOut, best };
};
