import type { ObservationSort } from '../../domain/observation.ts';
import type { Listing } from './observation-columns.ts';

/** Where one stands in an order: what it is sorted by, then by, and its id. */
export type Place = { first: number; second: number; id: string };

export type Order = { toPlace: (one: Listing) => Place; compare: (one: Place, other: Place) => number };

const sortedBy: Readonly<Record<ObservationSort, (one: Listing) => number>> = {
  severity: ({ severity }) => severity,
  last_seen: ({ lastSeenMs }) => lastSeenMs,
  first_seen: ({ firstSeenMs }) => firstSeenMs,
  seen: ({ seen }) => seen,
  sessions: ({ sessions }) => sessions,
  created_at: ({ createdAtMs }) => createdAtMs,
};

/** By severity: the newest first within one. By anything else: the most severe first. Then by id. */
export const toOrder = (sort: ObservationSort, descending: boolean): Order => {
  const first = sortedBy[sort];
  const isBySeverity = sort === 'severity';
  // 0 is the most severe, which a descending list begins with.
  const sign = descending === isBySeverity ? 1 : -1;
  const second = isBySeverity ? (one: Listing) => -one.lastSeenMs : (one: Listing) => one.severity;
  return {
    toPlace: (one) => ({ first: sign * first(one), second: second(one), id: one.id }),
    compare: (one, other) => one.first - other.first || one.second - other.second || (one.id < other.id ? -1 : Number(one.id > other.id)),
  };
};

/** The first of all in an order, at most so many, in one pass. */
export const takeFirst = <Item>(items: Iterable<Item>, most: number, compare: (one: Item, other: Item) => number): Item[] => {
  let kept: Item[] = [];
  let last: Item | undefined;
  for (const item of items) {
    if (last !== undefined && compare(item, last) >= 0) continue;
    kept.push(item);
    if (kept.length < most * 4) continue;
    kept = kept.sort(compare).slice(0, most);
    last = kept.at(-1);
  }
  return kept.sort(compare).slice(0, most);
};
