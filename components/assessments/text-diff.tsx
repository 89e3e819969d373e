'use client';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { useHotkeys } from '@/components/hooks/use-hotkeys.ts';
import { computeAllDiffLines, countChanges } from '@/components/session/diff-lines.ts';
import { Chevron } from '@/components/ui/chevron.tsx';
import { Kbd } from '@/components/ui/kbd.tsx';
import { printCounted } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { collapseTextRows, toTextRows, type TextRow } from './text-rows.ts';
import { TextDiffRow } from './text-diff-row.tsx';

/** `note`: what is unusual about the text. */
type Props = { before: string; after: string; beside: boolean; words: boolean; note: string | null; control: ReactNode };

const Fold = ({ heading, count, children }: { heading: string | null; count: number; children: ReactNode }) => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="row-focus flex w-full items-center gap-2 border-y border-line bg-sunken px-3 py-0.5 text-left font-sans text-fact text-text2 hover:bg-hover max-sm:min-h-8"
      >
        <Chevron open={open} />
        {printCounted(count, 'unchanged line')}
        {heading === null ? '' : `: ${toVisibleText(heading)}`}
      </button>
      {open ? children : null}
    </>
  );
};

/** Both files line by line; long equal stretches collapse, N moves to the next change. */
export const TextDiff = ({ before, after, beside, words, note, control }: Props) => {
  const body = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(-1);
  const lines = useMemo(() => computeAllDiffLines(before, after, 1), [after, before]);
  const { rows, changes } = useMemo(() => toTextRows(lines, beside), [beside, lines]);
  const parts = useMemo(() => collapseTextRows(rows), [rows]);
  const [shown, setShown] = useState(lines);
  if (shown !== lines) {
    setShown(lines);
    setCurrent(-1);
  }
  const { added, removed } = countChanges(lines);
  const go = (by: 1 | -1) => {
    if (changes === 0) return;
    const next = current < 0 ? (by === 1 ? 0 : changes - 1) : (current + by + changes) % changes;
    setCurrent(next);
    body.current?.querySelector(`[data-change="${next}"]`)?.scrollIntoView({ block: 'center' });
  };
  useHotkeys({ n: () => go(1), N: () => go(-1) });
  const draw = (row: TextRow, key: number) => (
    <TextDiffRow key={key} row={row} beside={beside} words={words} current={row.change !== null && row.change === current} />
  );
  return (
    <section aria-label="assessment.md compared" className="flex min-h-0 flex-col rounded-card border border-line bg-panel lg:flex-1">
      <header className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1 text-table">
        <h2 className="font-semibold">assessment.md</h2>
        {note === null ? null : <span className="rounded-chip bg-sunken px-1.5 text-fact text-text2">{note}</span>}
        <span className="text-fact text-text3">
          <span className="font-semibold text-good">+{added}</span> <span className="font-semibold text-high">−{removed}</span> lines,
          excluding blank lines
        </span>
        <span className="ml-auto flex items-center gap-2">
          <span role="status" className="text-fact text-text3">
            {changes === 0 ? 'no change' : current < 0 ? printCounted(changes, 'change') : `change ${current + 1} of ${changes}`}
          </span>
          {changes === 0 ? null : (
            <span className="flex gap-1">
              <button type="button" aria-label="Next change" className="flex pointer-coarse:p-2.5" onClick={() => go(1)}>
                <Kbd>N</Kbd>
              </button>
              <button type="button" aria-label="Previous change" className="flex pointer-coarse:p-2.5" onClick={() => go(-1)}>
                <Kbd>⇧N</Kbd>
              </button>
            </span>
          )}
          {control}
        </span>
      </header>
      <div ref={body} tabIndex={0} role="group" aria-label="Lines" className="min-h-0 flex-1 overflow-auto py-0.5 font-mono text-fact">
        {rows.length === 0 ? <p className="px-3 py-2 font-sans text-table text-text3">No text on either side.</p> : null}
        {parts.map((part, at) =>
          part.kind === 'row' ? (
            draw(part.row, at)
          ) : (
            <Fold key={at} heading={part.heading} count={part.rows.length}>
              {part.rows.map(draw)}
            </Fold>
          ),
        )}
      </div>
    </section>
  );
};
