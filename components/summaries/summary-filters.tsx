'use client';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import type { RefObject } from 'react';
import { FacetMenu } from '@/components/sessions/facet-menu.tsx';
import { Button } from '@/components/ui/button.tsx';
import { FilterField } from '@/components/ui/filter-field.tsx';
import { Icon } from '@/components/ui/icon.tsx';
import { summaryQueries } from '@/lib/client/queries/summary-queries.ts';
import type { SummariesState } from './use-summaries-state.ts';

/** The groups that have a name, with their summaries. */
const useFacets = (by: 'project' | 'model') =>
  (useQuery(summaryQueries.groups({ by })).data?.groups ?? []).flatMap(({ group, analytics }) =>
    group === null ? [] : [{ value: group, count: analytics.total_summaries }],
  );

type Props = { url: SummariesState; field: RefObject<HTMLInputElement | null> };

/** Text, project and model; a session that the page was opened for. */
export const SummaryFilters = ({ url: { state, set, type }, field }: Props) => {
  return (
    <div role="search" aria-label="Filter summaries" className="flex min-w-0 flex-wrap items-center gap-2">
      <FilterField
        ref={field}
        name="Text of summaries"
        keys="/"
        value={state.q}
        onChange={type}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
        className="w-full sm:w-[220px]"
      />
      <FacetMenu name="Project" value={state.project} values={useFacets('project')} onChange={(project) => set({ project })} />
      <FacetMenu name="Model" value={state.model} values={useFacets('model')} onChange={(model) => set({ model })} />
      {state.session === null ? null : (
        <Button aria-label="All sessions" onClick={() => set({ session: null })}>
          One session <Icon of={X} size={12} />
        </Button>
      )}
    </div>
  );
};
