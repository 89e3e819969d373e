'use client';
import { useState, type ReactNode } from 'react';
import { printCount } from '@/lib/print/number.ts';
import { Button } from './button.tsx';

const maxShown = 4;

/** List items, of which the first few are shown until all are asked for. */
export const ShortList = ({ label, items }: { label: string; items: readonly ReactNode[] }) => {
  const [showsAll, setShowsAll] = useState(false);
  const isShort = items.length <= maxShown;
  return (
    <>
      <ul tabIndex={0} aria-label={label} className="row-focus mt-1 lg:max-h-[40vh] lg:overflow-y-auto">
        {isShort || showsAll ? items : items.slice(0, maxShown)}
      </ul>
      {isShort ? null : (
        <Button size="small" look="quiet" className="mt-1" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show fewer' : `Show all ${printCount(items.length)}`}
        </Button>
      )}
    </>
  );
};
