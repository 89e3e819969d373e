import { SecretText } from '@/components/marks/secret-text.tsx';
import type { ListRow } from '@/components/observations/list-rows.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { printFoundBy, printPlaces } from './row-about.ts';
import { cutText } from '@/lib/print/cut-text.ts';

const maxChars = 300;

/** The second line of a row: who found it, and where. The place keeps a quarter of the line, or less where it is short. */
export const RowOrigin = ({ row }: { row: ListRow }) => {
  const where = cutText(printPlaces(row), maxChars);
  return (
    <p className="flex text-fact text-text3">
      <span className="shrink-0 truncate" style={{ maxWidth: where === '' ? '100%' : `max(75%, 100% - ${where.length + 3}ch)` }}>
        {toVisibleText(cutText(printFoundBy(row), maxChars))}
      </span>
      {where === '' ? null : (
        <span className="min-w-0 truncate whitespace-pre">
          {' '}
          · <SecretText text={toVisibleText(where)} />
        </span>
      )}
    </p>
  );
};
