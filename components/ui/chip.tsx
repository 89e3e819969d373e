import type { ReactNode } from 'react';
import { cx } from './cx.ts';

const tones = {
  neutral: 'bg-sunken text-text2',
  outline: 'border border-line2 bg-panel text-text2',
  accent: 'bg-accentbg text-accent',
  crit: 'bg-critbg text-crit',
  high: 'bg-highbg text-high',
  med: 'bg-medbg text-med',
  rejected: 'bg-rejbg text-rejected',
  good: 'bg-goodbg text-good',
  dashed: 'border border-dashed border-line2 text-text2',
};
export type ChipTone = keyof typeof tones;

/** A word about a thing, 18 px. Color only by meaning. */
export const Chip = ({ tone = 'neutral', className, children }: { tone?: ChipTone; className?: string; children: ReactNode }) => (
  <span
    className={cx(
      'inline-flex h-4.5 shrink-0 items-center gap-1 rounded-chip px-1.5 text-fact font-medium whitespace-nowrap',
      tones[tone],
      className,
    )}
  >
    {children}
  </span>
);
