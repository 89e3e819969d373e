'use client';
import { createContext, useContext } from 'react';

/** The playhead while a session is played; what was said after it is not known yet. Null: it is not played, all is known. */
export const ReplayContext = createContext<number | null>(null);
export const useReplayCall = (): number | null => useContext(ReplayContext);
