/** Runs at most `maxRunning` tasks at a time, in the order in which they came. A task that is aborted while it waits never starts. */
export const makeLimit = (maxRunning: number) => {
  let running = 0;
  const waiting: (() => void)[] = [];
  const next = (): void => {
    running -= 1;
    waiting.shift()?.();
  };
  const enter = (signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const start = (): void => {
        signal?.removeEventListener('abort', stop);
        running += 1;
        resolve();
      };
      const stop = (): void => {
        waiting.splice(waiting.indexOf(start), 1);
        reject(signal?.reason as Error);
      };
      if (running < maxRunning) return start();
      waiting.push(start);
      signal?.addEventListener('abort', stop, { once: true });
    });
  return async <Result>(task: () => Promise<Result>, signal?: AbortSignal): Promise<Result> => {
    signal?.throwIfAborted();
    await enter(signal);
    try {
      return await task();
    } finally {
      next();
    }
  };
};
