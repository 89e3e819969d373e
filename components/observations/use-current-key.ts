'use client';
import { useEffect, useState } from 'react';
import { findCurrent } from './find-current.ts';
import type { ListRow } from './list-rows.ts';
import { useStable } from '@/components/hooks/use-stable.ts';

/** What is not current any more; `row`: as it stood in the list until now. */
export type Left = { key: string; row: ListRow | null };

type Place = { list: string; key: string; rows: readonly ListRow[] };
type Input = {
  /** What the address names; null: nothing, and what stood first in the list is current. */
  at: string | null;
  firstKey: string | null;
  listKey: string;
  rows: readonly ListRow[];
  /** Whether the rows are all that match, and whether none that match stand before them. */
  isWhole: boolean;
  isFromStart: boolean;
  /** What was current before `at` was shown again; where that one is not in the list after all, it is current once more. */
  cameFrom: string | null;
  /** Whether the rows are those of now: nothing is being asked for or done. */
  isSettled: boolean;
  /** What is known of the one that `at` names: that there is one, and that it does not match the list. */
  isKnown: boolean;
  isOutside: boolean;
  /** Whether it may not be taken away: it is being written about, or has a page of its own. */
  isHeld: boolean;
  /** Hears that another one took the place of one that left, or of one that never was in the list. */
  onMoved: (key: string | null, left: Left) => void;
};

/**
 * Which one is current. What is not in the list any more is not: what stands at its place is then, so that no key acts on what nobody
 * sees. Null: nothing is. `lastKey` is the one in the list that was current last.
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
