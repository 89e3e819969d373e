import type { ObservationSort } from '../../domain/observation.ts';
import type { Listing } from './observation-columns.ts';

/** Where one stands in an order: what it is sorted by, then by, and its id. */
export type Place = { first: number; second: number; id: string };

/** Ascending by both, then by id. */
export type Order = { first: (one: Listing) => number; second: (one: Listing) => number };

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
  const of = sortedBy[sort];
  const isBySeverity = sort === 'severity';
  // 0 is the most severe, which a descending list begins with.
  const isTurned = descending !== isBySeverity;
  return {
    first: isTurned ? (one) => -of(one) : of,
    second: isBySeverity ? ({ lastSeenMs }) => -lastSeenMs : ({ severity }) => severity,
  };
};

const compare = (one: Place, other: Place): number =>
  one.first - other.first || one.second - other.second || (one.id < other.id ? -1 : Number(one.id > other.id));

/** The first of all in an order, at most so many, in one pass; those behind `from`, where it is given. `back` turns the order round. */
export const takeFirst = (found: readonly Listing[], most: number, order: Order, from: Place | null, back: boolean): Place[] => {
  const sign = back ? -1 : 1;
  const towards = (one: Place, other: Place): number => sign * compare(one, other);
  const beginAt = from ? sign * from.first : -Infinity;
  const cut = (places: Place[]): Place[] => places.sort(towards).slice(0, most);
  let kept: Place[] = [];
  let [endAt, secondAt] = [Infinity, Infinity];
  for (const one of found) {
    const first = sign * order.first(one);
    if (first > endAt || first < beginAt) continue;
    const second = sign * order.second(one);
    if (first === endAt && second > secondAt) continue;
    const place = { first: sign * first, second: sign * second, id: one.id };
    if (from && towards(place, from) <= 0) continue;
    kept.push(place);
    if (kept.length < most * 4) continue;
    kept = cut(kept);
    const last = kept.at(-1);
    if (last) [endAt, secondAt] = [sign * last.first, sign * last.second];
  }
  return cut(kept);
};
