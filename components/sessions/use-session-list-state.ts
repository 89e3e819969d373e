'use client';
import { useSearchParams } from 'next/navigation';
import { debounce, parseAsString, useQueryState, useQueryStates } from 'nuqs';
import { useWaitUntil } from '@/components/hooks/use-wait-until.ts';
import { firstPage, listFields, loadList, type SessionListFilter } from '@/lib/client/session-list.ts';
import type { SessionSort } from '@/lib/domain/session.ts';

/** The address of a session that knows the list it was opened from. */
export const toListedHref = (id: string, list: string): string =>
  `/sessions/${id}${list === '' ? '' : `?list=${encodeURIComponent(list)}`}`;

/** The list that a session was opened from, as its address has it; empty: none. */
export const useOpenedList = (): string => useQueryState('list', parseAsString.withDefault(''))[0];

/** The address of such a list. */
export const toListHref = (list: string): string => (list === '' ? '/sessions' : `/sessions?${list}`);

const textual: readonly SessionSort[] = ['title', 'project'];

/** Filter, sorting and page of the sessions list; they live in the address and nowhere else. */
export const useSessionListState = () => {
  const [state, setState] = useQueryStates(listFields, { history: 'push' });
  const written = useSearchParams().get('q') ?? '';
  return {
    state,
    setFilter: (next: Partial<SessionListFilter>) => {
      if (!('q' in next)) return void setState({ ...next, ...firstPage });
      // Alone: of several that wait for the last letter, each writes the address once, the last of them later than it is waited for.
      if (state.at !== null || state.page !== 1) void setState(firstPage, { history: 'replace' });
      void setState(next, { history: 'replace', limitUrlUpdates: debounce(200) });
    },
    clearFilters: () =>
      void setState({
        q: null,
        project: null,
        agent: null,
        model: null,
        errors: null,
        starred: null,
        subagents: null,
        warmups: null,
        ...firstPage,
      }),
    sortBy: (sort: SessionSort) => {
      const usual = textual.includes(sort) ? 'asc' : 'desc';
      const turned = usual === 'asc' ? 'desc' : 'asc';
      void setState({ sort, order: state.sort === sort && state.order === usual ? turned : usual, ...firstPage });
    },
    /** As `printList` gives it. */
    show: (list: string) => void setState(loadList(list)),
    goTo: (at: string | null, page: number) => void setState({ at, page }),
    /** Resolves once the address has what is typed: written later, it would stop the way to another page. */
    whenWritten: useWaitUntil(written === state.q),
  };
};
