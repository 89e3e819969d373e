import type { ObservationSort } from '../../../domain/observation.ts';
import type { Columns } from './observation-columns.ts';

/** Where one stands in an order: what it is sorted by, then by, and its id. */
export type Place = { first: number; second: number; id: string };

type Column = (row: number) => number;

/** Ascending by both, then by id. */
export type Order = { first: Column; second: Column; id: (row: number) => string };

/** Behind every time, whichever way: what has none. */
const unknownLast = Number.MAX_VALUE;

/** By severity: within one what regressed first, then the newest. Of which no time is known comes last. By anything else: the most severe first. Then by id. */
export const toOrder = (columns: Readonly<Columns>, sort: ObservationSort, descending: boolean): Order => {
  const of = toColumn(columns, sort);
  const severity = toColumn(columns, 'severity');
  const isBySeverity = sort === 'severity';
  // 0 is the most severe, which a descending list begins with.
  const isTurned = descending !== isBySeverity;
  const turned: Column = isTurned ? (row) => -of(row) : of;
  const toLast =
    (time: Column): Column =>
    (row) =>
      columns.timed[row] === 1 ? time(row) : unknownLast;
  return {
    first: sort === 'last_seen' || sort === 'first_seen' ? toLast(turned) : turned,
    second: isBySeverity ? toLast((row) => -(columns.lastSeenMs[row] ?? 0)) : severity,
    id: (row) => columns.ids[row] ?? '',
  };
};

const toColumn = (columns: Readonly<Columns>, sort: ObservationSort): Column => {
  if (sort === 'severity') {
    const ofKind = columns.kinds.map(({ severity, state }) => severity + (state === 'regressed' ? 0 : 0.5));
    return (row) => ofKind[columns.kind[row] ?? 0] ?? 0;
  }
  const { lastSeenMs, firstSeenMs, seen, sessions, createdAtMs } = columns;
  const column = { last_seen: lastSeenMs, first_seen: firstSeenMs, seen, sessions, created_at: createdAtMs }[sort];
  return (row) => column[row] ?? 0;
};

const compare = (one: Place, other: Place): number =>
  one.first - other.first || one.second - other.second || (one.id < other.id ? -1 : Number(one.id > other.id));

/** The first of rows in an order, at most so many, in one pass; those behind `from`, where it is given. `back` turns the order round. */
export const takeFirst = (rows: readonly number[], most: number, order: Order, from: Place | null, back: boolean): Place[] => {
  const sign = back ? -1 : 1;
  const towards = (one: Place, other: Place): number => sign * compare(one, other);
  const beginAt = from ? sign * from.first : -Infinity;
  const cut = (places: Place[]): Place[] => places.sort(towards).slice(0, most);
  let kept: Place[] = [];
  let [endAt, secondAt] = [Infinity, Infinity];
  for (const row of rows) {
    const first = sign * order.first(row);
    if (first > endAt || first < beginAt) continue;
    const second = sign * order.second(row);
    if (first === endAt && second > secondAt) continue;
    const place = { first: sign * first, second: sign * second, id: order.id(row) };
    if (from && towards(place, from) <= 0) continue;
    kept.push(place);
    if (kept.length < most * 4) continue;
    kept = cut(kept);
    const last = kept.at(-1);
    if (last) [endAt, secondAt] = [sign * last.first, sign * last.second];
  }
  return cut(kept);
};
