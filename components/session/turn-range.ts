import type { Overview } from '@/lib/domain/overview.ts';
import type { CallRange } from './strip-layout.ts';

/** The calls of the turn that a call belongs to; null if it has none. */
export const findTurnRange = (overview: Overview, call: number): CallRange | null => {
  const at = overview.turns.findLastIndex((turn) => turn.firstCall <= call);
  const turn = overview.turns[at];
  if (!turn) return null;
  return { from: turn.firstCall, to: Math.max(turn.firstCall, (overview.turns[at + 1]?.firstCall ?? overview.totalCalls + 1) - 1) };
};

/** Range that Z zooms to: the turn of the call, and from there ten calls at each side. */
export const computeZoomTo = (overview: Overview, call: number, zoom: CallRange | null): CallRange => {
  const turn = findTurnRange(overview, call);
  const near = { from: call - 10, to: call + 10 };
  if (!turn) return near;
  return zoom && zoom.from === turn.from && zoom.to === turn.to ? near : turn;
};
