'use client';
import { useLayoutEffect, useRef } from 'react';

/**
 * Keys as in `event.key` (`j`, `?`, `Enter`, `Escape`, `ArrowDown`), with Shift as `E`; two keys in a row: `g s`; with Ctrl or
 * Cmd: `Mod+a`.
 */
export type Hotkeys = Readonly<Record<string, (event: KeyboardEvent) => void>>;

const layers: { current: Hotkeys }[] = [];
const sequenceMs = 1_200;
let prefix: { key: string; atMs: number } | null = null;

/** Whether Enter presses this instead of what the page binds to it. */
export const takesEnter = (element: Element | null): boolean =>
  element !== null && element.closest('a, button, summary, [role=button]') !== null;

const ownsKeys = (target: EventTarget | null, key: string): boolean => {
  if (!(target instanceof Element)) return false;
  if (target.closest('input:not([type=checkbox], [type=range]), textarea, select, [contenteditable=true], [role=dialog], [role=menu]'))
    return true;
  return (key === 'Enter' || key === ' ') && takesEnter(target);
};

const dispatch = (event: KeyboardEvent): void => {
  if (event.defaultPrevented || event.altKey || event.isComposing) return;
  if (ownsKeys(event.target, event.key)) return;
  const before = prefix && performance.now() - prefix.atMs < sequenceMs ? `${prefix.key} ` : '';
  prefix = null;
  const name = event.ctrlKey || event.metaKey ? `Mod+${event.key.toLowerCase()}` : `${before}${event.key}`;
  const bound = layers.findLast((layer) => name in layer.current)?.current[name];
  if (bound) {
    event.preventDefault();
    bound(event);
  } else if (before === '' && layers.some((layer) => Object.keys(layer.current).some((keys) => keys.startsWith(`${name} `)))) {
    prefix = { key: name, atMs: performance.now() };
  }
};

/**
 * Binds keys while the component is there, from the moment it is drawn; the one that came last wins, but for a `fallback`. Silent in
 * fields, dialogs and menus.
 */
export const useHotkeys = (keys: Hotkeys, rank: 'normal' | 'fallback' = 'normal'): void => {
  const layer = useRef(keys);
  useLayoutEffect(() => {
    layer.current = keys;
  });
  useLayoutEffect(() => {
    if (layers.length === 0) window.addEventListener('keydown', dispatch);
    if (rank === 'fallback') layers.unshift(layer);
    else layers.push(layer);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      if (layers.length === 0) window.removeEventListener('keydown', dispatch);
    };
  }, [rank]);
};
