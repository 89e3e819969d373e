'use client';
import { useMemo, useState } from 'react';
import { toListedSeverities, toPresentSeverities } from './collapsed.ts';
import { toggleValue } from '@/components/observations/filter/list-filter.ts';
import type { Heads } from '@/components/observations/list-rows.ts';
import type { ObservationFacets, ObservationSeverity } from '@/lib/domain/observation.ts';
import type { ObservationsListState } from '@/components/observations/use-observations-state.ts';

type Severities = readonly ObservationSeverity[];
const none: Severities = [];

/** Collapsed severities, if the list is sorted by severity. Their rows are not requested. */
export const useCollapsed = (state: ObservationsListState) => {
  const [turned, setTurned] = useState({ collapsed: none, expanded: none });
  const isBySeverity = state.sort === 'severity';
  const collapsed = isBySeverity ? turned.collapsed : none;
  return {
    collapsed,
    /** Severities expanded again: their rows may still be loading. */
    expanded: turned.expanded,
    toggleSeverity: (severity: ObservationSeverity) =>
      setTurned((before) => ({
        collapsed: toggleValue(before.collapsed, severity),
        expanded: before.collapsed.includes(severity)
          ? [...before.expanded, severity]
          : before.expanded.filter((other) => other !== severity),
      })),
    /** The state to request the list with. */
    listed: { ...state, severities: toListedSeverities(state.severities, collapsed) },
  };
};

type CollapseState = {
  collapsed: Severities;
  expanded: Severities;
  /** The rows are from the previous query. */ isOld: boolean;
};

/** The severity heads; null: none. */
export const useHeads = (
  { sort, order, severities }: ObservationsListState,
  { collapsed, expanded, isOld }: CollapseState,
  facets: ObservationFacets | undefined,
) => {
  const awaited = isOld ? expanded : none;
  return useMemo(
    (): Heads | null =>
      sort === 'severity'
        ? {
            collapsed: new Set(collapsed),
            awaited: new Set(awaited),
            present: toPresentSeverities(severities, facets?.severities ?? []),
            descending: order === 'desc',
          }
        : null,
    [sort, order, severities, collapsed, awaited, facets],
  );
};
