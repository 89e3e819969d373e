'use client';
import type { ReactNode } from 'react';
import { useRowTabStop } from './row-tab-stop.ts';

const tones = {
  high: 'bg-highbg text-high',
  quiet: 'bg-sunken text-text2',
  rejected: 'bg-rejbg text-rejected',
  denied: 'bg-denbg text-denied',
  med: 'bg-medbg text-med',
};

type Props = { tone: keyof typeof tones; children: ReactNode; onClick?: () => void; title?: string };

/** A short fact at the end of a line; a button if it links somewhere. */
export const RowChip = ({ tone, children, onClick, title }: Props) => {
  const tabStop = useRowTabStop();
  const look = `rounded-chip px-1.5 text-fact whitespace-nowrap ${tones[tone]}`;
  return onClick ? (
    <button type="button" tabIndex={tabStop} title={title} onClick={onClick} className={`pointer-events-auto ${look} hover:underline`}>
      {children}
    </button>
  ) : (
    <span title={title} className={look}>
      {children}
    </span>
  );
};
