'use client';
import { createContext, useContext, type ReactNode } from 'react';
import { useRowTabStop } from '@/components/session/rows/row-tab-stop.ts';
import type { NoteMeta, NoteRef } from '@/lib/markdown/footnotes.ts';

/** Begins the ids of one text, so that its footnotes are its own. */
export const NotePlace = createContext('');

type LinkProps = { from?: string; to: string; name: string; children: ReactNode };

/** Leads to another place of the same text. The address is the page's, so it stays. */
const PlaceLink = ({ from, to, name, children }: LinkProps) => {
  const tabStop = useRowTabStop();
  return (
    <a
      id={from}
      href={`#${to}`}
      aria-label={name}
      tabIndex={tabStop}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        const target = document.getElementById(to);
        target?.scrollIntoView({ block: 'nearest' });
        target?.focus({ preventScroll: true });
      }}
      className="rounded-chip px-0.5 text-accent hover:underline"
    >
      {children}
    </a>
  );
};

/** The number of a footnote, where the text refers to it. */
export const FootnoteRef = ({ number, nth }: NoteRef) => {
  const place = useContext(NotePlace);
  return (
    <sup className="text-fact leading-none">
      <PlaceLink from={`${place}-ref-${number}-${nth}`} to={`${place}-note-${number}`} name={`Footnote ${number}`}>
        {number}
      </PlaceLink>
    </sup>
  );
};

/** A footnote, with a way back to each reference. A line sets the first one apart from the text. */
export const Footnote = ({ number, references, children }: NoteMeta & { children: ReactNode }) => {
  const place = useContext(NotePlace);
  return (
    <div
      id={`${place}-note-${number}`}
      data-note
      role="note"
      aria-label={`Footnote ${number}`}
      tabIndex={-1}
      className="flex gap-2 rounded-chip text-table text-text2 [:not([data-note])+&]:border-t [:not([data-note])+&]:border-line [:not([data-note])+&]:pt-2"
    >
      <span className="shrink-0">{number}.</span>
      <div className="flex min-w-0 flex-col gap-1">{children}</div>
      <span className="shrink-0">
        {Array.from({ length: references }, (_, at) => (
          <PlaceLink key={at} to={`${place}-ref-${number}-${at + 1}`} name={`Back to reference ${at + 1} of footnote ${number}`}>
            ↩
          </PlaceLink>
        ))}
      </span>
    </div>
  );
};
