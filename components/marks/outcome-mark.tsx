import type { Outcome } from '@/lib/domain/outcome.ts';
import { printOutcome } from '@/lib/print/outcome.ts';
import type { ReactNode } from 'react';

const shapes: Record<Outcome, { className: string; shape: ReactNode }> = {
  ok: { className: 'text-ok', shape: <circle cx="6" cy="6" r="2.2" fill="currentColor" /> },
  error: { className: 'text-high', shape: <path d="M2.2 2.2 9.8 9.8M9.8 2.2 2.2 9.8" strokeWidth="2.2" /> },
  rejected: {
    className: 'text-rejected',
    shape: (
      <>
        <circle cx="6" cy="6" r="4.4" strokeWidth="1.5" />
        <path d="M2.9 9.1 9.1 2.9" strokeWidth="1.5" />
      </>
    ),
  },
  denied: {
    className: 'text-denied',
    shape: (
      <>
        <rect x="1.8" y="1.8" width="8.4" height="8.4" rx="1.8" strokeWidth="1.5" />
        <path d="M4.2 6h3.6" strokeWidth="1.6" />
      </>
    ),
  },
  interrupted: { className: 'text-med', shape: <path d="M3.9 1.6v8.8M8.1 1.6v8.8" strokeWidth="2" /> },
  running: {
    className: 'text-accent origin-center motion-safe:animate-ring',
    shape: <path d="M6 1.6A4.4 4.4 0 1 1 1.6 6" strokeWidth="1.8" transform="rotate(90 6 6)" />,
  },
  unknown: { className: 'text-text3', shape: <circle cx="6" cy="6" r="4.3" strokeWidth="1.4" strokeDasharray="1.7 1.68" /> },
};

/** The class that colors text beside the mark of an outcome. */
export const colorOf = (outcome: Exclude<Outcome, 'running'>): string => shapes[outcome].className;

type Props = { outcome: Outcome; size?: number; named?: boolean; isLive?: boolean };

/**
 * The outcome of a call, by shape first. `named` gives it an accessible name if there is no word next to it. Without `isLive`, a call that
 * has no end is still.
 */
export const OutcomeMark = ({ outcome, size = 12, named = false, isLive = true }: Props) => {
  const { shape, ...look } = shapes[outcome];
  const className = outcome === 'running' && !isLive ? 'text-text3' : look.className;
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 12 12"
      fill="none"
      stroke={outcome === 'ok' ? 'none' : 'currentColor'}
      strokeLinecap={outcome === 'unknown' ? 'butt' : 'round'}
      className={`shrink-0 ${className}`}
      {...(named ? { role: 'img', 'aria-label': printOutcome(outcome, isLive) } : { 'aria-hidden': true })}
    >
      {shape}
    </svg>
  );
};
