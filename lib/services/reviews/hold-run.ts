import { setMaxListeners } from 'node:events';
import type { ReviewRun } from '../../domain/review.ts';
import type { ClaimedReviewRun } from '../../store/review-store.ts';
import { runReviews, type ReviewDeps } from './run-reviews.ts';

/** How long a run stays a process's own without a sign of life. */
export const leaseMs = 10_000;
/** Between two signs of life. As long takes it at most until a canceled run ends. */
const beatMs = 1_000;

type Options = {
  owner: string;
  /** The process ends: the run is given back, and another one goes on with it. */
  signal?: AbortSignal | undefined;
  onError: (error: unknown) => void;
};

/**
 * Carries out a run that was claimed, and keeps it from others meanwhile. Null: it was given back, or is another's now. A run that fails
 * is stored as failed.
 */
export const holdRun = async (deps: ReviewDeps, run: ClaimedReviewRun, { owner, signal, onError }: Options): Promise<ReviewRun | null> => {
  const { store, now } = deps;
  const holder = { runId: run.id, owner };
  const stop = new AbortController();
  // All reviewers of the run listen to it.
  setMaxListeners(0, stop.signal);
  const release = () => stop.abort('release');
  signal?.addEventListener('abort', release);
  const beat = async (): Promise<void> => {
    const state = await store.extendReviewRun(holder, now() + leaseMs);
    if (state !== 'held') stop.abort(state);
  };
  const timer = setInterval(() => void beat().catch(onError), beatMs);
  try {
    signal?.throwIfAborted();
    return await runReviews(deps, run, holder, stop.signal);
  } catch (error) {
    if (stop.signal.reason === 'lost') return null;
    if (signal?.aborted) {
      await store.releaseReviewRun(holder, now());
      return null;
    }
    onError(error);
    const problem = error instanceof Error ? error.message : String(error);
    return await store.endReviewRun(holder, { state: 'failed', problem, reviews: [], reported: [], resolved: [], atMs: now() });
  } finally {
    clearInterval(timer);
    signal?.removeEventListener('abort', release);
  }
};
