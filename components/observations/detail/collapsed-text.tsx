'use client';
import { useState } from 'react';
import { FindingText } from '@/components/findings/finding-text.tsx';
import { cx } from '@/components/ui/cx.ts';

const charsPerLine = 60;

/** Reported text, with quotes as code; long text is collapsed after some lines. */
export const CollapsedText = ({ text, lines, className }: { text: string; lines: number; className?: string }) => {
  const [open, setOpen] = useState(false);
  const isLong = text.length > lines * charsPerLine || text.split('\n', lines + 2).length > lines + 1;
  const shown = isLong && !open ? text.slice(0, lines * charsPerLine * 2) : text;
  return (
    <div className={className}>
      <p
        className="overflow-hidden break-words whitespace-pre-wrap"
        style={isLong && !open ? { display: '-webkit-box', WebkitLineClamp: lines, WebkitBoxOrient: 'vertical' } : undefined}
      >
        <FindingText text={shown} />
      </p>
      {isLong ? (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className={cx('text-table text-accent hover:underline pointer-coarse:min-h-8')}
        >
          {open ? 'collapse' : 'show all'}
        </button>
      ) : null}
    </div>
  );
};
