'use client';
import { useEffect, useRef } from 'react';
import { isFree } from './use-free-focus.ts';
import type { FocusWish } from './use-take-focus.ts';

/** Takes the focus that is wanted at a row where there is none, unless something else has it. Give the ref to the element. */
export const useStandInFocus = <E extends HTMLElement>(wish: FocusWish | null, onTaken: () => void) => {
  const ref = useRef<E>(null);
  useEffect(() => {
    if (wish?.place !== 'row' || !ref.current || !isFree(document)) return;
    ref.current.focus();
    onTaken();
  });
  return ref;
};
