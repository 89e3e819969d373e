import { SecretText } from '@/components/marks/secret-text.tsx';
import { toPlainLine } from '@/lib/print/plain-line.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import type { ImportRow } from './import-row.ts';

/** A path, from character `from` on: the folder is dimmed and truncated first, and dropped if fewer than three letters fit. */
const ResultFile = ({ path, from }: { path: string; from: number }) => {
  const cut = path.lastIndexOf('/') + 1;
  return (
    // The name comes first in the DOM, so that the folder is what wraps into the hidden next line.
    <span className="flex h-lh min-w-0 flex-row-reverse flex-wrap justify-end overflow-hidden text-table" title={path}>
      {cut > from ? (
        <span className="order-1 max-w-max min-w-[3ch] flex-[1_1_3ch] truncate text-text3">{toVisibleText(path.slice(from, cut))}</span>
      ) : null}
      <span className="max-w-full shrink-0 truncate font-medium">{toVisibleText(path.slice(cut))}</span>
    </span>
  );
};

/** Content of a file, by title and project; a file without a titled session by its path. */
export const ResultName = ({ row: { path, result }, from }: { row: ImportRow; from: number }) => {
  const [session] = result?.sessions ?? [];
  const title = toPlainLine(session?.title ?? '');
  if (session === undefined || title === '' || result === null) return <ResultFile path={path} from={from} />;
  const more = result.sessionCount - 1;
  return (
    <span className="flex min-w-0 gap-2 text-table" title={path}>
      <span className="min-w-0 truncate font-medium">
        <SecretText text={title} />
      </span>
      <span className="max-w-2/5 shrink-0 truncate text-text3">
        {toVisibleText(session.project ?? '')}
        {more > 0 ? ` +${more}` : ''}
      </span>
    </span>
  );
};
