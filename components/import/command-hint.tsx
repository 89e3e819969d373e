'use client';
import { useQuery } from '@tanstack/react-query';
import { CopyButton } from '@/components/ui/copy-button.tsx';
import { importQueries } from '@/lib/client/queries/import-queries.ts';

const quote = (folder: string): string => (/^[\w./~-]+$/u.test(folder) ? folder : `'${folder.replaceAll("'", `'\\''`)}'`);

/** The same in a terminal, to copy, with the agent folders that were found. */
export const CommandHint = () => {
  const folders = useQuery(importQueries.found()).data?.found.map(({ path }) => path) ?? [];
  const named = folders.length === 0 ? ['~/.claude/projects'] : folders.map(quote);
  const command = `npm run --silent observatory -- import ${named.join(' ')}`;
  return (
    <div className="flex min-w-0 flex-col gap-x-2 gap-y-1 sm:flex-row sm:items-center">
      <span className="shrink-0 text-fact text-text3" title="In this project’s folder">
        or in a terminal
      </span>
      <span className="flex min-w-0 items-center gap-1 rounded-code border border-line bg-term pl-2">
        <code className="min-w-0 py-1 font-mono text-fact break-words text-text">{command}</code>
        <CopyButton text={command} name="Copy command" small />
      </span>
    </div>
  );
};
