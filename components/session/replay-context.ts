'use client';
import { createContext, useContext } from 'react';
import type { FindingMark } from '@/components/findings/finding-marks.ts';

/** A session in replay: the playhead, and each finding as last reported there. */
export type ReplayView = { call: number; toKnown: (mark: FindingMark) => FindingMark };

/** Null: the session is not played, all is known. */
export const ReplayContext = createContext<ReplayView | null>(null);
export const useReplayed = (): ReplayView | null => useContext(ReplayContext);
