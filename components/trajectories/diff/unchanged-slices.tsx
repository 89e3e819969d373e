'use client';
import { useState } from 'react';
import { Chevron } from '@/components/ui/chevron.tsx';
import { printCount, printCounted } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { toTypeName } from '@/lib/trajectories/type-name.ts';

/** Names on the line, and types below it. */
const [maxNames, maxTypes] = [20, 500];

const cut = (texts: readonly string[], most: number): string[] =>
  texts.length > most ? [...texts.slice(0, most), `${printCount(texts.length - most)} more`] : [...texts];

/** The slices that are the same in both snapshots, on one line. */
export const UnchangedSlices = ({ types }: { types: readonly string[] }) => {
  const [open, setOpen] = useState(false);
  if (types.length === 0) return null;
  return (
    <section aria-label="Unchanged" className="shrink-0 rounded-card border border-line bg-sunken text-fact text-text2">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="row-focus flex min-h-7 w-full items-center gap-2 rounded-card px-3 text-left hover:bg-hover"
      >
        <Chevron open={open} />
        <span className="min-w-0 truncate">
          {printCounted(types.length, 'unchanged slice')}
          {open
            ? ''
            : `: ${cut(types, maxNames)
                .map((type) => toVisibleText(toTypeName(type)))
                .join(', ')}`}
        </span>
      </button>
      {open ? (
        <ul className="border-t border-line px-3 py-1.5 font-mono break-all">
          {cut(types, maxTypes).map((type) => (
            <li key={type}>{toVisibleText(type)}</li>
          ))}
        </ul>
      ) : null}
    </section>
  );
};
