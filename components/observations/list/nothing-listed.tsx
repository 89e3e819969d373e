import Link from 'next/link';
import type { ObservationsFacets } from '@/components/hooks/use-observations-facets.ts';
import type { ObservationsState } from '@/components/hooks/use-observations-state.ts';
import { Button, buttonClass } from '@/components/ui/button.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { printCount, printCounted } from '@/lib/print/number.ts';
import { listQueryChips } from '@/components/observations/filter/query-chips.ts';
import { findView, views } from '@/components/observations/filter/views.ts';

type Props = {
  url: Pick<ObservationsState, 'state' | 'setFilter' | 'clearFilters'>;
  facets: ObservationsFacets;
};

/** Why there is nothing in the list, what is hidden, and one next step. */
export const NothingListed = ({ url, facets }: Props) => {
  const { state, setFilter, clearFilters } = url;
  const counts = facets.viewCounts;
  const outOfSight = facets.facets?.outOfSight;
  const narrowed = state.q.trim() !== '' || listQueryChips({ ...state, states: [], severities: [] }, facets).length > 0;
  const showAll = (
    <Button look="primary" onClick={clearFilters}>
      Show all
    </Button>
  );
  const hidden = state.cleared ? 0 : (outOfSight?.all ?? 0);
  if (facets.facets?.total === 0 && hidden > 0) {
    return (
      <EmptyState
        title="Nothing open"
        actions={
          <Button look="primary" onClick={() => setFilter({ states: [], severities: [], cleared: true })}>
            Show them
          </Button>
        }
      >
        {printCounted(hidden, 'resolved one is', 'resolved ones are')} out of sight.
      </EmptyState>
    );
  }
  if (facets.facets?.total === 0) {
    return (
      <EmptyState
        title="No observations yet"
        actions={
          <Link href="/observers" className={buttonClass('primary')}>
            See the observers
          </Link>
        }
      >
        What observers find in imported and running sessions is listed here, to be worked through. Agents and people can tell some, too.
      </EmptyState>
    );
  }
  if (!narrowed && findView(state) === 'attention' && counts) {
    const rest = counts.all - counts.resolved;
    return (
      <EmptyState
        title="Nothing open"
        actions={
          <>
            <Button
              look="primary"
              onClick={() => {
                const next = views.find(({ id }) => id === (rest > 0 ? 'all' : 'resolved'));
                if (next) setFilter({ states: next.states, severities: next.severities });
              }}
            >
              {rest > 0 ? 'Show all' : 'Show the resolved'}
            </Button>
            <Link href="/sessions" className={buttonClass('usual')}>
              To the sessions
            </Link>
          </>
        }
      >
        {printCount(counts.resolved)} resolved are hidden{rest > 0 ? `, and ${printCount(rest)} that are low or info` : ''}.
      </EmptyState>
    );
  }
  const chips = listQueryChips(state, facets);
  const matching = state.cleared ? 0 : (outOfSight?.matching ?? 0);
  return (
    <EmptyState
      title="Nothing matches"
      actions={
        <>
          {state.q === '' ? null : <Button onClick={() => setFilter({ q: '' })}>Without “{state.q.slice(0, 40)}”</Button>}
          {chips.map(({ text, without }) => (
            <Button key={text} onClick={() => setFilter(without)}>
              <span className="max-w-60 truncate">Without {text}</span>
            </Button>
          ))}
          {matching > 0 ? <Button onClick={() => setFilter({ cleared: true })}>Show {printCount(matching)} out of sight</Button> : null}
          {showAll}
        </>
      }
    >
      Asked for: {[...chips.map(({ text }) => text), ...(state.q === '' ? [] : [`“${state.q}”`])].join(' and ') || 'everything'}.
    </EmptyState>
  );
};
