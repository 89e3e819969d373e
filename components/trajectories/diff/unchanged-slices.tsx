'use client';
import { useState } from 'react';
import { Chevron } from '@/components/ui/chevron.tsx';
import { printCounted } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { toTypeName } from '@/lib/trajectories/type-name.ts';

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
          {open ? '' : `: ${types.map((type) => toVisibleText(toTypeName(type))).join(', ')}`}
        </span>
      </button>
      {open ? (
        <ul className="border-t border-line px-3 py-1.5 font-mono break-all">
          {types.map((type) => (
            <li key={type}>{toVisibleText(type)}</li>
          ))}
        </ul>
      ) : null}
    </section>
  );
};
