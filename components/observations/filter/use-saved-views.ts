'use client';
import { useQuery } from '@tanstack/react-query';
import type { ObservationsState } from '@/components/observations/use-observations-state.ts';
import { useViews } from '@/components/views/use-views.ts';
import { callEndpoint } from '@/lib/client/call-endpoint.ts';
import { observationQueries } from '@/lib/client/queries/observation-queries.ts';
import type { SavedList } from '@/lib/domain/saved-view.ts';
import { toSavedList, toShownList } from './list-filter.ts';
import { listQueryChips } from './query-chips.ts';
import type { ObservationsFacets } from './use-observations-facets.ts';

/** Views of observations that people saved, and the one that is shown. */
export const useSavedViews = ({ state, open }: ObservationsState, facets: ObservationsFacets) => {
  const { at: _, ...listed } = state;
  return useViews<SavedList>({
    list: useQuery(observationQueries.views()),
    save: ({ id, name, shown }) => callEndpoint('PUT /api/observations/views/[id]', { params: { id }, body: { name, shown } }),
    remove: (id) => callEndpoint('DELETE /api/observations/views/[id]', { params: { id } }),
    shown: toSavedList(listed),
    what: [...listQueryChips(state, facets).map(({ text }) => text), state.q.trim()].join(' ').trim() || 'status:all',
    normalize: (shown) => toSavedList(toShownList(shown)),
    open: (shown) => open(toShownList(shown)),
  });
};
