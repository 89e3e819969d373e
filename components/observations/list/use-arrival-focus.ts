'use client';
import { useState } from 'react';
import { useStable } from '@/components/hooks/use-stable.ts';
import type { FocusRequest } from '@/components/hooks/use-take-focus.ts';

/** Where to put the focus: as requested, or on the row in the URL after following a link. */
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
