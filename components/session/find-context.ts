'use client';
import { createContext, useContext } from 'react';
import type { Hit } from './find-hits.ts';

/**
 * The search in the session, and its current match. `pattern` finds what is marked, `sought` only what opens rows; `agent`: the subagent
 * whose rows are drawn, null: none.
 */
export type FindMarks = { pattern: RegExp | null; sought: RegExp | null; hit: Hit | null; agent: string | null };

export const FindContext = createContext<FindMarks>({ pattern: null, sought: null, hit: null, agent: null });
export const useFindMarks = (): FindMarks => useContext(FindContext);

/** The search pattern if this call is the current match: its body then expands as far as needed. */
export const useHitPattern = (callIndex: number): RegExp | null => {
  const { sought, hit, agent } = useFindMarks();
  return hit?.call === callIndex && hit.agent === agent ? sought : null;
};
