import {
  observationSeverity,
  observationState,
  type ObservationFacets,
  type ObservationFilter,
  type ObservationSeverity,
  type ObservationState,
} from '../domain/observation.ts';
import { daysBack, printSeenWithin } from './seen-within.ts';

/** Observations, or groups, that facets don't tell apart. */
export type FacetKind = {
  severity: ObservationSeverity;
  state: ObservationState;
  observer: string;
  observerName: string;
  projects: readonly string[];
  isSent: boolean;
  /** How many of them match the filter's time, and their occurrences. */
  recent: number;
  occurrences: number;
  /** How many were seen within each of `daysBack`. */
  ages: readonly number[];
};

/** Fields with a choice of values. */
type ChoiceField = 'severities' | 'states' | 'observers' | 'projects' | 'sent';
type IsKind = (kind: FacetKind) => boolean;

const valuesOf: Readonly<Record<ChoiceField, (kind: FacetKind) => readonly string[]>> = {
  severities: ({ severity }) => [severity],
  states: ({ state }) => [state],
  observers: ({ observer }) => [observer],
  projects: ({ projects }) => projects,
  sent: ({ isSent }) => [isSent ? 'yes' : 'no'],
};

const toChoices = ({ states, severities, observers, projects, sent }: ObservationFilter): Map<ChoiceField, IsKind> => {
  const choices = new Map<ChoiceField, IsKind>();
  const [severityWords, stateWords, names] = [new Set<string>(severities), new Set<string>(states), new Set(observers)];
  if (severities) choices.set('severities', ({ severity }) => severityWords.has(severity));
  if (states) choices.set('states', ({ state }) => stateWords.has(state));
  if (observers) choices.set('observers', ({ observer, observerName }) => names.has(observer) || names.has(observerName));
  if (projects) choices.set('projects', (kind) => kind.projects.some((project) => projects.includes(project)));
  if (sent !== undefined) choices.set('sent', ({ isSent }) => isSent === sent);
  return choices;
};

/**
 * Values to filter by, each field's counted over all that match the other fields. `kinds` match everything in the filter but its choices.
 */
export const countFacets = (kinds: readonly FacetKind[], filter: ObservationFilter): Omit<ObservationFacets, 'total'> => {
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
  const [severities, states, sent] = [count('severities'), count('states'), count('sent')];
  return {
    severities: observationSeverity.options.flatMap((value) => toFacet(value, value, severities.get(value))),
    states: observationState.options.flatMap((value) => toFacet(value, value, states.get(value))),
    observers: maxFirst(count('observers')).map(([value, number]) => ({ value, label: names.get(value) ?? value, count: number })),
    projects: maxFirst(count('projects')).map(([value, number]) => ({ value, label: value, count: number })),
    ages: daysBack.flatMap((days, at) => toFacet(String(days), printSeenWithin(days), sum(chosen.map(({ ages }) => ages[at] ?? 0)))),
    sent: [...toFacet('yes' as const, 'Yes', sent.get('yes')), ...toFacet('no' as const, 'No', sent.get('no'))],
    occurrences: sum(chosen.map(({ occurrences }) => occurrences)),
  };
};

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

const toFacet = <Value extends string>(value: Value, label: string, count = 0) => (count === 0 ? [] : [{ value, label, count }]);

const maxFirst = (counts: ReadonlyMap<string, number>): [string, number][] =>
  [...counts].sort(([one, some], [other, more]) => more - some || (one < other ? -1 : 1));
