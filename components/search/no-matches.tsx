import { Button } from '@/components/ui/button.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { listNarrowing, readQuery } from './edit-query.ts';

const maxOffers = 4;

/** A query that finds nothing, and what can be taken from it. */
export const NoMatches = ({ q, notes, onChange }: { q: string; notes: readonly string[]; onChange: (q: string) => void }) => {
  const narrowing = listNarrowing(q);
  const hasPrefix = readQuery(q).terms.some(({ isPrefix }) => isPrefix);
  return (
    <EmptyState
      title="No matches"
      actions={narrowing.slice(0, maxOffers).map(({ part, without }) => (
        <Button key={part} onClick={() => onChange(without)} className="max-w-full">
          Remove <code className="truncate font-mono text-fact">{toVisibleText(part)}</code>
        </Button>
      ))}
    >
      {notes.join(' ')}{' '}
      {narrowing.length > 0
        ? 'Nothing matches the whole query. Remove a part of it:'
        : `No record or observation has these words.${hasPrefix ? '' : ' A prefix finds more: auth* finds authorize and authentication.'}`}
    </EmptyState>
  );
};
