'use client';
import { createContext, useContext, type ComponentType } from 'react';
import type { TranscriptRowProps } from './row-props.ts';

const Absent = (): never => {
  throw new Error('A transcript was drawn without its rows.');
};

/** What draws a row. A subagent's rows stand inside a row of its parent, so the rows hand their own renderer down. */
export const RowRenderer = createContext<ComponentType<TranscriptRowProps>>(Absent);
export const useRowRenderer = (): ComponentType<TranscriptRowProps> => useContext(RowRenderer);
