import { setImmediate } from 'node:timers/promises';
import type { Summarizer } from '../../domain/summary.ts';
import { liveWindowMs } from '../../session/live.ts';
import type { Store } from '../../store/store.ts';
import { summarizeSession } from './summarize-session.ts';

/** Sessions that are asked for at once. */
const maxListed = 50;

type Options = {
  now: () => number;
  /** Whether the summaries wait for a model. */
  waits?: () => boolean;
  signal?: AbortSignal | undefined;
  /** How many were stored so far. */
  onProgress?: (summaries: number) => void;
  /** A session that cannot be summarized is skipped. */
  onError: (sessionId: string, error: unknown) => void;
  /** Sessions that failed, with their version at that time: none is tried again until its version changes. Kept up to date. */
  failed?: Map<string, string>;
};

/**
 * Summarizes the turns of all sessions that have none or changed, newest first, until nothing is left, each session once a run. Stopped
 * at any moment, the next run goes on from there. Answers how many summaries were stored.
 */
export const summarizeArchive = async (
  store: Store,
  summarizer: Summarizer,
  { now, waits, signal, onProgress, onError, failed = new Map() }: Options,
): Promise<number> => {
  let total = 0;
  const seen = new Map(failed);
  const onStored = (summaries: number): void => {
    total += summaries;
    onProgress?.(total);
  };
  while (!signal?.aborted) {
    const listed = await store.listUnsummarized(now() - liveWindowMs, maxListed + seen.size);
    const next = listed.filter(({ sessionId, version }) => seen.get(sessionId) !== version);
    if (next.length === 0) break;
    for (const { sessionId, version } of next) {
      if (signal?.aborted) break;
      seen.set(sessionId, version);
      try {
        await summarizeSession({ store, summarizer, now, ...(waits && { waits }) }, sessionId, { signal, onStored });
        failed.delete(sessionId);
      } catch (error) {
        failed.set(sessionId, version);
        onError(sessionId, error);
      }
      await setImmediate();
    }
  }
  return total;
};
