'use client';
import { placeWithin, type Within } from '@/components/marks/find-marked.ts';
import type { AnsiPiece, AnsiTone } from '@/lib/print/ansi.ts';
import { Marked } from './marked.tsx';

const tones: Record<AnsiTone, string> = {
  red: 'text-high',
  green: 'text-good',
  yellow: 'text-med',
  blue: 'text-accent',
  magenta: 'text-rejected',
  cyan: 'text-accent',
  dim: 'text-text3',
};

/** One line of an output in the colors of the terminal. */
export const AnsiLine = ({ pieces, within, wraps = false }: { pieces: readonly AnsiPiece[]; within?: Within; wraps?: boolean }) => (
  <div className={wraps ? 'min-h-[1lh]' : 'truncate whitespace-pre'}>
    {placeWithin(
      pieces.map(({ text }) => text),
      '',
      within,
    ).map((place, at) => {
      const { tone = null, isBold = false } = pieces[at] ?? {};
      return (
        <span key={at} className={`${tone === null ? '' : tones[tone]} ${isBold ? 'font-semibold' : ''}`}>
          <Marked {...place} />
        </span>
      );
    })}
  </div>
);
