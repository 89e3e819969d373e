'use client';
import { useEffect, useRef } from 'react';
import { isFree } from '@/components/observations/use-free-focus.ts';
import type { FocusRequest } from '@/components/hooks/use-take-focus.ts';

type Input = { wish: FocusRequest | null; /** A row had it until now. */ isLost: boolean; onTaken: () => void };

/** Takes the focus of a row that no longer exists, unless something else has it. Set the ref on the element. */
export const useStandInFocus = <E extends HTMLElement>({ wish, isLost, onTaken }: Input) => {
  const ref = useRef<E>(null);
  const lost = useRef(isLost);
  useEffect(() => {
    if (!(wish?.place === 'row' || lost.current) || !ref.current || !isFree(document)) return;
    ref.current.focus();
    lost.current = false;
    onTaken();
  });
  return ref;
};
