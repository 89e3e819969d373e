import { expect, it } from 'vitest';
import { countFacets, type FacetKind } from './count-facets.ts';

const kind: FacetKind = {
  severity: 'high',
  state: 'open',
  observer: 'stall',
  observerName: 'Stall Detector',
  projects: ['app'],
  isSent: true,
  recent: 2,
  occurrences: 5,
  ages: [1, 2, 2, 2],
};
const kinds: FacetKind[] = [
  kind,
  { ...kind, severity: 'low', state: 'fixed', projects: ['app', 'site'], isSent: false, recent: 3, occurrences: 3, ages: [0, 0, 3, 3] },
  { ...kind, observer: 'drift', observerName: 'Drift Detector', recent: 0, occurrences: 0, ages: [0, 0, 0, 4] },
];
const countsOf = (facets: readonly { value: string; count: number }[]) =>
  Object.fromEntries(facets.map(({ value, count }) => [value, count]));

it('counts each field over what matches the other fields, in the order of severities and states', () => {
  const facets = countFacets(kinds, { severities: ['high'] });
  expect(facets.severities).toEqual([
    { value: 'high', label: 'high', count: 2 },
    { value: 'low', label: 'low', count: 3 },
  ]);
  expect(countsOf(facets.states)).toEqual({ open: 2 });
  expect(facets.observers).toEqual([{ value: 'stall', label: 'Stall Detector', count: 2 }]);
  expect(countsOf(facets.sent)).toEqual({ yes: 2 });
  expect(facets.occurrences).toBe(5);
});

it('counts ages over all that match, whenever they were seen, and projects with the most first', () => {
  const facets = countFacets(kinds, {});
  expect(facets.projects.map(({ value, count }) => [value, count])).toEqual([
    ['app', 5],
    ['site', 3],
  ]);
  expect(countsOf(facets.ages)).toEqual({ 1: 1, 7: 2, 30: 5, 90: 9 });
});

it('finds an observer by its id or its name', () => {
  for (const observer of ['stall', 'Stall Detector']) expect(countFacets(kinds, { observers: [observer] }).occurrences).toBe(8);
});

it('counts what was sent to the agent, and what was not, whichever of both is chosen', () => {
  const facets = countFacets(kinds, { sent: false });
  expect(facets.sent).toEqual([
    { value: 'yes', label: 'Yes', count: 2 },
    { value: 'no', label: 'No', count: 3 },
  ]);
  expect(countsOf(facets.states)).toEqual({ fixed: 3 });
});
