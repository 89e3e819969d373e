import type { Database } from 'better-sqlite3';
import * as z from 'zod';
import { observationGroups } from '../../../db/schema.ts';
import type { Observation, ObservationCounts, ObservationGroup, ObservationSort } from '../../domain/observation.ts';
import type { WalkablePage } from '../../domain/page.ts';
import type { GroupQuery, ObservationQuery } from '../store.ts';
import { parseCursor, toCursor } from './cursor.ts';
import {
  toConditions,
  toWhere,
  valuesOf,
  viewTables,
  type Condition,
  type ObservationMatches,
  type ObservationView,
} from './observation-matches.ts';
import { toGroup, toObservation, type ListedGroup, type ListedObservation } from './observation-rows.ts';
import type { Sightings } from './observation-sightings.ts';
import { fromListed, listedObservation } from './observations.ts';
import { parseJson, toJson } from './rows.ts';
import { columnsOf } from './statements.ts';

type Place = { id: string; first: number; second: number };
type Order = { of: string; isDescending: boolean };
type Listed<Item> = WalkablePage<Item> & { counts: ObservationCounts };

const dayMs = 86_400_000;
const shownDays = 14;
const twoNumbers = z.tuple([z.number(), z.number()]);

const sortColumns: Readonly<Record<ObservationView, Readonly<Record<ObservationSort, string>>>> = {
  groups: {
    severity: 'o.severity',
    last_seen: 'o.last_seen_ms',
    first_seen: 'o.first_seen_ms',
    seen: 'o.seen',
    sessions: 'o.sessions',
    created_at: 'o.first_seen_ms',
  },
  single: {
    severity: 'o.severity',
    last_seen: 'o.last_seen_ms',
    first_seen: 'o.first_seen_ms',
    seen: 'o.seen',
    // Each is of one session, or of none.
    sessions: "(o.session_id <> '')",
    created_at: 'o.created_at_ms',
  },
};

/** Observations and their groups as lists show them: filtered, sorted, counted, walked both ways. */
export const makeObservationLists = (db: Database, { matches, sightings }: { matches: ObservationMatches; sightings: Sightings }) => {
  const observationOf = db.prepare<[string], ListedObservation>(`SELECT ${listedObservation} ${fromListed} WHERE o.id = ?`);
  const groupOf = db.prepare<[string], ListedGroup>(
    `SELECT ${columnsOf(observationGroups, 'g', ['searchText'])} FROM observation_groups g WHERE g.fingerprint = ?`,
  );
  const attention = db
    .prepare<[], number>("SELECT count(*) FROM observation_groups WHERE severity <= 2 AND state IN ('open', 'regressed') AND cleared = 0")
    .pluck();

  const walk = (view: ObservationView, query: ObservationQuery) => {
    const { filter, sort, descending, limit, nowMs } = query;
    const { from, id } = viewTables[view];
    const name = `${view} ${sort} ${descending}`;
    const at = query.cursor === null ? null : parseCursor(query.cursor, name);
    const back = at?.back ?? false;
    const orders = toOrders(view, sort, descending).map(({ of, isDescending }) => ({ of, isDescending: isDescending !== back }));
    const [first, second] = orders;
    const matching = toConditions(view, filter, nowMs);
    const conditions = at ? [...matching, toBehind(orders, [...parseJson(twoNumbers, String(at.value)), at.id])] : matching;
    const order = orders.map(({ of, isDescending }) => `${of} ${isDescending ? 'DESC' : 'ASC'}`).join(', ');
    const rows = db
      .prepare<(string | number)[], Place>(
        `SELECT ${id} AS id, ${first?.of} AS first, ${second?.of} AS second FROM ${from} ${toWhere(conditions)} ORDER BY ${order} LIMIT ?`,
      )
      .all(...valuesOf(conditions), limit + 1);
    const places = back ? rows.slice(0, limit).toReversed() : rows.slice(0, limit);
    const more = rows.length > limit;
    const cursorAt = (place: Place | undefined, isBack: boolean) =>
      place ? toCursor({ list: name, value: toJson([place.first, place.second]), id: place.id, back: isBack }) : null;
    return {
      ids: places.map((place) => place.id),
      previousCursor: (back ? more : at !== null) ? cursorAt(places[0], true) : null,
      nextCursor: back || more ? cursorAt(places.at(-1), false) : null,
      ...matches.count(view, filter, nowMs),
    };
  };

  const toDays = (fingerprint: string, nowMs: number, zoneMinutes: number): number[] => {
    const today = Math.floor((nowMs + zoneMinutes * 60_000) / dayMs);
    const counts = sightings.countByDay(fingerprint, today - shownDays + 1, zoneMinutes);
    return Array.from({ length: shownDays }, (_, at) => counts.get(today - shownDays + 1 + at) ?? 0);
  };
  const findGroup = (fingerprint: string, nowMs: number, zoneMinutes: number): ObservationGroup | null => {
    const row = groupOf.get(fingerprint);
    return row ? toGroup(row, toDays(fingerprint, nowMs, zoneMinutes)) : null;
  };

  return {
    list: (query: ObservationQuery): Listed<Observation> => {
      const { ids, ...page } = walk('single', query);
      const items = ids.flatMap((id) => {
        const row = observationOf.get(id);
        return row ? [toObservation(row)] : [];
      });
      return { ...page, items };
    },
    listGroups: (query: GroupQuery): Listed<ObservationGroup> => {
      const { ids, ...page } = walk('groups', query);
      return { ...page, items: ids.flatMap((id) => findGroup(id, query.nowMs, query.zoneMinutes) ?? []) };
    },
    findGroup,
    countNeedingAttention: (): number => attention.get() ?? 0,
  };
};

/** By severity: the newest first within one. By anything else: the most severe first. Then by id. */
const toOrders = (view: ObservationView, sort: ObservationSort, descending: boolean): Order[] => {
  const columns = sortColumns[view];
  const id = { of: viewTables[view].id, isDescending: false };
  // 0 is the most severe.
  if (sort === 'severity') return [{ of: columns.severity, isDescending: !descending }, { of: columns.last_seen, isDescending: true }, id];
  return [{ of: columns[sort], isDescending: descending }, { of: columns.severity, isDescending: false }, id];
};

/** What stands behind a place in an order. */
const toBehind = (orders: readonly Order[], place: readonly (string | number)[]): Condition => {
  const [order, ...rest] = orders;
  const [value, ...others] = place;
  if (!order || value === undefined) return { sql: 'FALSE', values: [] };
  const compared = `${order.of} ${order.isDescending ? '<' : '>'}`;
  if (rest.length === 0) return { sql: `${compared} ?`, values: [value] };
  const behind = toBehind(rest, others);
  return { sql: `(${compared}= ? AND (${compared} ? OR ${behind.sql}))`, values: [value, value, ...behind.values] };
};
