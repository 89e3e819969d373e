'use client';
import { useEffect, useRef } from 'react';

/** Whether nothing has the focus: a link was followed, or what had it is gone. */
export const isFree = ({ activeElement, body }: Document): boolean =>
  activeElement === null || activeElement === body || activeElement.id === 'main';

/** Takes the focus when it is drawn first, if that is wanted and nothing else has it. Give the ref to the element. */
export const useFreeFocus = <E extends HTMLElement>(wanted: boolean) => {
  const ref = useRef<E>(null);
  const atFirst = useRef(wanted);
  useEffect(() => {
    if (atFirst.current && isFree(document)) ref.current?.focus({ preventScroll: true });
  }, []);
  return ref;
};
