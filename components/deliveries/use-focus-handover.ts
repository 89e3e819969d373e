'use client';
import { useLayoutEffect, useRef } from 'react';

/**
 * When a button that was used goes, and the focus with it, the one that has come to its place takes it: of those that `among` finds,
 * else to the element that `fallback` finds. Set the ref on their container, and call `hold` on the button.
 */
export const useFocusHandover = <E extends HTMLElement>(among: string, fallback: string) => {
  const root = useRef<E>(null);
  const held = useRef<{ button: HTMLElement; at: number } | null>(null);
  const list = () => [...(root.current?.querySelectorAll<HTMLElement>(among) ?? [])];
  // Before a dialog that misses the focus takes it itself.
  useLayoutEffect(() => {
    if (!held.current || held.current.button.isConnected) return;
    const { at } = held.current;
    held.current = null;
    if (document.activeElement !== document.body) return;
    const left = list();
    (left[Math.min(at, left.length - 1)] ?? root.current?.querySelector<HTMLElement>(fallback))?.focus();
  });
  return [root, (button: HTMLElement) => void (held.current = { button, at: list().indexOf(button) })] as const;
};
