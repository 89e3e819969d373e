'use client';
import { useMemo, useState } from 'react';
import { toListedSeverities, toPresentSeverities } from './collapsed.ts';
import { toggleValue } from '@/components/observations/filter/list-filter.ts';
import type { Heads } from '@/components/observations/list-rows.ts';
import type { ObservationFacets, ObservationSeverity } from '@/lib/domain/observation.ts';
import type { ObservationsListState } from '@/components/observations/use-observations-state.ts';

type Severities = readonly ObservationSeverity[];
const none: Severities = [];

/** Severities that are folded, where the list is sorted by them; what is folded is not asked for. */
export const useCollapsed = (state: ObservationsListState) => {
  const [turned, setTurned] = useState({ folded: none, expanded: none });
  const isBySeverity = state.sort === 'severity';
  const folded = isBySeverity ? turned.folded : none;
  return {
    folded,
    /** Those that were folded once: their rows may have to be asked for first. */
    expanded: turned.expanded,
    fold: (severity: ObservationSeverity) =>
      setTurned((before) => ({
        folded: toggleValue(before.folded, severity),
        expanded: before.folded.includes(severity) ? [...before.expanded, severity] : before.expanded.filter((other) => other !== severity),
      })),
    /** What the list is asked for. */
    listed: { ...state, severities: toListedSeverities(state.severities, folded) },
  };
};

type Folds = { folded: Severities; expanded: Severities; /** The rows are of a list that was asked for before. */ isOld: boolean };

/** How the rows stand under the heads of their severities; null: there are none. */
export const useHeads = (
  { sort, order, severities }: ObservationsListState,
  { folded, expanded, isOld }: Folds,
  facets: ObservationFacets | undefined,
) => {
  const awaited = isOld ? expanded : none;
  return useMemo(
    (): Heads | null =>
      sort === 'severity'
        ? {
            folded: new Set(folded),
            awaited: new Set(awaited),
            present: toPresentSeverities(severities, facets?.severities ?? []),
            descending: order === 'desc',
          }
        : null,
    [sort, order, severities, folded, awaited, facets],
  );
};
