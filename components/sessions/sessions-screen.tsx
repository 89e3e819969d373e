'use client';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useRef } from 'react';
import { moveFocus } from '@/components/hooks/move-focus.ts';
import { useDelayed } from '@/components/hooks/use-delayed.ts';
import { useGo } from '@/components/hooks/use-go.ts';
import { useHotkeys } from '@/components/hooks/use-hotkeys.ts';
import { useSessionListState } from './use-session-list-state.ts';
import { useSessionViews } from './use-session-views.ts';
import { useLastWhen } from './use-last-when.ts';
import { FirstImport } from '@/components/import/first-import.tsx';
import { PageFooter } from '@/components/shell/page-footer.tsx';
import { PageHead } from '@/components/shell/page-head.tsx';
import { ErrorPane } from '@/components/ui/error-pane.tsx';
import { SavedViews, SaveViewButton } from '@/components/views/saved-views.tsx';
import { sessionQueries } from '@/lib/client/queries/session-queries.ts';
import { pageSize, printList, toListQuery, toWarmupQuery } from '@/lib/client/session-list.ts';
import { printCounted } from '@/lib/print/number.ts';
import { DeletedNotice } from './deleted-notice.tsx';
import { NothingMatches } from './nothing-matches.tsx';
import { Pager } from './pager.tsx';
import { SessionFilters } from './session-filters.tsx';
import { SessionTable } from './session-table.tsx';
import { SyntheticBanner } from './synthetic-banner.tsx';

const Sessions = () => {
  const { state, setFilter, clearFilters, sortBy, show, goTo, whenWritten } = useSessionListState();
  const go = useGo();
  const views = useSessionViews(state, show);
  const field = useRef<HTMLInputElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  const list = useQuery(sessionQueries.list(toListQuery(state)));
  const warmups = useQuery(sessionQueries.list(toWarmupQuery(state)));
  const facets = useQuery(sessionQueries.facets({ hidesDemo: state.demo ? undefined : 'true' }));
  const late = useDelayed(list.isPending);
  const page = list.data;
  // While another page is on its way the one before is still drawn, with the number that it has and cursors that lead on from it.
  const turning = list.isPlaceholderData;
  const drawnNumber = useLastWhen(!turning, state.page);
  const next = () => {
    if (page?.nextCursor && !turning) goTo(page.nextCursor, state.page + 1);
  };
  const previous = () => {
    if (!page || turning || state.page === 1) return;
    // The first page has no cursor, so it includes what arrived meanwhile.
    if (state.page === 2 || page.previousCursor === null) goTo(null, 1);
    else goTo(page.previousCursor, state.page - 1);
  };
  useHotkeys({
    j: () => moveFocus(rows.current, '[data-session-link]', 1),
    k: () => moveFocus(rows.current, '[data-session-link]', -1),
    n: next,
    p: previous,
    '/': () => field.current?.focus(),
  });
  const { total = 0, syntheticCount = 0 } = facets.data ?? {};
  const own = total - syntheticCount;
  const hidden = state.warmups ? 0 : (warmups.data?.total ?? 0);
  const empty = page?.total === 0 && facets.data !== undefined;
  // An archive without sessions has nothing to filter, to count or to walk through.
  const bare = empty && facets.data.total === 0;
  const body = () => {
    if (list.error && !page) return <ErrorPane title="Sessions could not be loaded" error={list.error} retry={() => void list.refetch()} />;
    if (bare) return null;
    if (empty)
      return (
        <NothingMatches
          filter={state}
          warmups={warmups.data?.total ?? 0}
          facets={facets.data}
          onChange={setFilter}
          onClear={clearFilters}
        />
      );
    return (
      <SessionTable
        sessions={page?.items ?? null}
        list={printList(state)}
        late={late}
        sorting={{ sort: state.sort, order: state.order, onSort: sortBy }}
        onOpen={(href) => void whenWritten().then(() => go(href))}
      />
    );
  };
  return (
    <>
      <PageHead title="Sessions" about={page && !bare ? printCounted(page.total, 'session') : ' '}>
        {bare ? null : (
          <>
            <SessionFilters filter={state} facets={facets.data} warmups={warmups.data?.total ?? 0} field={field} onChange={setFilter} />
            <span className="max-sm:self-start">
              <SaveViewButton views={views} />
            </span>
          </>
        )}
      </PageHead>
      {bare ? null : <SavedViews views={views} />}
      <FirstImport isShown={facets.data !== undefined && own === 0} hasDemo={syntheticCount > 0} />
      <SyntheticBanner count={syntheticCount} isHidden={own === 0 ? null : !state.demo} onToggle={() => setFilter({ demo: !state.demo })} />
      {list.error && page ? <p className="bg-medbg px-3 py-1 text-table text-med">Out of date: {list.error.message}</p> : null}
      <div className="relative min-h-0 flex-1">
        <div ref={rows} className="h-full overflow-y-auto bg-panel">
          {body()}
        </div>
        <DeletedNotice />
      </div>
      <Pager
        page={drawnNumber}
        size={pageSize}
        shown={page?.items.length ?? 0}
        total={page?.total ?? 0}
        hasNext={page?.nextCursor != null}
        onPrevious={previous}
        onNext={next}
      />
      <PageFooter
        place={bare ? null : 'sessions'}
        facts={
          bare
            ? 'Nothing leaves this machine'
            : facets.data
              ? `${printCounted(own === 0 || state.demo ? total : own, 'session')} on this machine${hidden > 0 ? ', hidden warm-ups included' : ''} · nothing leaves it`
              : ''
        }
      />
    </>
  );
};

/** The list of sessions. The address holds what is shown, so the screen waits for the address. */
export const SessionsScreen = () => (
  <Suspense>
    <Sessions />
  </Suspense>
);
