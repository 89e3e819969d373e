'use client';
import type { ReactNode } from 'react';
import { useRowTabStop } from './row-tab-stop.ts';

type Props = {
  index?: ReactNode;
  mark?: ReactNode;
  icon?: ReactNode;
  /** The content of the line's button. */
  children: ReactNode;
  chips?: ReactNode;
  duration?: string;
  tokens?: string;
  expanded?: boolean;
  onSelect: () => void;
  nested?: boolean;
};

/**
 * One line of the transcript in its columns: index, mark, icon, text, chips, duration, tokens. A click anywhere on it is a
 * click on its button, but for chips that are buttons themselves.
 */
export const RowLine = ({ index, mark, icon, children, chips, duration, tokens, expanded, onSelect, nested = false }: Props) => (
  <div className="row-ring relative flex min-h-[22px] items-center pr-3 text-table hover:bg-hover/60 max-sm:min-h-8">
    <span
      className={`w-(--index) shrink-0 text-right font-mono text-fact whitespace-nowrap text-text3 max-sm:w-(--index) ${nested ? 'pl-3' : ''}`}
    >
      {index}
    </span>
    <span className="flex w-5 shrink-0 justify-center">{mark}</span>
    <span className="flex w-[22px] shrink-0 items-center justify-center text-text2">{icon}</span>
    <button
      type="button"
      tabIndex={useRowTabStop()}
      data-row-focus
      onClick={onSelect}
      aria-expanded={expanded}
      className="flex min-w-0 flex-1 items-baseline gap-2 truncate text-left after:absolute after:inset-0"
    >
      {children}
    </button>
    {chips ? <span className="pointer-events-none relative z-10 ml-2 flex shrink-0 items-center gap-1.5">{chips}</span> : null}
    {duration === undefined ? null : (
      <span className="w-[60px] shrink-0 text-right text-fact whitespace-nowrap text-text2 max-sm:w-(--index)">{duration}</span>
    )}
    {tokens === undefined ? null : (
      <span className="w-[62px] shrink-0 text-right text-fact whitespace-nowrap text-text2 max-sm:hidden">{tokens}</span>
    )}
  </div>
);
