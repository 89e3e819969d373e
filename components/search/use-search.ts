'use client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDelayed } from '@/components/hooks/use-delayed.ts';
import { useSettled } from '@/components/hooks/use-settled.ts';
import { useDebounced } from '@/components/observations/use-debounced.ts';
import { searchQueries } from '@/lib/client/queries/search-queries.ts';
import { dropField, readQuery } from './edit-query.ts';
import type { SearchState } from './use-search-state.ts';

const typingMs = 120;
/** A problem that typing on may solve is not shown at once. */
const problemMs = 400;

/** The query that is asked, a moment after the last letter. One with a problem is not: the one before it stays. */
export const useAsked = (q: string) => {
  const text = q.trim();
  const { problems } = readQuery(q);
  const settled = readQuery(useDebounced(q, problemMs)).problems;
  const [valid, setValid] = useState(problems.length === 0 ? text : '');
  useSettled(problems.length === 0 ? text : valid, typingMs, setValid);
  return {
    asked: text === '' ? '' : valid,
    problems: problems.filter(({ start, message }) => settled.some((one) => one.start === start && one.message === message)),
  };
};

/** Results of a query. */
export const useSearch = ({ q, group }: Pick<SearchState, 'q' | 'group'>) => {
  const { asked, problems } = useAsked(q);
  const found = useInfiniteQuery(searchQueries.found(asked, group));
  // Counts ignore what is chosen in their own field, unless nothing else is asked.
  const kinds = useQuery(searchQueries.facets(dropField(asked, 'kind') || asked));
  const projects = useQuery(searchQueries.facets(dropField(asked, 'project') || asked));
  const agents = useQuery(searchQueries.facets(dropField(asked, 'agent') || asked));
  const pages = asked === '' ? [] : (found.data?.pages ?? []);
  return {
    asked,
    problems,
    found,
    pages,
    /** The shown results belong to the typed text. */
    isCurrent: asked === q.trim() && !found.isPending && !found.isPlaceholderData,
    isLate: useDelayed(asked !== '' && found.isPending),
    facets: { kinds: kinds.data?.kinds, projects: projects.data?.projects, agents: agents.data?.agents },
  };
};

export type Search = ReturnType<typeof useSearch>;
