import type { ReactNode } from 'react';
import type { VerdictCode } from '@/lib/domain/experiment.ts';

const shapes: Record<VerdictCode, { className: string; shape: ReactNode }> = {
  helps: { className: 'text-good', shape: <path d="M2 6.4 4.8 9.2 10 3" strokeWidth="1.8" /> },
  smaller: { className: 'text-text2', shape: <path d="M2 6.4 4.8 9.2 10 3" strokeWidth="1.4" /> },
  harms: { className: 'text-high', shape: <path d="M2.2 2.2 9.8 9.8M9.8 2.2 2.2 9.8" strokeWidth="2.2" /> },
  no_evidence: { className: 'text-text3', shape: <path d="M2 4.4h8M2 7.6h8" strokeWidth="1.6" /> },
  too_few: { className: 'text-text3', shape: <circle cx="6" cy="6" r="4.3" strokeWidth="1.4" strokeDasharray="1.7 1.68" /> },
  no_verdict: { className: 'text-high', shape: <path d="M6 1.6 11 10.4H1z" fill="currentColor" strokeWidth="1" /> },
};

/** A verdict by its shape; its word stands beside it. */
export const VerdictMark = ({ code }: { code: VerdictCode }) => (
  <svg
    width={12}
    height={12}
    viewBox="0 0 12 12"
    fill="none"
    stroke="currentColor"
    strokeLinecap="round"
    aria-hidden
    className={`shrink-0 ${shapes[code].className}`}
  >
    {shapes[code].shape}
  </svg>
);
