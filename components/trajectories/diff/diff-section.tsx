'use client';
import { useState, type ReactNode } from 'react';
import { Chevron } from '@/components/ui/chevron.tsx';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { toTypeName } from '@/lib/trajectories/type-name.ts';
import { ChangeCounts } from './change-signs.tsx';
import type { DiffGroup } from './diff-groups.ts';

/** The changes of a slice under its name; a click folds them. */
export const DiffSection = ({ group: { sliceType, counts }, children }: { group: DiffGroup; children: ReactNode }) => {
  const [open, setOpen] = useState(true);
  const name = sliceType === null ? 'Outside of slices' : toVisibleText(toTypeName(sliceType));
  return (
    <section aria-label={name} className="shrink-0 rounded-card border border-line bg-panel">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="row-focus flex min-h-8 w-full items-center gap-2 rounded-card px-3 text-left text-table hover:bg-hover"
      >
        <Chevron open={open} />
        <span className="shrink-0 font-semibold">{name}</span>
        <span className="min-w-0 truncate font-mono text-fact text-text3 max-sm:hidden">
          {sliceType === null ? '' : toVisibleText(sliceType.slice(0, sliceType.indexOf(':')))}
        </span>
        <span className="ml-auto flex shrink-0 gap-3 text-fact">
          <ChangeCounts counts={counts} />
        </span>
      </button>
      {open ? <ul className="border-t border-line">{children}</ul> : null}
    </section>
  );
};
