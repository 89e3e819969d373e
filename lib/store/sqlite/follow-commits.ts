import { watch, type FSWatcher } from 'node:fs';

type Timing = { pollMs: number; quietAfterMs: number; quietPollMs: number };

/** Asking takes microseconds, but waking up for it thirty times a second is what a process that has nothing to do would do most. */
const usual: Timing = { pollMs: 30, quietAfterMs: 2_000, quietPollMs: 1_000 };

/**
 * Calls `look`, which answers whether any connection committed since it was called before: every 30 ms, and once there was no commit for
 * two seconds, as soon as the log of the database in `file` is written to. Where the system does not say so (Windows, memory), every 30 ms;
 * where it fails to, after a second. Answers what ends it.
 */
export const followCommits = (file: string, look: () => boolean, { pollMs, quietAfterMs, quietPollMs }: Timing = usual): (() => void) => {
  let timer: NodeJS.Timeout;
  let log: FSWatcher | null = null;
  const stop = () => {
    clearInterval(timer);
    log?.close();
    log = null;
  };
  const lookOften = () => {
    stop();
    let committedAtMs = performance.now();
    timer = setInterval(() => {
      const nowMs = performance.now();
      if (look() || (nowMs - committedAtMs >= quietAfterMs && !waitForLog())) committedAtMs = nowMs;
    }, pollMs).unref();
  };
  const waitForLog = (): boolean => {
    const opened = openLog(file, lookOften);
    if (!opened) return false;
    stop();
    log = opened;
    const lookOnce = () => {
      if (look()) lookOften();
    };
    timer = setInterval(lookOnce, quietPollMs).unref();
    // What was committed before the log was watched.
    lookOnce();
    return true;
  };
  lookOften();
  return stop;
};

/** Calls `onWrite` when the log of a database is written to, or can no longer be watched; null where that is not possible. */
const openLog = (file: string, onWrite: () => void): FSWatcher | null => {
  if (file === ':memory:' || process.platform === 'win32') return null;
  try {
    return watch(`${file}-wal`, { persistent: false }, onWrite).on('error', onWrite);
  } catch {
    return null;
  }
};
