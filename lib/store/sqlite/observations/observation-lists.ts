import type { Database } from 'better-sqlite3';
import * as z from 'zod';
import { observationGroups } from '../../../../db/schema.ts';
import { AppError } from '../../../domain/errors.ts';
import { dayMs } from '../../../domain/instant.ts';
import type { Observation, ObservationGroup, ObservationView } from '../../../domain/observation.ts';
import type { GroupQuery, ResultSetPage, ObservationQuery } from '../../observation-store.ts';
import { parseCursor, toCursor } from '../cursor.ts';
import type { ObservationMatches } from './observation-matches.ts';
import { toOrder, type Place } from './observation-order.ts';
import { listedTables } from './observation-conditions.ts';
import { toGroup, toObservation, type ListedGroup, type ListedObservation } from './observation-rows.ts';
import type { Detections } from './observation-detections.ts';
import { fromListed, listedObservation } from './observations.ts';
import { toJson } from '../json.ts';
import { columnsOf } from '../statements.ts';

const shownDays = 14;
const twoNumbers = z.tuple([z.number(), z.number()]);

/** Observations and their groups as lists show them: filtered, sorted, counted, walked both ways. */
export const makeObservationLists = (db: Database, { matches, detections }: { matches: ObservationMatches; detections: Detections }) => {
  const observationOf = db.prepare<[string], ListedObservation>(`SELECT ${listedObservation} ${fromListed} WHERE o.id = ?`);
  const groupOf = db.prepare<[string], ListedGroup>(
    `SELECT ${columnsOf(observationGroups, 'g', ['searchText', 'idHash', 'revision'])},
      (SELECT count(*) FROM observations o INDEXED BY observations_group JOIN sessions s ON s.id = o.session_id
        WHERE o.fingerprint = g.fingerprint AND s.relation = 'subagent') AS subagents
    FROM observation_groups g WHERE g.fingerprint = ?`,
  );
  const walk = (view: ObservationView, { filter, sort, descending, cursor, limit, nowMs }: ObservationQuery) => {
    const name = `${view} ${sort} ${descending}`;
    const at = cursor === null ? null : parseCursor(cursor, name);
    const after = at && toCursorPlace(at);
    const back = at?.back ?? false;
    const conditions = matches.match(view, filter, nowMs);
    const { bySeverity, ...counted } = matches.count(view, conditions);
    const { first, second } = toOrder(view, sort, descending);
    const [mildest, worst] =
      sort === 'severity' ? toSeverityRange(bySeverity, descending !== back, after && Math.abs(after.first), limit + 1) : [4, 0];
    const direction = back ? ' DESC' : '';
    const listed = matches
      .prepare<Place>(
        `SELECT ${first} AS first, ${second} AS second, ${listedTables[view].id} AS id ${matches.toFrom(view)}
        WHERE ${conditions.sql} AND severity BETWEEN @worst AND @mildest
          ${after ? `AND (${first}, ${second}, ${listedTables[view].id}) ${back ? '<' : '>'} (@first, @second, @id)` : ''}
        ORDER BY 1${direction}, 2${direction}, 3${direction} LIMIT @limit`,
      )
      .all({ ...conditions.bound, ...after, worst, mildest, limit: limit + 1 });
    const more = listed.length > limit;
    const shown = back ? listed.slice(0, limit).toReversed() : listed.slice(0, limit);
    const cursorAt = (place: Place | undefined, isBack: boolean) =>
      place ? toCursor({ list: name, value: toJson([place.first, place.second]), id: place.id, back: isBack }) : null;
    return {
      ids: shown.map(({ id }) => id),
      previousCursor: (back ? more : at !== null) ? cursorAt(shown[0], true) : null,
      nextCursor: back || more ? cursorAt(shown.at(-1), false) : null,
      ...counted,
    };
  };

  const toDays = (fingerprint: string, nowMs: number, zoneMinutes: number): number[] => {
    const today = Math.floor((nowMs + zoneMinutes * 60_000) / dayMs);
    const counts = detections.countByDay(fingerprint, today - shownDays + 1, zoneMinutes);
    return Array.from({ length: shownDays }, (_, at) => counts.get(today - shownDays + 1 + at) ?? 0);
  };
  const findGroup = (fingerprint: string, nowMs: number, zoneMinutes: number): ObservationGroup | null => {
    const row = groupOf.get(fingerprint);
    return row ? toGroup(row, toDays(fingerprint, nowMs, zoneMinutes)) : null;
  };

  return {
    list: (query: ObservationQuery): ResultSetPage<Observation> => {
      const { ids, ...page } = walk('single', query);
      const items = ids.flatMap((id) => {
        const row = observationOf.get(id);
        return row ? [toObservation(row)] : [];
      });
      return { ...page, items };
    },
    listGroups: (query: GroupQuery): ResultSetPage<ObservationGroup> => {
      const { ids, ...page } = walk('groups', query);
      return { ...page, items: ids.flatMap((id) => findGroup(id, query.nowMs, query.zoneMinutes) ?? []) };
    },
    findGroup,
  };
};

/**
 * The severities, mildest and worst, among which a page of a list by severity lies: the counts say how many it takes, so that the rest
 * is not read. `fromWorst`: which way the list is walked; `start`: the rank that it is walked from.
 */
const toSeverityRange = (bySeverity: readonly number[], fromWorst: boolean, start: number | null, size: number): [number, number] => {
  const last = bySeverity.length - 1;
  const begin = start === null ? (fromWorst ? 0 : last) : Math.floor(start);
  const step = fromWorst ? 1 : -1;
  let end = begin;
  // How many of the severity that a page starts within come after its start is not known.
  let enough = start === null ? (bySeverity[begin] ?? 0) : 0;
  while (enough < size && bySeverity[end + step] !== undefined) {
    end += step;
    enough += bySeverity[end] ?? 0;
  }
  return [Math.max(begin, end), Math.min(begin, end)];
};

const toCursorPlace = ({ value, id }: { value: string | number | null; id: string }): Place => {
  const parsed = twoNumbers.safeParse(parsePlace(String(value)));
  if (!parsed.success) throw new AppError('invalid_input', 'This cursor is not valid. Start again at the first page, without a cursor.');
  const [first, second] = parsed.data;
  return { first, second, id };
};

const parsePlace = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
