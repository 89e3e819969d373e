import {
  observationSeverity,
  observationState,
  type ObservationFacets,
  type ObservationFilter,
  type ObservationView,
} from '../../../domain/observation.ts';
import { daysBack, printSeenWithin } from '../../../observations/seen-within.ts';
import { parseStrings } from '../json.ts';
import { listedTables, toSinceMs } from './observation-conditions.ts';
import type { ObservationMatches } from './observation-matches.ts';
import { toSeverity } from '../../../observations/severity.ts';
import type { StoredObservation } from './observation-rows.ts';

/** Items that facets don't tell apart: how many there are, of how many occurrences, and how many were seen since when. */
type StoredKind = Pick<StoredObservation, 'cleared' | 'severity' | 'state' | 'observer' | 'observerName'> & {
  projects: string;
  recent: number;
  occurrences: number;
} & Readonly<Record<`age${number}`, number>>;
type Kind = StoredKind & { projectNames: readonly string[] };

/** Fields with a choice of values. */
type ChoiceField = 'severities' | 'states' | 'observers' | 'projects';
type IsKind = (kind: Kind) => boolean;

const valuesOf: Readonly<Record<ChoiceField, (kind: Kind) => readonly string[]>> = {
  severities: ({ severity }) => [toSeverity(severity)],
  states: ({ state }) => [state],
  observers: ({ observer }) => [observer],
  projects: ({ projectNames }) => projectNames,
};

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
      `SELECT cleared, severity, state, observer, observer_name AS observerName, ${projects} AS projects,
        count(*) FILTER (WHERE ${recent}) AS recent, coalesce(sum(seen) FILTER (WHERE ${recent}), 0) AS occurrences, ${ages.join(', ')}
      ${toFrom(view)} WHERE ${sql} GROUP BY cleared, severity, state, observer, observer_name, ${listedTables[view].projectColumn}`,
    ).all({
      ...bound,
      ...Object.fromEntries(daysBack.map((days) => [`since${days}`, toSinceMs({ seenWithinDays: days }, nowMs)])),
      ...(sinceMs !== null && { sinceMs }),
    });
    const namesOf = new Map<string, readonly string[]>([['[null]', []]]);
    return rows.map((row) => {
      const projectNames = namesOf.get(row.projects) ?? parseStrings(row.projects);
      namesOf.set(row.projects, projectNames);
      return { ...row, projectNames };
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
      return { ...countChoices(kinds, filter), total: countAll(view, filter.withCleared === true) };
    };
    const facets: Partial<Record<Name, ObservationFacets>> = {};
    for (const name in filters) facets[name] = toFacets(filters[name]);
    // Each name has its own by now.
    return facets as Record<Name, ObservationFacets>;
  };
};

/** A filter without its choices, and without the time that `recent` counts. */
const toUnchosen = ({ severities: _, states: __, observers: ___, projects: ____, seenWithinDays: _____, ...filter }: ObservationFilter) =>
  filter;

const toChoices = ({ states, severities, observers, projects }: ObservationFilter): Map<ChoiceField, IsKind> => {
  const choices = new Map<ChoiceField, IsKind>();
  const [severityWords, stateWords, names] = [new Set<string>(severities), new Set<string>(states), new Set(observers)];
  if (severities) choices.set('severities', ({ severity }) => severityWords.has(toSeverity(severity)));
  if (states) choices.set('states', ({ state }) => stateWords.has(state));
  if (observers) choices.set('observers', ({ observer, observerName }) => names.has(observer) || names.has(observerName));
  if (projects) choices.set('projects', ({ projectNames }) => projectNames.some((project) => projects.includes(project)));
  return choices;
};

const countChoices = (kinds: readonly Kind[], filter: ObservationFilter): Omit<ObservationFacets, 'total'> => {
  const choices = [...toChoices(filter)];
  const count = (field: ChoiceField): Map<string, number> => {
    const others = choices.flatMap(([of, isKind]) => (of === field ? [] : [isKind]));
    const counts = new Map<string, number>();
    for (const kind of kinds) {
      if (kind.recent === 0 || !others.every((isKind) => isKind(kind))) continue;
      for (const value of valuesOf[field](kind)) counts.set(value, (counts.get(value) ?? 0) + kind.recent);
    }
    return counts;
  };
  const chosen = kinds.filter((kind) => choices.every(([, isKind]) => isKind(kind)));
  const names = new Map(kinds.map(({ observer, observerName }) => [observer, observerName]));
  const [severities, states] = [count('severities'), count('states')];
  return {
    severities: observationSeverity.options.flatMap((value) => toFacet(value, value, severities.get(value))),
    states: observationState.options.flatMap((value) => toFacet(value, value, states.get(value))),
    observers: maxFirst(count('observers')).map(([value, number]) => ({ value, label: names.get(value) ?? value, count: number })),
    projects: maxFirst(count('projects')).map(([value, number]) => ({ value, label: value, count: number })),
    ages: daysBack.flatMap((days) => toFacet(String(days), printSeenWithin(days), sum(chosen.map((kind) => kind[`age${days}`] ?? 0)))),
    occurrences: sum(chosen.map(({ occurrences }) => occurrences)),
  };
};

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

const toFacet = <Value extends string>(value: Value, label: string, count = 0) => (count === 0 ? [] : [{ value, label, count }]);

const maxFirst = (counts: ReadonlyMap<string, number>): [string, number][] =>
  [...counts].sort(([one, some], [other, more]) => more - some || (one < other ? -1 : 1));
