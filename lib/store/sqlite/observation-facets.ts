import { observationSeverity, observationState, type ObservationFacets, type ObservationFilter } from '../../domain/observation.ts';
import type { Listing, ObservationView } from './observation-columns.ts';
import { toFieldMatches, type FacetField, type ObservationMatches } from './observation-matches.ts';
import { toSeverity } from './observation-rows.ts';

const dayMs = 86_400_000;
const ages = [1, 7, 30, 90];

/** Values to narrow by, counted in one pass over all that match apart from them. */
export const makeObservationFacets =
  (matches: ObservationMatches) =>
  (filter: ObservationFilter, view: ObservationView, nowMs: number): ObservationFacets => {
    const found = matches.listBase(view, filter);
    const isMatch = toFieldMatches(filter, nowMs);
    const names = new Map<string, string>();
    const keysOf: Record<FacetField, (one: Listing) => readonly string[]> = {
      severities: ({ severity }) => [toSeverity(severity)],
      states: ({ state }) => [state],
      observers: ({ observer, observerName }) => {
        names.set(observer, observerName);
        return [observer];
      },
      projects: ({ projects }) => projects,
      ages: ({ lastSeenMs }) => ages.filter((days) => lastSeenMs >= nowMs - days * dayMs).map(String),
    };
    const fields: readonly FacetField[] = ['severities', 'states', 'observers', 'projects', 'ages'];
    const counts: Record<FacetField, Map<string, number>> = {
      severities: new Map(),
      states: new Map(),
      observers: new Map(),
      projects: new Map(),
      ages: new Map(),
    };
    let occurrences = 0;
    for (const one of found) {
      const missed = fields.filter((field) => !isMatch[field](one));
      if (missed.length > 1) continue;
      if (missed.length === 0) occurrences += one.seen;
      for (const field of missed.length === 1 ? missed : fields) addAll(counts[field], keysOf[field](one));
    }
    return {
      severities: observationSeverity.options.flatMap((value) => toFacet(value, value, counts.severities.get(value))),
      states: observationState.options.flatMap((value) => toFacet(value, value, counts.states.get(value))),
      observers: mostFirst(counts.observers).map(([value, count]) => ({ value, label: names.get(value) ?? value, count })),
      projects: mostFirst(counts.projects).map(([value, count]) => ({ value, label: value, count })),
      ages: ages.flatMap((days) => toFacet(String(days), days === 1 ? 'Last day' : `Last ${days} days`, counts.ages.get(String(days)))),
      occurrences,
      total: matches.find(view, filter.withCleared ? { withCleared: true } : {}, nowMs).total,
    };
  };

const addAll = (counts: Map<string, number>, keys: readonly string[]): void => {
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
};

const toFacet = <Value extends string>(value: Value, label: string, count: number | undefined) =>
  count === undefined ? [] : [{ value, label, count }];

const mostFirst = (counts: ReadonlyMap<string, number>): [string, number][] =>
  [...counts].sort(([one, some], [other, more]) => more - some || (one < other ? -1 : 1));
