'use client';
import { createContext } from 'react';

/** The link of a call number: its URL, and what a click does in place (null: follows the URL). */
export type CallNavigation = { hrefOf: (call: number) => string; onCall: ((call: number) => void) | null };

export const CallNavigationContext = createContext<CallNavigation>({ hrefOf: (call) => `?call=${call}`, onCall: null });
