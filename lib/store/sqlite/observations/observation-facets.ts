import {
  observationSeverity,
  observationState,
  type ObservationFacets,
  type ObservationFilter,
  type ObservationView,
} from '../../../domain/observation.ts';
import { daysBack, printSeenWithin } from '../../../observations/seen-within.ts';
import type { Columns, Kind } from './observation-columns.ts';
import { countKinds, toKindMatches, toSeenSince, toSinceMs, type KindField, type ObservationMatches } from './observation-matches.ts';
import { toSeverity } from './observation-rows.ts';

const dayMs = 86_400_000;

const valuesOf: Readonly<Record<KindField, (kind: Kind) => readonly string[]>> = {
  severities: ({ severity }) => [toSeverity(severity)],
  states: ({ state }) => [state],
  observers: ({ observer }) => [observer],
  projects: ({ projects }) => projects,
};

/** Values to narrow by, each field's counted over all that match apart from it. */
export const makeObservationFacets = (matches: ObservationMatches) => {
  const facetsOf = (filter: ObservationFilter, view: ObservationView, nowMs: number): ObservationFacets => {
    const { columns, found } = matches.findBase(view, filter);
    const { kinds } = columns;
    const sinceMs = toSinceMs(filter, nowMs);
    const recent = sinceMs === -Infinity ? found : found.filter(toSeenSince(columns, sinceMs));
    const ofKinds = countKinds(columns, recent);
    const kindMatches = [...toKindMatches(filter)];
    const count = (field: KindField): Map<string, number> => {
      const others = kindMatches.flatMap(([of, isMatch]) => (of === field ? [] : [isMatch]));
      const counts = new Map<string, number>();
      for (const [at, kind] of kinds.entries()) {
        const ofKind = ofKinds[at] ?? 0;
        if (ofKind === 0 || !others.every((isMatch) => isMatch(kind))) continue;
        for (const value of valuesOf[field](kind)) counts.set(value, (counts.get(value) ?? 0) + ofKind);
      }
      return counts;
    };
    const isKind = kinds.map((kind) => kindMatches.every(([, isMatch]) => isMatch(kind)));
    const names = new Map(kinds.map(({ observer, observerName }) => [observer, observerName]));
    const [severities, states] = [count('severities'), count('states')];
    return {
      severities: observationSeverity.options.flatMap((value) => toFacet(value, value, severities.get(value))),
      states: observationState.options.flatMap((value) => toFacet(value, value, states.get(value))),
      observers: maxFirst(count('observers')).map(([value, number]) => ({ value, label: names.get(value) ?? value, count: number })),
      projects: maxFirst(count('projects')).map(([value, number]) => ({ value, label: value, count: number })),
      ages: countAges(columns, found, isKind, nowMs),
      occurrences: sumSeen(columns, recent, isKind),
      total: matches.find(view, filter.withCleared ? { withCleared: true } : {}, nowMs).total,
    };
  };

  return <Name extends string>(filters: Readonly<Record<Name, ObservationFilter>>, view: ObservationView, nowMs: number) => {
    const facets: Partial<Record<Name, ObservationFacets>> = {};
    for (const name in filters) facets[name] = facetsOf(filters[name], view, nowMs);
    // Each name has its own by now.
    return facets as Record<Name, ObservationFacets>;
  };
};

const sumSeen = ({ kind, seen }: Readonly<Columns>, rows: readonly number[], isKind: readonly boolean[]): number =>
  rows.reduce((sum, row) => (isKind[kind[row] ?? 0] ? sum + (seen[row] ?? 0) : sum), 0);

const countAges = (columns: Readonly<Columns>, rows: readonly number[], isKind: readonly boolean[], nowMs: number) =>
  daysBack.flatMap((days) => {
    const isSince = toSeenSince(columns, nowMs - days * dayMs);
    const count = rows.reduce((sum, row) => sum + Number(isKind[columns.kind[row] ?? 0] && isSince(row)), 0);
    return toFacet(String(days), printSeenWithin(days), count);
  });

const toFacet = <Value extends string>(value: Value, label: string, count = 0) => (count === 0 ? [] : [{ value, label, count }]);

const maxFirst = (counts: ReadonlyMap<string, number>): [string, number][] =>
  [...counts].sort(([one, some], [other, more]) => more - some || (one < other ? -1 : 1));
