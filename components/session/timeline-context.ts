'use client';
import { createContext, useContext } from 'react';
import type { ToolCall } from '@/lib/domain/tool-call.ts';

/** What rows can do; the object never changes, so that rows are drawn again only when their own props change. */
export type TimelineActions = {
  /** The session's working folder; paths inside it are shown without it. */
  cwd: string | null;
  select: (target: { call: number | null; seq: number }) => void;
  /** Opens or closes what a row holds. */
  toggle: (key: string, open: boolean) => void;
  jumpToCall: (call: number) => void;
};

const absent = (): never => {
  throw new Error('A timeline row was drawn outside its timeline.');
};

export const TimelineContext = createContext<TimelineActions>({ cwd: null, select: absent, toggle: absent, jumpToCall: absent });
export const useTimelineActions = (): TimelineActions => useContext(TimelineContext);

export type CallBodyProps = { call: ToolCall; open: boolean; rowKey: string };
