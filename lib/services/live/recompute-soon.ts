import type { Store } from '../../store/store.ts';

export type RecomputeSoon = { recomputeAggregates(sessionId: string): Promise<void>; close(): Promise<void> };

/** Anything faster is done at once. */
const briefMs = 8;
/** The pause between two runs, as a multiple of the time that the last one took. */
const pauseTimes = 50;
const maxSessions = 1_000;

/**
 * Recomputes sessions' aggregates while calls come in: at once if that takes milliseconds, else (in very long sessions) after a
 * pause, for all calls since.
 */
export const makeRecomputeSoon = (store: Store, onError: (error: unknown) => void): RecomputeSoon => {
  const tookMs = new Map<string, number>();
  const waiting = new Map<string, NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  /** A failure is left to the next call, or to the next start. */
  const recomputeNow = (sessionId: string): Promise<void> => {
    const run = recompute(sessionId).catch(onError);
    running.add(run);
    return run.finally(() => running.delete(run));
  };
  const recompute = async (sessionId: string): Promise<void> => {
    const began = performance.now();
    await store.recomputeAggregates([sessionId]);
    tookMs.delete(sessionId);
    tookMs.set(sessionId, performance.now() - began);
    const oldest = tookMs.keys().next();
    if (tookMs.size > maxSessions && !oldest.done) tookMs.delete(oldest.value);
  };
  return {
    recomputeAggregates: async (sessionId) => {
      const last = tookMs.get(sessionId) ?? 0;
      if (last <= briefMs) return recomputeNow(sessionId);
      if (waiting.has(sessionId)) return;
      const timer = setTimeout(() => {
        waiting.delete(sessionId);
        void recomputeNow(sessionId);
      }, last * pauseTimes);
      waiting.set(sessionId, timer.unref());
    },
    close: async () => {
      const ids = [...waiting.keys()];
      for (const timer of waiting.values()) clearTimeout(timer);
      waiting.clear();
      await Promise.all(running);
      if (ids.length > 0) await store.recomputeAggregates(ids);
    },
  };
};
