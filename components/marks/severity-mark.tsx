import type { ReactNode } from 'react';
import type { ObservationSeverity } from '@/lib/domain/observation.ts';

const shapes: Record<ObservationSeverity, { className: string; shape: ReactNode }> = {
  critical: {
    className: 'text-crit',
    shape: (
      <>
        <path d="M3.7.5h4.6l3.2 3.2v4.6l-3.2 3.2H3.7L.5 8.3V3.7z" fill="currentColor" />
        <path d="M6 3v3.4" stroke="var(--panel)" strokeWidth="1.5" strokeLinecap="round" />
        <circle cx="6" cy="8.8" r=".9" fill="var(--panel)" />
      </>
    ),
  },
  high: { className: 'text-high', shape: <path d="M6 1 11.5 11H.5z" fill="currentColor" /> },
  medium: { className: 'text-med', shape: <path d="M6 .7 11.3 6 6 11.3.7 6z" fill="currentColor" /> },
  low: {
    className: 'text-low',
    shape: (
      <>
        <rect x="1.4" y="1.4" width="9.2" height="9.2" rx="1" fill="none" stroke="currentColor" strokeWidth="1.4" />
        <path d="M1.4 6h9.2v3.6a1 1 0 0 1-1 1H2.4a1 1 0 0 1-1-1z" fill="currentColor" />
      </>
    ),
  },
  info: { className: 'text-low', shape: <circle cx="6" cy="6" r="4.3" fill="none" stroke="currentColor" strokeWidth="1.5" /> },
};

/** How bad a finding is, by shape first; never a plain colored dot. */
export const SeverityMark = ({ severity, size = 12, named = false }: { severity: ObservationSeverity; size?: number; named?: boolean }) => {
  const { className, shape } = shapes[severity];
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 12 12"
      className={`shrink-0 ${className}`}
      {...(named ? { role: 'img', 'aria-label': severity } : { 'aria-hidden': true })}
    >
      {shape}
    </svg>
  );
};
