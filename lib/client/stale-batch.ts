import type { Change } from '../domain/change.ts';
import { toStaleKeys } from './stale-keys.ts';

/** How often one kind of key may go stale at most: a thing on screen follows at once, a list need not flicker. */
const thingEveryMs = 100;
const listEveryMs = 1_000;

type Timers = {
  now: () => number;
  later: (run: () => void, ms: number) => void;
  /** How often a thing goes stale at most; a list, once a second at most whatever this says. */
  everyMs?: (key: readonly string[]) => number;
};

/** How often a query with this many rows may be refetched: longer results refetch less often, so that the load stays bounded. */
export const toEveryMs = (rows: number): number => Math.max(thingEveryMs, rows);

/** Gathers changes, so that a burst of thousands makes a few refetches: the first at once, later ones in steps. */
export const makeStaleBatch = (
  invalidate: (key: readonly string[]) => void,
  { now, later, everyMs = () => thingEveryMs }: Timers,
): ((change: Change) => void) => {
  const lastAt = new Map<string, number>();
  const waiting = new Set<string>();

  const mark = (key: readonly string[], atMostEveryMs: number) => {
    const name = JSON.stringify(key);
    if (waiting.has(name)) return;
    const wait = (lastAt.get(name) ?? -Infinity) + atMostEveryMs - now();
    const run = () => {
      waiting.delete(name);
      lastAt.set(name, now());
      invalidate(key);
    };
    if (wait <= 0) {
      run();
      return;
    }
    waiting.add(name);
    later(run, wait);
  };

  return (change) => {
    const { things, lists } = toStaleKeys(change);
    for (const key of things) mark(key, everyMs(key));
    for (const key of lists) mark(key, Math.max(listEveryMs, everyMs(key)));
  };
};
