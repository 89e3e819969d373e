'use client';
import type { Virtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect } from 'react';

/** Computes the heights of a virtual list again when what they depend on has changed. */
export const useNewHeights = (virtualizer: Virtualizer<HTMLDivElement, Element>, dependsOn: unknown): void => {
  useLayoutEffect(() => virtualizer.measure(), [dependsOn, virtualizer]);
};
