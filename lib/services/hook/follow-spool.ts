import { drainSpool, type DrainDeps } from './drain-hooks.ts';

const everyMs = 1_000;
/** Younger events are likely being handled by their hooks. */
const youngMs = 1_000;

export type SpoolFollower = { close(): Promise<void> };

/** Drains what hooks left in the spool, every second. Problems are passed to `onError`, and what remains is retried. */
export const followSpool = (deps: DrainDeps, onError: (error: unknown) => void): SpoolFollower => {
  const stop = new AbortController();
  let running: Promise<void> | null = null;
  const drain = async () => {
    try {
      deps.spool.sweep(deps.now());
      deps.spool.keepReserve();
      const events = deps.spool.list().filter(({ atMs }) => deps.now() - atMs > youngMs);
      await drainSpool(deps, events, stop.signal);
    } catch (error) {
      if (!stop.signal.aborted) onError(error);
    }
  };
  const timer = setInterval(() => {
    running ??= drain().finally(() => (running = null));
  }, everyMs);
  return {
    close: async () => {
      clearInterval(timer);
      stop.abort();
      await running;
    },
  };
};
