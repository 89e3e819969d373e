'use client';
import { createContext, useContext } from 'react';

/**
 * The tabIndex of what one can press in a row. One row of the transcript takes part in the order of Tab, the selected one or
 * the first in view; J, K and the arrow keys lead to the others.
 */
export const RowTabStop = createContext<0 | -1>(0);
export const useRowTabStop = (): 0 | -1 => useContext(RowTabStop);
