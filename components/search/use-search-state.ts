'use client';
import { debounce, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';

const parsers = {
  q: parseAsString.withDefault(''),
  group: parseAsStringLiteral(['sessions', 'none']).withDefault('sessions'),
};

/** Query and grouping; they live in the address and nowhere else. */
export const useSearchState = () => {
  const [state, setState] = useQueryStates(parsers, { history: 'push' });
  return {
    ...state,
    /** Typing replaces the address, once for several letters. */
    type: (q: string) => void setState({ q }, { history: 'replace', limitUrlUpdates: debounce(200) }),
    /** Writes what is typed into the address at once, before the page is left. */
    settle: () => void setState({ q: state.q }, { history: 'replace' }),
    open: (q: string, isFlat = false) => void setState({ q, ...(isFlat && { group: 'none' }) }),
    setGroup: (group: typeof state.group) => void setState({ group }),
  };
};

export type SearchState = ReturnType<typeof useSearchState>;
