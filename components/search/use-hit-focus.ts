'use client';
import { useEffect, useRef } from 'react';
import type { Search } from './use-search.ts';

const listLinks = (list: HTMLElement | null): HTMLElement[] => [...(list?.querySelectorAll<HTMLElement>('[data-hit-link]') ?? [])];

/** Moves the focus along the matches; behind the last one, more are loaded. */
export const useHitFocus = ({ isCurrent, found }: Pick<Search, 'isCurrent' | 'found'>) => {
  const list = useRef<HTMLOListElement>(null);
  const isWanted = useRef(false);
  const focusFirst = () => {
    isWanted.current = !isCurrent;
    if (isCurrent) listLinks(list.current)[0]?.focus();
  };
  useEffect(() => {
    if (isCurrent && isWanted.current) focusFirst();
  });
  return {
    list,
    move: (by: 1 | -1) => {
      const links = listLinks(list.current);
      const at = links.findIndex((link) => link === document.activeElement);
      links[at < 0 ? 0 : Math.min(links.length - 1, Math.max(0, at + by))]?.focus();
      if (by === 1 && at === links.length - 1 && found.hasNextPage && !found.isFetching) void found.fetchNextPage();
    },
    /** From the query to the first match, as soon as what was typed is answered. */
    focusFirst,
    /** More is typed: the focus stays in the query. */
    stay: () => {
      isWanted.current = false;
    },
  };
};
