'use client';
import { useState, type PointerEvent, type WheelEvent } from 'react';
import { findBracketAt, type Brackets } from './strip-brackets.ts';
import type { FindingMark } from '@/components/findings/finding-marks.ts';
import {
  clampZoom,
  computeWindow,
  findBarAt,
  findCallAt,
  type CallRange,
  type StripBar,
  type StripLane,
  type StripLayout,
} from './strip-layout.ts';
import { findLaneAt } from './strip-paths.ts';

type Drag = { mode: 'new' | 'from' | 'to'; startX: number; x: number; marks: readonly FindingMark[] | null; lane: StripLane | undefined };
type HoverFindings = { marks: readonly FindingMark[]; x: number };
type Target = {
  layout: StripLayout;
  zoom: CallRange | null;
  totalCalls: number;
  brackets: Brackets;
  /** Height in px of the findings, which lie above the calls. */
  findingsHeight: number;
  onCall: (call: number) => void;
  onAgent: (lane: StripLane) => void;
  onZoom: (zoom: CallRange | null) => void;
};

const handleReach = 7;
const leastDrag = 4;

/** Pointer work of the strip: click sets the playhead (on a finding to its first call) or opens a subagent, drag zooms, handles resize, shift and wheel pan. The layout does not change during a drag. */
export const useStripPointer = ({ layout, zoom, totalCalls, brackets, findingsHeight, onCall, onAgent, onZoom }: Target) => {
  const [drag, setDrag] = useState<Drag | null>(null);
  const [hover, setHover] = useState<StripBar | StripLane | HoverFindings | null>(null);
  const xOf = (event: PointerEvent) => event.clientX - event.currentTarget.getBoundingClientRect().left;
  const yOf = (event: PointerEvent) => event.clientY - event.currentTarget.getBoundingClientRect().top;
  const marksAt = (event: PointerEvent) => (yOf(event) < findingsHeight ? findBracketAt(brackets, xOf(event), yOf(event)) : null);
  const laneAt = (event: PointerEvent) => findLaneAt(layout.lanes, xOf(event), yOf(event) - findingsHeight);
  const moved = drag !== null && Math.abs(drag.x - drag.startX) >= leastDrag;
  const edges = zoom ? computeWindow(layout, zoom) : null;
  const anchor = !drag || !edges || drag.mode === 'new' ? drag?.startX : drag.mode === 'from' ? edges.right - 1 : edges.left;
  const band = drag && moved && anchor !== undefined ? { from: anchor, to: drag.x } : null;
  const commit = () => {
    if (band) {
      const from = findCallAt(layout, Math.min(band.from, band.to));
      const to = findCallAt(layout, Math.max(band.from, band.to));
      if (from !== null && to !== null) onZoom(clampZoom({ from, to }, totalCalls));
    } else if (drag?.lane) onAgent(drag.lane);
    else if (drag?.mode === 'new') {
      const call = drag.marks?.[0]?.from ?? findCallAt(layout, drag.x);
      if (call !== null) onCall(call);
    }
    setDrag(null);
  };
  return {
    band,
    hover: drag ? null : hover,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return;
        const x = xOf(event);
        const near = (edge: number) => Math.abs(x - edge) <= handleReach;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({
          mode: edges && near(edges.left) ? 'from' : edges && near(edges.right) ? 'to' : 'new',
          startX: x,
          x,
          marks: marksAt(event),
          lane: laneAt(event),
        });
      },
      onPointerMove: (event: PointerEvent) => {
        const x = xOf(event);
        if (drag) setDrag({ ...drag, x: Math.max(0, Math.min(layout.width, x)) });
        else {
          const marks = marksAt(event);
          setHover(marks ? { marks, x } : (laneAt(event) ?? findBarAt(layout, x)));
        }
      },
      onPointerUp: commit,
      onPointerCancel: () => setDrag(null),
      onPointerLeave: () => setHover(null),
      onDoubleClick: () => onZoom(null),
      onWheel: (event: WheelEvent) => {
        if (!event.shiftKey || !zoom) return;
        const step = Math.max(1, Math.round((zoom.to - zoom.from) / 8)) * Math.sign(event.deltaY || event.deltaX);
        onZoom(clampZoom({ from: zoom.from + step, to: zoom.to + step }, totalCalls));
      },
    },
  };
};
