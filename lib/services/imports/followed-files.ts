import { stat } from 'node:fs/promises';

/** Debounce, so that several lines written at once are one import. */
const settleMs = 20;
/** The watcher reports no change within 50 ms of the one before. */
const unreportedMs = 60;

export type FollowedFiles = { changed(file: string): void; close(): Promise<void> };

/**
 * Calls `work` after a file changed. Calls for one file never overlap; a change during a call, or soon after it, causes one more whether
 * it is reported or not. `work` must not throw, and ends soon once its signal aborts: when the files are closed.
 */
export const makeFollowedFiles = (work: (file: string, signal: AbortSignal) => Promise<void>): FollowedFiles => {
  const closing = new AbortController();
  const timers = new Map<string, NodeJS.Timeout>();
  const looks = new Map<string, NodeJS.Timeout>();
  const busy = new Map<string, Promise<void>>();
  const again = new Set<string>();

  const run = (file: string, task: () => Promise<void>) => {
    const running = task().finally(() => {
      busy.delete(file);
      if (again.delete(file)) changed(file);
    });
    busy.set(file, running);
  };
  const start = (file: string) => {
    timers.delete(file);
    run(file, async () => {
      const before = await readStamp(file);
      await work(file, closing.signal);
      if (!closing.signal.aborted) looks.set(file, setTimeout(look, unreportedMs, file, before));
    });
  };
  const look = (file: string, before: string) => {
    looks.delete(file);
    run(file, async () => {
      if ((await readStamp(file)) !== before) again.add(file);
    });
  };

  const changed = (file: string) => {
    if (closing.signal.aborted) return;
    clearTimeout(looks.get(file));
    looks.delete(file);
    if (busy.has(file)) again.add(file);
    else if (!timers.has(file)) timers.set(file, setTimeout(start, settleMs, file));
  };

  return {
    changed,
    close: async () => {
      closing.abort();
      for (const timer of [...timers.values(), ...looks.values()]) clearTimeout(timer);
      await Promise.all(busy.values());
    },
  };
};

/** Stamp that changes with a file, or with content that SQLite has not moved into it yet. */
const readStamp = async (file: string): Promise<string> => {
  const found = await Promise.all([file, `${file}-wal`].map((one) => stat(one).catch(() => null)));
  return found.map((stats) => `${stats?.size} ${stats?.mtimeMs} ${stats?.ino}`).join('\n');
};
