'use client';
import type { Jump } from './jump.ts';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

type Input = {
  scroller: HTMLDivElement | null;
  totalRecords: number;
  /** Height of all rows, which changes as they are measured. */
  totalSize: number;
  openRows: ReadonlyMap<string, boolean>;
  jump: Jump | null;
};

const endReach = 48;
const isAtEnd = (scroller: HTMLElement): boolean => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < endReach;

/**
 * Following the end: on at the end, off when you scroll up or expand something. New records are counted meanwhile.
 * `arrivedFrom` is the first record that came after the transcript was opened.
 */
export const useFollowEnd = ({ scroller, totalRecords, totalSize, openRows, jump }: Input) => {
  const [following, setFollowing] = useState(false);
  const [seen, setSeen] = useState(totalRecords);
  const [arrivedFrom] = useState(totalRecords);
  const before = useRef({ top: 0, records: totalRecords, fits: false, openRows });

  useEffect(() => {
    if (jump) setFollowing(jump.align === 'end');
  }, [jump]);

  const onScroll = useCallback(() => {
    if (!scroller) return;
    const atEnd = isAtEnd(scroller);
    // Rows that take their true height move the end away; only going up leaves it.
    if (atEnd || scroller.scrollTop < before.current.top) setFollowing(atEnd);
    before.current.top = scroller.scrollTop;
  }, [scroller]);

  useLayoutEffect(() => {
    if (!scroller) return;
    const last = before.current;
    const opens = last.openRows !== openRows;
    const arrives = last.records !== totalRecords;
    // Where everything was in view, one is at the end without having scrolled there.
    const follows = (following || (arrives && last.fits)) && !opens;
    before.current = { ...last, records: totalRecords, fits: scroller.scrollHeight <= scroller.clientHeight, openRows };
    if (follows) scroller.scrollTop = scroller.scrollHeight;
    if (follows !== following) setFollowing(follows);
    if (follows && seen !== totalRecords) setSeen(totalRecords);
  }, [following, openRows, scroller, seen, totalRecords, totalSize]);

  return { following, onScroll, newRecords: following ? 0 : Math.max(0, totalRecords - seen), arrivedFrom };
};
