import type { Store } from '../../store/store.ts';

export type SettleSoon = { settle(sessionId: string): Promise<void>; close(): Promise<void> };

/** What takes no longer than this is done at once. */
const briefMs = 8;
/** Between two of them lies so many times what one took. */
const pauseTimes = 50;
const mostSessions = 1_000;

/**
 * Settles sessions while calls come in: at once where that is a matter of milliseconds, else (of sessions of very many calls) after a
 * pause, for all calls that came meanwhile.
 */
export const makeSettleSoon = (store: Store, onError: (error: unknown) => void): SettleSoon => {
  const tookMs = new Map<string, number>();
  const waiting = new Map<string, NodeJS.Timeout>();
  const settleNow = async (sessionId: string): Promise<void> => {
    const began = performance.now();
    await store.settle([sessionId]);
    tookMs.delete(sessionId);
    tookMs.set(sessionId, performance.now() - began);
    const oldest = tookMs.keys().next();
    if (tookMs.size > mostSessions && !oldest.done) tookMs.delete(oldest.value);
  };
  return {
    settle: async (sessionId) => {
      const last = tookMs.get(sessionId) ?? 0;
      if (last <= briefMs) return settleNow(sessionId);
      if (waiting.has(sessionId)) return;
      const timer = setTimeout(() => {
        waiting.delete(sessionId);
        settleNow(sessionId).catch(onError);
      }, last * pauseTimes);
      waiting.set(sessionId, timer.unref());
    },
    close: async () => {
      const ids = [...waiting.keys()];
      for (const timer of waiting.values()) clearTimeout(timer);
      waiting.clear();
      if (ids.length > 0) await store.settle(ids);
    },
  };
};
