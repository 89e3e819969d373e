'use client';
import { createContext, useContext } from 'react';

/** Whether prompts, answers and reasoning are shown as they were written, without Markdown. */
export const RawText = createContext(false);
export const useRawText = (): boolean => useContext(RawText);
