'use client';
import type { RefObject } from 'react';
import type { SessionListFilter } from '@/lib/client/session-list.ts';
import { Button } from '@/components/ui/button.tsx';
import { FilterField } from '@/components/ui/filter-field.tsx';
import type { ListedFacets } from '@/lib/contracts/sessions.ts';
import { stoppedCalls, type StoppedCalls } from '@/lib/domain/session-names.ts';
import { printCounted } from '@/lib/print/number.ts';
import { FacetMenu } from './facet-menu.tsx';

const stoppedWords: Readonly<Record<string, string>> = { unended: 'no end recorded' } satisfies Partial<Record<StoppedCalls, string>>;

type Props = {
  filter: SessionListFilter;
  facets: ListedFacets | undefined;
  /** Warm-up sessions that these filters leave, shown or not. */
  warmups: number;
  field: RefObject<HTMLInputElement | null>;
  onChange: (next: Partial<SessionListFilter>) => void;
};

/** The filters of the list, in one row. */
export const SessionFilters = ({ filter, facets, warmups, field, onChange }: Props) => (
  <div role="search" aria-label="Filter sessions" className="flex min-w-0 flex-wrap items-center gap-2">
    <FilterField
      ref={field}
      name="Title, ID or path"
      keys="/"
      value={filter.q}
      onChange={(q) => onChange({ q })}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.blur();
      }}
      className="w-full sm:w-[240px]"
    />
    {/* On a phone also below the button that saves the view. */}
    <div className="flex w-[calc(100%+2.75rem)] shrink-0 flex-wrap gap-2 sm:contents">
      <FacetMenu name="Project" value={filter.project} values={facets?.projects ?? []} onChange={(project) => onChange({ project })} />
      <FacetMenu name="Agent" value={filter.agent} values={facets?.families ?? []} onChange={(agent) => onChange({ agent })} />
      <FacetMenu name="Model" value={filter.model} values={facets?.models ?? []} onChange={(model) => onChange({ model })} />
      <Button aria-pressed={filter.errors} onClick={() => onChange({ errors: !filter.errors })}>
        With errors
      </Button>
      {(facets?.calls.length ?? 0) > 0 || filter.calls !== null ? (
        <FacetMenu
          name="Calls"
          value={filter.calls}
          values={(facets?.calls ?? []).map((one) => ({ ...one, label: stoppedWords[one.value] ?? one.value }))}
          onChange={(calls) => onChange({ calls: stoppedCalls.find((one) => one === calls) ?? null })}
        />
      ) : null}
      <Button aria-pressed={filter.starred} onClick={() => onChange({ starred: !filter.starred })}>
        Starred
      </Button>
      <Button aria-pressed={filter.subagents} onClick={() => onChange({ subagents: !filter.subagents })}>
        Subagents
      </Button>
      {warmups > 0 || filter.warmups ? (
        <Button aria-pressed={filter.warmups} onClick={() => onChange({ warmups: !filter.warmups })}>
          {printCounted(warmups, filter.warmups ? 'warm-up' : 'hidden warm-up')}
        </Button>
      ) : null}
    </div>
  </div>
);
