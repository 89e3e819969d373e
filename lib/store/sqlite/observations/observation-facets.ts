import { observationState, type ObservationFacets, type ObservationFilter, type ObservationView } from '../../../domain/observation.ts';
import { countFacets, type FacetKind } from '../../../observations/count-facets.ts';
import { daysBack } from '../../../observations/seen-within.ts';
import { parseStrings, parseStored } from '../json.ts';
import { listedTables, toSinceMs, wasSent } from './observation-conditions.ts';
import type { ObservationMatches } from './observation-matches.ts';
import { toSeverity } from '../../../observations/severity.ts';
import type { StoredObservation } from './observation-rows.ts';
import { toKnown } from '../sums.ts';

/** `recent`: how many were seen within the filter's time; `age7`: within seven days, and so on. */
type StoredKind = Pick<StoredObservation, 'cleared' | 'severity' | 'state' | 'observer' | 'observerName'> & {
  projects: string;
  isSent: number;
  recent: number;
  occurrences: number;
} & Readonly<Record<`age${number}`, number>>;
type Kind = FacetKind & Pick<StoredKind, 'cleared'>;

/** Values to filter by, each field's counted over all that match the other fields. */
export const makeObservationFacets = ({ match, prepare, toFrom }: ObservationMatches) => {
  /** All kinds that match a filter but for its choices; one pass over the index. */
  const listKinds = (view: ObservationView, filter: ObservationFilter, nowMs: number): Kind[] => {
    const { sql, bound } = match(view, toUnchosen(filter), nowMs);
    const { projects } = listedTables[view];
    const since = (name: string): string => `count(*) FILTER (WHERE timed = 1 AND last_seen_ms >= @${name})`;
    const ages = daysBack.map((days) => `${since(`since${days}`)} AS age${days}`);
    const sinceMs = toSinceMs(filter, nowMs);
    const recent = sinceMs === null ? '1' : 'timed = 1 AND last_seen_ms >= @sinceMs';
    const rows = prepare<StoredKind>(
      `SELECT cleared, severity, state, observer, observer_name AS observerName, ${projects} AS projects, ${wasSent[view]} AS isSent,
        count(*) FILTER (WHERE ${recent}) AS recent, coalesce(CAST(sum(${toKnown('count', 'seen')}) FILTER (WHERE ${recent}) AS INTEGER), 0) AS occurrences, ${ages.join(', ')}
      ${toFrom(view)} WHERE ${sql} GROUP BY cleared, severity, state, observer, observer_name, ${listedTables[view].projectColumn}, isSent`,
    ).all({
      ...bound,
      ...Object.fromEntries(daysBack.map((days) => [`since${days}`, toSinceMs({ seenWithinDays: days }, nowMs)])),
      ...(sinceMs !== null && { sinceMs }),
    });
    const projectsOf = new Map<string, readonly string[]>([['[null]', []]]);
    return rows.map((row) => {
      const projects = projectsOf.get(row.projects) ?? parseStrings(row.projects);
      projectsOf.set(row.projects, projects);
      return {
        ...row,
        severity: toSeverity(row.severity),
        state: parseStored(observationState, row.state),
        projects,
        isSent: row.isSent === 1,
        ages: daysBack.map((days) => row[`age${days}`] ?? 0),
      };
    });
  };
  const countAll = (view: ObservationView, withCleared: boolean): number =>
    prepare<{ count: number }>(`SELECT count(*) AS count ${toFrom(view)} WHERE ${withCleared ? '1' : 'cleared = 0'}`).get({})?.count ?? 0;

  return <Name extends string>(filters: Readonly<Record<Name, ObservationFilter>>, view: ObservationView, nowMs: number) => {
    /** Filters of one question differ in their choices and in `withCleared` most of the time: they share a pass. */
    const kindsOf = new Map<string, Kind[]>();
    const named = Object.entries<ObservationFilter>(filters);
    const withCleared = named.some(([, filter]) => filter.withCleared === true);
    const toFacets = (filter: ObservationFilter): ObservationFacets => {
      const key = JSON.stringify({ ...toUnchosen(filter), withCleared, seenWithinDays: filter.seenWithinDays });
      const shared = kindsOf.get(key) ?? listKinds(view, { ...filter, withCleared }, nowMs);
      kindsOf.set(key, shared);
      const kinds = filter.withCleared === true ? shared : shared.filter(({ cleared }) => cleared === 0);
      return { ...countFacets(kinds, filter), total: countAll(view, filter.withCleared === true) };
    };
    const facets: Partial<Record<Name, ObservationFacets>> = {};
    for (const name in filters) facets[name] = toFacets(filters[name]);
    // Each name has its own by now.
    return facets as Record<Name, ObservationFacets>;
  };
};

/** A filter without its choices, and without the time that `recent` counts. */
const toUnchosen = ({
  severities: _,
  states: __,
  observers: ___,
  projects: ____,
  seenWithinDays: _____,
  sent: ______,
  ...filter
}: ObservationFilter) => filter;
