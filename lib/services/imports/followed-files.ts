/** Debounce, so that several lines written at once are one import. */
const settleMs = 20;

export type FollowedFiles = { changed(file: string): void; close(): Promise<void> };

/**
 * Calls `work` after a file changed. Calls for one file never overlap; a change during a call causes one more. `work` must not throw, and
 * ends soon once its signal aborts: when the files are closed.
 */
export const makeFollowedFiles = (work: (file: string, signal: AbortSignal) => Promise<void>): FollowedFiles => {
  const closing = new AbortController();
  const timers = new Map<string, NodeJS.Timeout>();
  const busy = new Map<string, Promise<void>>();
  const again = new Set<string>();

  const start = (file: string) => {
    timers.delete(file);
    const working = work(file, closing.signal).finally(() => {
      busy.delete(file);
      if (again.delete(file)) changed(file);
    });
    busy.set(file, working);
  };

  const changed = (file: string) => {
    if (closing.signal.aborted) return;
    if (busy.has(file)) again.add(file);
    else if (!timers.has(file))
      timers.set(
        file,
        setTimeout(() => start(file), settleMs),
      );
  };

  return {
    changed,
    close: async () => {
      closing.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(busy.values());
    },
  };
};
