import type { Database } from 'better-sqlite3';
import * as z from 'zod';
import { observationGroups } from '../../../../db/schema.ts';
import { AppError } from '../../../domain/errors.ts';
import type { Observation, ObservationGroup, ObservationView } from '../../../domain/observation.ts';
import type { GroupQuery, ResultSetPage, ObservationQuery } from '../../store.ts';
import { parseCursor, toCursor } from '../cursor.ts';
import type { ObservationMatches } from './observation-matches.ts';
import { takeFirst, toOrder, type Place } from './observation-order.ts';
import { toGroup, toObservation, type ListedGroup, type ListedObservation } from './observation-rows.ts';
import type { Detections } from './observation-detections.ts';
import { fromListed, listedObservation } from './observations.ts';
import { toJson } from '../json.ts';
import { columnsOf } from '../statements.ts';

const dayMs = 86_400_000;
const shownDays = 14;
const twoNumbers = z.tuple([z.number(), z.number()]);

/** Observations and their groups as lists show them: filtered, sorted, counted, walked both ways. */
export const makeObservationLists = (db: Database, { matches, detections }: { matches: ObservationMatches; detections: Detections }) => {
  const observationOf = db.prepare<[string], ListedObservation>(`SELECT ${listedObservation} ${fromListed} WHERE o.id = ?`);
  const groupOf = db.prepare<[string], ListedGroup>(
    `SELECT ${columnsOf(observationGroups, 'g', ['searchText', 'revision'])} FROM observation_groups g WHERE g.fingerprint = ?`,
  );
  const walk = (view: ObservationView, { filter, sort, descending, cursor, limit, nowMs }: ObservationQuery) => {
    const name = `${view} ${sort} ${descending}`;
    const at = cursor === null ? null : parseCursor(cursor, name);
    const back = at?.back ?? false;
    const { columns, found, ...counted } = matches.find(view, filter, nowMs);
    const taken = takeFirst(found, limit + 1, toOrder(columns, sort, descending), at && toCursorPlace(at), back);
    const more = taken.length > limit;
    const shown = back ? taken.slice(0, limit).toReversed() : taken.slice(0, limit);
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
    countNeedingAttention: (): number =>
      matches.find('groups', { states: ['open', 'regressed'], severities: ['critical', 'high', 'medium'] }, 0).total,
  };
};

const toCursorPlace = ({ value, id }: { value: string | number | null; id: string }): Place => {
  const parsed = twoNumbers.safeParse(parsePlace(String(value)));
  if (!parsed.success)
    throw new AppError('invalid_input', 'This cursor is none that a list gave. Begin again at the first page, without a cursor.');
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
