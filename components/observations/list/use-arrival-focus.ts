'use client';
import { useState } from 'react';
import { useStable } from '@/components/hooks/use-stable.ts';
import type { FocusRequest } from '@/components/hooks/use-take-focus.ts';

/** Where the focus is wanted: as asked for; after following a link to the one that the address names, at its row. */
export const useArrivalFocus = (
  { at, currentKey }: { at: string | null; currentKey: string | null },
  { wish, take }: { wish: FocusRequest | null; take: () => void },
): { wish: FocusRequest | null; take: () => void } => {
  const [arrival, setArrival] = useState<FocusRequest | null>(() => (at === null ? null : { place: 'row', gentle: true }));
  const taken = useStable(() => {
    take();
    setArrival(null);
  });
  return { wish: wish ?? (currentKey === at ? arrival : null), take: taken };
};
