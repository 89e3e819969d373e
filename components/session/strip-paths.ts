import type { Outcome } from '@/lib/domain/outcome.ts';
import { outcomesByWeight } from '@/lib/session/worst-outcome.ts';
import { computeBarShare, type StripBar, type StripLane } from './strip-layout.ts';

/** Vertical places in px inside the strip. */
export const stripRows = { mark: 9, barTop: 19, barBottom: 53, lane: 58, turn: 72, height: 92 };

/** Where lanes are drawn between the bars and the turns: the more levels there are, the thinner. */
export const computeLaneRows = (lanes: readonly StripLane[]): { top: (level: number) => number; height: number } => {
  const levels = Math.max(1, ...lanes.map(({ level }) => level + 1));
  const step = Math.min(5, (stripRows.turn - stripRows.lane) / levels);
  return { top: (level) => stripRows.lane + level * step, height: step * 0.7 };
};

/** The lane at a point of the strip; undefined: none. */
export const findLaneAt = (lanes: readonly StripLane[], x: number, y: number): StripLane | undefined => {
  const { top, height } = computeLaneRows(lanes);
  const near = (lane: StripLane) => Math.abs(y - top(lane.level) - height / 2);
  if (y < stripRows.barBottom || y >= stripRows.turn) return undefined;
  const under = lanes.filter((lane) => x >= lane.x - 2 && x <= lane.x + lane.width + 2);
  return under.toSorted((a, b) => near(a) - near(b))[0];
};

const number = (value: number): string => value.toFixed(1).replace(/\.0$/, '');

/** Visible width of a bar, which stands in the middle of its place: the pitch less a gap, at most 20 px. */
const widthOf = (bar: StripBar): number => Math.max(1, Math.min(20, bar.width - (bar.width >= 4 ? 1.6 : 0.5)));
const middleOf = (bar: StripBar): number => bar.x + bar.width / 2;

/** One SVG path for all bars of an outcome, so that thousands of bars are one element. */
export const computeBarPath = (bars: readonly StripBar[], outcome: Outcome): string =>
  bars
    .filter((bar) => bar.tick.outcome === outcome)
    .map((bar) => {
      const height = Math.max(3, computeBarShare(bar.tick.durationMs) * (stripRows.barBottom - stripRows.barTop));
      const hollow = outcome === 'running' || outcome === 'unknown';
      const tall = hollow ? stripRows.barBottom - stripRows.barTop - 4 : height;
      const width = widthOf(bar);
      return `M${number(middleOf(bar) - width / 2)} ${number(stripRows.barBottom - tall)}h${number(width)}V${stripRows.barBottom}h${number(-width)}z`;
    })
    .join('');

const glyphs: Partial<Record<Outcome, (x: number, y: number) => string>> = {
  error: (x, y) => `M${number(x - 3)} ${y - 3}l6 6m0-6l-6 6`,
  rejected: (x, y) => `M${number(x - 3.5)} ${y}a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0m1-2.5l5 5`,
  denied: (x, y) => `M${number(x - 3.2)} ${number(y - 3.2)}h6.4v6.4h-6.4zm1.6 3.2h3.2`,
  interrupted: (x, y) => `M${number(x - 1.8)} ${y - 3.5}v7m3.6-7v7`,
  running: (x, y) => `M${number(x)} ${y - 3.5}a3.5 3.5 0 1 1-3.5 3.5`,
  unknown: (x, y) => `M${number(x - 3.5)} ${y}a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0`,
};

/** Half the width in px of a mark with its stroke. */
const reachOf = ({ tick }: StripBar): number => (tick.outcome === 'error' ? 3.75 : tick.outcome === 'interrupted' ? 2.6 : 4.25);
const overlaps = (one: StripBar, other: StripBar): boolean => Math.abs(middleOf(one) - middleOf(other)) < reachOf(one) + reachOf(other);

/** The bars whose outcome has a mark of its own: where marks would overlap, the worst is drawn, of equals the first. */
export const chooseMarked = (bars: readonly StripBar[]): StripBar[] => {
  const chosen: StripBar[] = [];
  for (const outcome of outcomesByWeight.toReversed()) {
    if (!glyphs[outcome]) continue;
    for (const bar of bars) {
      if (bar.tick.outcome !== outcome || chosen.some((other) => overlaps(other, bar))) continue;
      chosen.push(bar);
    }
  }
  return chosen;
};

/** One SVG path for the marks of an outcome. */
export const computeMarkPath = (marked: readonly StripBar[], outcome: Outcome): string =>
  marked
    .filter((bar) => bar.tick.outcome === outcome)
    .map((bar) => glyphs[outcome]?.(middleOf(bar), stripRows.mark) ?? '')
    .join('');
