'use client';
import { createContext, useContext } from 'react';
import type { FindingMark } from '@/components/findings/finding-marks.ts';

/** A session while it is played: the playhead, and what is known of a finding there. What was said after it is not known yet. */
export type ReplayView = { call: number; toKnown: (mark: FindingMark) => FindingMark };

/** Null: the session is not played, all is known. */
export const ReplayContext = createContext<ReplayView | null>(null);
export const useReplayed = (): ReplayView | null => useContext(ReplayContext);
