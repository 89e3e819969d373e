'use client';
import { createContext, useContext } from 'react';
import type { Hit } from './find-hits.ts';

/** The search in the session, and its current match. */
export type FindMarks = { pattern: RegExp | null; hit: Hit | null };

export const noFindMarks: FindMarks = { pattern: null, hit: null };
export const FindContext = createContext(noFindMarks);
export const useFindMarks = (): FindMarks => useContext(FindContext);

/** The search pattern if this call is the current match: its body then expands as far as needed. */
export const useHitPattern = (callIndex: number): RegExp | null => {
  const { pattern, hit } = useFindMarks();
  return hit?.call === callIndex ? pattern : null;
};
