'use client';
import { createContext, useContext } from 'react';
import type { Hit } from './find-hits.ts';

/** What is looked for in the session, and the hit that one stands on. */
export type FindMarks = { pattern: RegExp | null; hit: Hit | null };

export const FindContext = createContext<FindMarks>({ pattern: null, hit: null });
export const useFindMarks = (): FindMarks => useContext(FindContext);

/** What is looked for, if this call is the hit that one stands on: its body then opens as far as needed. */
export const useHitPattern = (callIndex: number): RegExp | null => {
  const { pattern, hit } = useFindMarks();
  return hit?.call === callIndex ? pattern : null;
};
