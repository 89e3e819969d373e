'use client';
import { useEffect, useRef, type MouseEvent } from 'react';
import type { Search } from './use-search.ts';

const listLinks = (list: HTMLElement | null): HTMLElement[] => [...(list?.querySelectorAll<HTMLElement>('[data-hit-link]') ?? [])];

const toEntry = (state: unknown): object => (typeof state === 'object' && state !== null ? state : {});

/** The match that was opened from this entry of the browser’s history. */
const readOpened = (): string | null => {
  const entry = toEntry(history.state);
  return 'opened' in entry && typeof entry.opened === 'string' ? entry.opened : null;
};

/** Moves the focus along the matches; behind the last one, more are loaded. */
export const useHitFocus = ({ isCurrent, found }: Pick<Search, 'isCurrent' | 'found'>) => {
  const list = useRef<HTMLOListElement>(null);
  const isWanted = useRef(false);
  const opened = useRef<string | null>(null);
  const focusFirst = () => {
    isWanted.current = !isCurrent;
    if (!isCurrent) return;
    const links = listLinks(list.current);
    (links.find((link) => link.getAttribute('href') === opened.current) ?? links[0])?.focus();
    opened.current = null;
  };
  useEffect(() => {
    opened.current = readOpened();
    isWanted.current = opened.current !== null || location.hash === '#results';
    // Browsers take the focus to the hash again when one comes back.
    if (location.hash !== '') history.replaceState(history.state, '', location.pathname + location.search);
  }, []);
  useEffect(() => {
    if (isCurrent && isWanted.current) focusFirst();
  });
  return {
    list,
    /** Remembers the match that is opened, for when one comes back. */
    noteOpened: ({ target }: MouseEvent) => {
      const href = target instanceof Element ? target.closest('[data-hit-link]')?.getAttribute('href') : null;
      if (href) history.replaceState({ ...toEntry(history.state), opened: href }, '');
    },
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
