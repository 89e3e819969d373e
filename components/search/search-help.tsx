'use client';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '@/components/ui/card.tsx';
import { ErrorLine } from '@/components/ui/error-line.tsx';
import { IconButton } from '@/components/ui/icon-button.tsx';
import { printCount } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { QueryLink } from './query-link.tsx';
import type { SavedSearches } from './use-saved-searches.ts';

const examples: readonly { query: string; about: string }[] = [
  { query: 'timeout retry', about: 'any of these words; both rank higher' },
  { query: '"permission denied"', about: 'exactly this phrase' },
  { query: '+migration -test', about: 'the first, without the second' },
  { query: 'auth*', about: 'words that start with this' },
  { query: 'outcome:error since:7d', about: 'calls that failed in the last 7 days' },
  { query: 'tool:bash,read kind:tool_result', about: 'results of either tool' },
  { query: 'has:finding kind:prompt', about: 'prompts of sessions with findings' },
  { query: 'is:starred', about: 'everything in starred sessions' },
];

type Open = (q: string) => void;

const Line = ({ query, onOpen, children, action }: { query: string; onOpen: Open; children: ReactNode; action?: ReactNode }) => (
  <li className="flex min-h-8 items-center gap-2 border-b border-line pr-2 pl-3 last:border-b-0 hover:bg-hover pointer-coarse:min-h-10">
    <QueryLink
      q={query}
      onOpen={onOpen}
      className="row-focus flex min-w-0 flex-1 rounded-chip py-1.5 text-table max-sm:flex-col sm:gap-3 sm:*:first:w-56 sm:*:first:shrink-0"
    >
      {children}
    </QueryLink>
    {action}
  </li>
);

type Props = { saved: SavedSearches; onOpen: Open };

const SavedCard = ({ saved: { list, remove }, onOpen }: Props) => {
  const searches = list.data?.searches ?? [];
  return (
    <Card title="Saved searches" count={searches.length > 0 ? printCount(searches.length) : null} bodyClassName="">
      {list.error && !list.data ? <ErrorLine title="Not loaded" error={list.error} retry={() => void list.refetch()} /> : null}
      {list.data && searches.length === 0 ? <p className="p-3 text-table text-text3">None yet. Enter a query, then save it.</p> : null}
      <ul aria-label="Saved searches">
        {searches.map((search) => (
          <Line
            key={search.id}
            query={search.query}
            onOpen={onOpen}
            action={<IconButton icon={X} size="small" name={`Delete ${search.name}`} onClick={() => remove(search)} />}
          >
            <span className="truncate font-medium text-accent">{toVisibleText(search.name)}</span>
            <code className="min-w-0 truncate font-mono text-fact leading-[18px] text-text3">{toVisibleText(search.query)}</code>
          </Line>
        ))}
      </ul>
    </Card>
  );
};

/** Before there is a query: examples of its syntax, and saved searches. */
export const SearchHelp = ({ saved, onOpen }: Props) => (
  <div className="grid max-w-[1100px] items-start gap-3 px-3 pb-3 lg:grid-cols-2">
    <Card title="What you can search for" bodyClassName="">
      <ul aria-label="Examples">
        {examples.map(({ query, about }) => (
          <Line key={query} query={query} onOpen={onOpen}>
            <code className="font-mono text-fact leading-[18px] text-accent">{query}</code>
            <span className="text-text3">{about}</span>
          </Line>
        ))}
      </ul>
    </Card>
    <SavedCard saved={saved} onOpen={onOpen} />
  </div>
);
