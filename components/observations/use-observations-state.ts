'use client';
import { useSearchParams } from 'next/navigation';
import {
  createParser,
  debounce,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
  useQueryStates,
} from 'nuqs';
import { readSeveritiesIn, readStatesIn } from './filter/read-words.ts';
import { printSent } from './filter/query-words.ts';
import { attention } from './filter/views.ts';
import { everything, type ListFilter, type ListView, type ShownList } from './filter/list-filter.ts';
import { useWaitUntil } from '@/components/hooks/use-wait-until.ts';
import { observationSort, observationView, type ObservationSort } from '@/lib/domain/observation.ts';

const all = 'all';

/** Some words, as the query reads them; none of them narrows nothing, which is `all` in an address. */
const parseAsSome = <Word extends string>(read: (text: string) => Word[] | null) =>
  createParser<Word[]>({
    parse: read,
    serialize: (chosen) => (chosen.length === 0 ? all : chosen.join(',')),
    eq: (a, b) => a.length === b.length && a.every((word) => b.includes(word)),
  });

const parsers = {
  q: parseAsString.withDefault(''),
  states: parseAsSome(readStatesIn).withDefault([...attention.states]),
  severities: parseAsSome(readSeveritiesIn).withDefault([...attention.severities]),
  observers: parseAsArrayOf(parseAsString).withDefault([]),
  projects: parseAsArrayOf(parseAsString).withDefault([]),
  seen: parseAsInteger,
  sent: createParser({ parse: (text) => (text === 'yes' ? true : text === 'no' ? false : null), serialize: printSent }),
  session: parseAsString,
  group: parseAsString,
  cleared: parseAsBoolean.withDefault(false),
  view: parseAsStringLiteral(observationView.options).withDefault('groups'),
  sort: parseAsStringLiteral(observationSort.options).withDefault('severity'),
  order: parseAsStringLiteral(['asc', 'desc']).withDefault('desc'),
  at: parseAsString,
};
const urlKeys = { states: 'status', severities: 'severity', observers: 'observer', projects: 'project' };

const toWire = ({ states, severities, observers, projects, ...rest }: Partial<ListFilter>) => ({
  ...rest,
  ...(states && { states: [...states] }),
  ...(severities && { severities: [...severities] }),
  ...(observers && { observers: [...observers] }),
  ...(projects && { projects: [...projects] }),
});

/** Filter, view, sorting and the shown detail; all are in the URL only. */
export const useObservationsState = () => {
  const [state, setState] = useQueryStates(parsers, { history: 'push', urlKeys });
  const written = useSearchParams().get('at');
  return {
    state,
    /** Identifies the list's state, regardless of the detail shown. */
    listKey: JSON.stringify({ ...state, at: null }),
    setFilter: (next: Partial<ListFilter>) =>
      void setState({ ...toWire(next), at: null }, 'q' in next ? { history: 'replace', limitUrlUpdates: debounce(200) } : {}),
    /** All that a list shows. */
    open: ({ view, sort, order, ...filter }: ShownList) => void setState({ ...toWire(filter), view, sort, order, at: null }),
    /** One thing in a list of everything. */
    showAmongAll: (at: string, isCleared: boolean) => void setState({ ...everything, cleared: isCleared || null, at }),
    setView: (view: ListView) => void setState({ view, sort: null, order: null, at: null }),
    sortBy: (sort: ObservationSort) => {
      const isTurned = state.sort === sort && state.order === 'desc' && sort !== 'severity';
      void setState({ sort, order: isTurned ? 'asc' : 'desc' });
    },
    /** The shown detail; `push` if Back should return to the list. */
    show: (at: string | null, history: 'push' | 'replace' = 'replace') => {
      void setState({ at }, { history });
    },
    /** Resolves once the router's URL has what is shown: it lags behind fast keys, and leaving earlier would lead Back to another row. */
    whenWritten: useWaitUntil(written === state.at),
  };
};

export type ObservationsState = ReturnType<typeof useObservationsState>;
export type ObservationsListState = ObservationsState['state'];
