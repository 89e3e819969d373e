import type { Change } from '../domain/change.ts';
import { toStaleKeys } from './stale-keys.ts';

/** How often one kind of key may go stale at most: a thing on screen follows at once, a list need not flicker. */
const thingEveryMs = 100;
const listEveryMs = 1_000;

type Timers = { now: () => number; later: (run: () => void, ms: number) => void };

/** Gathers changes, so that a burst of thousands makes a few refetches: the first at once, later ones in steps. */
export const makeStaleBatch = (invalidate: (key: readonly string[]) => void, { now, later }: Timers): ((change: Change) => void) => {
  const lastAt = new Map<string, number>();
  const waiting = new Set<string>();

  const mark = (key: readonly string[], everyMs: number) => {
    const name = JSON.stringify(key);
    if (waiting.has(name)) return;
    const wait = (lastAt.get(name) ?? -Infinity) + everyMs - now();
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
    for (const key of things) mark(key, thingEveryMs);
    for (const key of lists) mark(key, listEveryMs);
  };
};
