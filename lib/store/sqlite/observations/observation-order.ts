import type { ObservationSort, ObservationView } from '../../../domain/observation.ts';
import { listedTables } from './observation-conditions.ts';

/** Where an item stands in an order: what it is sorted by, then by, and its id. */
export type Place = { first: number; second: number; id: string };

/** Behind every time, in either direction. */
const afterAllTimes = '1e300';

/** Within a severity, regressed items come before open ones. */
const rank = "(severity + iif(state = 'regressed', 0, 0.5))";

/**
 * SQL of what a list is sorted by, ascending by both and then by id. By severity: then the newest. By anything else: then the most severe.
 * Items without a known time come last in either direction.
 */
export const toOrder = (view: ObservationView, sort: ObservationSort, descending: boolean): { first: string; second: string } => {
  const { createdAtMs, sessions } = listedTables[view];
  const sign = descending ? '-' : '';
  const timed = (time: string): string => `iif(timed = 1, ${time}, ${afterAllTimes})`;
  // Rank 0 is the most severe, which a descending list starts with.
  if (sort === 'severity') return { first: descending ? rank : `-${rank}`, second: timed('-last_seen_ms') };
  const first = {
    last_seen: timed(`${sign}last_seen_ms`),
    first_seen: timed(`${sign}first_seen_ms`),
    seen: `${sign}seen`,
    sessions: `${sign}(${sessions})`,
    created_at: `${sign}${createdAtMs}`,
  }[sort];
  return { first, second: rank };
};
