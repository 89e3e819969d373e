'use client';
import { useEffect, useRef } from 'react';

/** Takes the focus when it is drawn first. Give the ref to the element. */
export const useFocusOnce = <E extends HTMLElement>() => {
  const ref = useRef<E>(null);
  useEffect(() => ref.current?.focus(), []);
  return ref;
};
