'use client';
import { useEffect, useRef } from 'react';

/** Focuses the element on mount. Set the ref on it. */
export const useFocusOnce = <E extends HTMLElement>() => {
  const ref = useRef<E>(null);
  useEffect(() => ref.current?.focus(), []);
  return ref;
};
