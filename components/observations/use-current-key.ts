'use client';
import { useEffect, useState } from 'react';
import { findCurrent, type CurrentInput } from './find-current.ts';
import type { ListRow } from './list-rows.ts';
import { useStable } from '@/components/hooks/use-stable.ts';

/** The observation that is no longer current; `row`: how it was last listed. */
export type Left = { key: string; row: ListRow | null };

type Place = { list: string; key: string; rows: readonly ListRow[] };
type Input = Omit<CurrentInput, 'key' | 'stood' | 'isListed'> & {
  firstKey: string | null;
  listKey: string;
  /** Called when another observation became current because the previous one left the list or never was in it. */
  onMoved: (key: string | null, left: Left) => void;
};

/**
 * The current observation; null: none. When it leaves the list, the one that takes its place becomes current, so that no key
 * acts on a row nobody sees. `lastKey`: the last current observation that was listed.
 */
export const useCurrentKey = (input: Input): { currentKey: string | null; lastKey: string | null } => {
  const { at, firstKey, listKey, rows, onMoved } = input;
  const [place, setPlace] = useState<Place | null>(null);
  const key = at ?? firstKey;
  const isListed = key !== null && rows.some((row) => row.key === key);
  if (isListed && (place?.list !== listKey || place.key !== key || place.rows !== rows)) setPlace({ list: listKey, key, rows });
  const stood = place?.list === listKey && place.key === key ? place.rows : null;
  const { isGone, currentKey } = findCurrent({ ...input, key, isListed, stood });
  const announce = useStable(onMoved);
  useEffect(() => {
    if (isGone && key !== null && (currentKey !== null || at !== null))
      announce(currentKey, { key, row: stood?.find((row) => row.key === key) ?? null });
  }, [at, currentKey, isGone, key, stood, announce]);
  return { currentKey, lastKey: place?.list === listKey ? place.key : null };
};
