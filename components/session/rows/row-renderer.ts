'use client';
import { createContext, useContext, type ComponentType } from 'react';
import type { TranscriptRowProps } from './row-props.ts';

const Absent = (): never => {
  throw new Error('A transcript was drawn without its rows.');
};

/** Renders a row. A subagent's rows are inside a row of its parent, so rows pass their renderer down. */
export const RowRenderer = createContext<ComponentType<TranscriptRowProps>>(Absent);
export const useRowRenderer = (): ComponentType<TranscriptRowProps> => useContext(RowRenderer);
