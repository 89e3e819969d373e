'use client';
import { createContext, useContext } from 'react';
import type { ToolCall } from '@/lib/domain/tool-call.ts';
import type { Navigation } from './use-navigation.ts';
import type { Place } from './use-timeline.ts';

/** Actions of rows; the object never changes, so that rows are drawn again only when their own props change. */
export type TimelineActions = Pick<Navigation, 'toggle' | 'jumpToCall'> & {
  /** The session's working folder; paths inside it are shown relative to it. */
  cwd: string | null;
  /** Whether the session goes on, so that what is open still runs. */
  isLive: boolean;
  /** `agent`: the subagent that it belongs to. */
  select: (target: { call: number | null; seq: number; agent?: string | null }) => void;
};

export const TimelineContext = createContext<TimelineActions | null>(null);
export const NavigationContext = createContext<Navigation | null>(null);
export const PlaceContext = createContext<Place | null>(null);

const requireValue = <T>(value: T | null): T => {
  if (value === null) throw new Error('This part of a session is drawn outside its timeline.');
  return value;
};

export const useTimelineActions = (): TimelineActions => requireValue(useContext(TimelineContext));
/** Where one can go; it never changes. */
export const useSessionNavigation = (): Navigation => requireValue(useContext(NavigationContext));
/** Where one is; it changes with each step, so rows do not read it. */
export const usePlace = (): Place => requireValue(useContext(PlaceContext));

export type CallBodyProps = { call: ToolCall; open: boolean; rowKey: string };
