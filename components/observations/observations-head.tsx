'use client';
import type { ListView } from './filter/list-filter.ts';
import { Layers, Rows3 } from 'lucide-react';
import type { RefObject } from 'react';
import { OutgoingButton } from '@/components/deliveries/outgoing-button.tsx';
import type { ObservationsFacets } from './filter/use-observations-facets.ts';
import type { ObservationsState } from './use-observations-state.ts';
import { Icon } from '@/components/ui/icon.tsx';
import { SegmentedControl } from '@/components/ui/segmented-control.tsx';
import { printCount } from '@/lib/print/number.ts';
import { Facets } from './filter/facets.tsx';
import { FacetsButton } from './filter/facets-button.tsx';
import type { ListedCounts } from './list/collapsed.ts';
import { listSummaries } from './list/list-summary.ts';
import { QueryBar } from './filter/query-bar.tsx';
import { listQueryChips } from './filter/query-chips.ts';
import { SavedViews, SaveViewButton } from '@/components/views/saved-views.tsx';
import { useSavedViews } from './filter/use-saved-views.ts';
import { findView, views, type ViewId } from './filter/views.ts';

type Props = {
  url: ObservationsState;
  facets: ObservationsFacets;
  /** How many are listed; null before the first answer. */
  listed: ListedCounts | null;
  field: RefObject<HTMLInputElement | null>;
  /** Called when the focus moves from the field to the list. */
  onLeave: () => void;
  onView: (view: ListView) => void;
};

/** Title, query, views: three ways to say one filter. */
export const ObservationsHead = ({ url, facets, listed, field, onLeave, onView }: Props) => {
  const { state, setFilter } = url;
  const { viewCounts } = facets;
  const view = findView(state);
  const saved = useSavedViews(url, facets);
  return (
    <>
      <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-2 border-b border-line bg-panel px-3 py-1.5">
        <h1 className="pr-1 text-title max-sm:mr-auto lg:max-xl:mr-auto">Observations</h1>
        <QueryBar
          filter={state}
          chips={listQueryChips(state, facets)}
          summaries={listSummaries(state.view, listed, facets.facets?.occurrences ?? null)}
          field={field}
          onLeave={onLeave}
          onChange={setFilter}
        />
        <SegmentedControl<ViewId | 'other'>
          name="View"
          className="max-sm:order-2 max-sm:w-full"
          isStacked
          value={view ?? 'other'}
          segments={views.map(({ id, label, lead, about }) => ({
            value: id,
            label,
            lead,
            about,
            ...(viewCounts && { count: printCount(viewCounts[id]) }),
          }))}
          onChange={(next) => {
            const chosen = views.find(({ id }) => id === next);
            if (chosen) setFilter({ states: chosen.states, severities: chosen.severities });
          }}
        />
        <SegmentedControl
          name="Rows"
          value={state.view}
          segments={[
            { value: 'groups', label: 'Groups', mark: <Icon of={Layers} />, isIcon: true },
            { value: 'single', label: 'Individual observations', mark: <Icon of={Rows3} />, isIcon: true },
          ]}
          onChange={onView}
        />
        <SaveViewButton views={saved} />
        <OutgoingButton />
        <FacetsButton name="Filter observations">
          <Facets filter={state} facets={facets} onChange={setFilter} />
        </FacetsButton>
      </div>
      <SavedViews views={saved} />
    </>
  );
};
