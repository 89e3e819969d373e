import { toVisibleText } from '@/lib/print/visible-text.ts';

/** A file by its path, from a character of it on: the folder quiet, the name never cut for it. */
export const ResultFile = ({ path, from }: { path: string; from: number }) => {
  const cut = path.lastIndexOf('/') + 1;
  return (
    <span className="flex min-w-0 text-table" title={path}>
      <span className="truncate text-text3">{toVisibleText(path.slice(from, cut))}</span>
      <span className="max-w-full shrink-0 truncate font-medium">{toVisibleText(path.slice(cut))}</span>
    </span>
  );
};
