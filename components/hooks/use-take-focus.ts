'use client';
import { useEffect, useRef } from 'react';

export type FocusPlace = 'row' | 'record' | 'find';
/**
 * A request to focus a place; a new object each time, so that the same place can be requested again. A gentle one
 * takes it only from the rows themselves or from nowhere.
 */
export type FocusRequest = { place: FocusPlace; gentle: boolean };

/** Takes the focus, once a wish, when it is wanted at this place. Give the ref to the element. */
export const useTakeFocus = <E extends HTMLElement>(place: FocusPlace, wish: FocusRequest | null, onTaken: () => void) => {
  const ref = useRef<E>(null);
  useEffect(() => {
    if (wish?.place !== place || !ref.current) return;
    ref.current.focus();
    if (ref.current instanceof HTMLInputElement) ref.current.select();
    onTaken();
  }, [onTaken, place, wish]);
  return ref;
};
