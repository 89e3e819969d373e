'use client';
import { useEffect, useState } from 'react';
import { useStable } from '@/components/hooks/use-stable.ts';

export type ReplaySpeed = 1 | 5 | 20;
/** 1× is one call a second. */
const callMs = 1_000;

type Input = {
  open: boolean;
  running: boolean;
  setRunning: (running: boolean) => void;
  playhead: number | null;
  /** Null until known: playback neither advances nor ends before. */
  totalCalls: number | null;
  onOpen: (open: boolean) => void;
  onCall: (call: number) => void;
};

/** Plays a session: moves the playhead from call to call while it runs, and ends at the last. */
export const useReplay = ({ open, running, setRunning, playhead, totalCalls, onOpen, onCall }: Input) => {
  const [speed, setSpeed] = useState<ReplaySpeed>(1);
  const playing = open && running;
  const atEnd = playhead !== null && totalCalls !== null && playhead >= totalCalls;
  const step = useStable(() => {
    if (totalCalls === null) return;
    if (atEnd) setRunning(false);
    else onCall((playhead ?? 0) + 1);
  });
  useEffect(() => {
    if (!playing) return undefined;
    const timer = setInterval(step, callMs / speed);
    return () => clearInterval(timer);
  }, [playing, speed, step]);
  const close = () => {
    setRunning(false);
    onOpen(false);
  };
  const toggle = () => {
    if (!open) onOpen(true);
    if (!playing && (playhead === null || atEnd)) onCall(1);
    setRunning(!playing);
  };
  return { open, playing, speed, setSpeed, call: playhead, totalCalls, toggle, close, onCall };
};

export type Replay = ReturnType<typeof useReplay>;
