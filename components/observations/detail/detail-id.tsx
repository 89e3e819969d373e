'use client';
import { useCopied } from '@/components/hooks/use-copied.ts';
import { toShortId } from '@/lib/observations/short-id.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import type { ListView } from '@/components/observations/filter/list-filter.ts';

/** Which one it is, as the terminal takes it: how its id begins. A click copies all of it. */
export const DetailId = ({ view, id }: { view: ListView; id: string }) => {
  const [copied, copy] = useCopied();
  const what = view === 'groups' ? 'Group' : 'Observation';
  return (
    <>
      <button
        type="button"
        aria-label={`Copy ${what.toLowerCase()} ID: ${toVisibleText(toShortId(id))}`}
        title={`${what} ${toVisibleText(id)}: click to copy`}
        onClick={() => copy(id)}
        className="rounded-chip whitespace-nowrap hover:text-text hover:underline pointer-coarse:min-h-8"
      >
        {what} <span className="font-mono text-fact">{toVisibleText(toShortId(id))}</span>
      </button>
      <span role="status" aria-label="ID">
        {copied ? ' copied' : ''}
      </span>
    </>
  );
};
