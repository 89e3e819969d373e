import { drainSpool, type DrainDeps } from './drain-hooks.ts';

const everyMs = 1_000;
/** Younger events are likely being handled by their hooks. */
const youngMs = 1_000;

export type SpoolFollower = { close(): Promise<void> };

/** Drains what hooks left in the spool, every second. A problem is passed to `onError` once while it lasts, and what remains is retried. */
export const followSpool = (deps: DrainDeps, onError: (error: unknown) => void): SpoolFollower => {
  const stop = new AbortController();
  let running: Promise<void> | null = null;
  let problem = '';
  const drain = async () => {
    try {
      deps.spool.sweep(deps.now());
      deps.spool.keepReserve();
      const events = deps.spool.list().filter(({ atMs }) => deps.now() - atMs > youngMs);
      await drainSpool(deps, events, stop.signal);
      problem = '';
    } catch (error) {
      if (!stop.signal.aborted && problem !== String(error)) onError(error);
      problem = String(error);
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
