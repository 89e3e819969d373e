import type { Outcome } from '@/lib/domain/outcome.ts';
import { computeBarShare, type StripBar } from './strip-layout.ts';

/** Vertical places in px inside the strip. */
export const stripRows = { mark: 9, barTop: 19, barBottom: 53, lane: 58, laneStep: 5, turn: 72, height: 92 };

const number = (value: number): string => value.toFixed(1).replace(/\.0$/, '');

/** Visible width of a bar: the pitch less a gap, at most 10 px. */
const widthOf = (bar: StripBar): number => Math.max(1, Math.min(10, bar.width - (bar.width >= 4 ? 1.6 : 0.5)));

/** One SVG path for all bars of an outcome, so that thousands of bars are one element. */
export const computeBarPath = (bars: readonly StripBar[], outcome: Outcome): string =>
  bars
    .filter((bar) => bar.tick.outcome === outcome)
    .map((bar) => {
      const height = Math.max(3, computeBarShare(bar.tick.durationMs) * (stripRows.barBottom - stripRows.barTop));
      const hollow = outcome === 'running' || outcome === 'unknown';
      const tall = hollow ? stripRows.barBottom - stripRows.barTop - 4 : height;
      const width = widthOf(bar);
      return `M${number(bar.x)} ${number(stripRows.barBottom - tall)}h${number(width)}V${stripRows.barBottom}h${number(-width)}z`;
    })
    .join('');

const glyphs: Partial<Record<Outcome, (x: number, y: number) => string>> = {
  error: (x, y) => `M${number(x - 3)} ${y - 3}l6 6m0-6l-6 6`,
  rejected: (x, y) => `M${number(x - 3.5)} ${y}a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0m1-2.5l5 5`,
  interrupted: (x, y) => `M${number(x - 1.8)} ${y - 3.5}v7m3.6-7v7`,
  running: (x, y) => `M${number(x)} ${y - 3.5}a3.5 3.5 0 1 1-3.5 3.5`,
  unknown: (x, y) => `M${number(x - 3.5)} ${y}a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0`,
};

/** One SVG path for all marks of an outcome; marks that would lie on each other are drawn once. */
export const computeMarkPath = (bars: readonly StripBar[], outcome: Outcome): string => {
  const glyph = glyphs[outcome];
  if (!glyph) return '';
  let last = -Infinity;
  let path = '';
  for (const bar of bars) {
    if (bar.tick.outcome !== outcome) continue;
    const x = bar.x + widthOf(bar) / 2;
    if (x - last < 4) continue;
    path += glyph(x, stripRows.mark);
    last = x;
  }
  return path;
};
