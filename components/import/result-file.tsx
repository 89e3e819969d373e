import { toVisibleText } from '@/lib/print/visible-text.ts';

/** A file by its path, from a character of it on: the folder quiet, the name never cut for it. Without room for three letters of it the folder goes. */
export const ResultFile = ({ path, from }: { path: string; from: number }) => {
  const cut = path.lastIndexOf('/') + 1;
  return (
    // The name comes first, so that it is the folder that falls into the next line, which is not shown.
    <span className="flex h-lh min-w-0 flex-row-reverse flex-wrap justify-end overflow-hidden text-table" title={path}>
      {cut > from ? (
        <span className="order-1 max-w-max min-w-[3ch] flex-[1_1_3ch] truncate text-text3">{toVisibleText(path.slice(from, cut))}</span>
      ) : null}
      <span className="max-w-full shrink-0 truncate font-medium">{toVisibleText(path.slice(cut))}</span>
    </span>
  );
};
