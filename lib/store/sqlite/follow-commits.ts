import { watch, type FSWatcher } from 'node:fs';

type Timing = { pollMs: number; quietAfterMs: number; quietPollMs: number };

/** A look takes microseconds, but an idle process would spend most of its time waking up for it. */
const usual: Timing = { pollMs: 30, quietAfterMs: 2_000, quietPollMs: 1_000 };

/**
 * Calls `look` (true: some connection committed since the last call) every 30 ms. After two seconds without a commit, it watches the
 * write-ahead log of the database in `file` instead: a write to the log, or else a second, leads to the next call. Databases in memory and
 * on Windows are never watched. Returns a function that stops it.
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
    const opened = openLog(file, () => {
      lookOften();
      // Most commits are complete by now; the others are found by the next beat.
      look();
    });
    if (!opened) return false;
    stop();
    log = opened;
    const lookOnce = () => {
      if (look()) lookOften();
    };
    timer = setInterval(lookOnce, quietPollMs).unref();
    // Finds commits from before the log was watched.
    lookOnce();
    return true;
  };
  lookOften();
  return stop;
};

/** Watches the write-ahead log of a database: `onWrite` on each write, and when watching fails; null if it cannot be watched. */
const openLog = (file: string, onWrite: () => void): FSWatcher | null => {
  if (file === ':memory:' || process.platform === 'win32') return null;
  try {
    return watch(`${file}-wal`, { persistent: false }, onWrite).on('error', onWrite);
  } catch {
    return null;
  }
};
