import { toVisibleText } from '@/lib/print/visible-text.ts';

/** A path, from character `from` on: the folder is dimmed and truncated first, and dropped if fewer than three letters fit. */
export const ResultFile = ({ path, from }: { path: string; from: number }) => {
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
