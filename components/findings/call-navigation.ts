'use client';
import { createContext } from 'react';

/** Where the number of a call leads: an address, and what a click on it does in place (null: it follows the address). */
export type CallNavigation = { hrefOf: (call: number) => string; onCall: ((call: number) => void) | null };

export const CallNavigationContext = createContext<CallNavigation>({ hrefOf: (call) => `?call=${call}`, onCall: null });
