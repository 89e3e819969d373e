'use client';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { OutcomeMark } from '@/components/marks/outcome-mark.tsx';
import { useNow } from '@/components/hooks/use-now.ts';
import { Chip } from '@/components/ui/chip.tsx';
import { cx } from '@/components/ui/cx.ts';
import type { SearchAnswer } from '@/lib/domain/search.ts';
import { printCounted } from '@/lib/print/number.ts';
import { printSessionTitle } from '@/lib/print/session-title.ts';
import { printDayClock } from '@/lib/print/time.ts';
import { printSought, toHitHref, toSearchHref } from './edit-query.ts';
import { HitExcerpt } from './hit-excerpt.tsx';
import { allKey, toHitKey } from './hit-keys.ts';
import { HitName } from './hit-name.tsx';
import { toOptionId, type QueryCompletion } from './use-completion.ts';

type Props = { answer: SearchAnswer; completion: QueryCompletion; /** Called when a link is opened in this tab. */ onOpen: () => void };

/** The best matches as options of a list, and the way to all of them. */
export const MatchOptions = ({ answer: { query, total, notes, hits }, completion: { listId, options, active }, onOpen }: Props) => {
  const nowMs = useNow() ?? 0;
  const sought = printSought(query);
  const renderOption = (at: number, key: string, href: string, className: string, content: ReactNode) => {
    const index = options.length + at;
    return (
      <Link
        key={key}
        id={toOptionId(listId, index)}
        href={href}
        prefetch={false}
        role="option"
        aria-selected={index === active}
        tabIndex={-1}
        ref={(row) => {
          if (index === active) row?.scrollIntoView({ block: 'nearest' });
        }}
        onClick={(event) => {
          if (!event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey) onOpen();
        }}
        className={cx('block px-3', index === active ? 'bg-accentbg' : 'hover:bg-hover', className)}
      >
        {content}
      </Link>
    );
  };
  return (
    <div role="group" aria-label="Matches" className={cx(options.length > 0 && 'border-t border-line')}>
      {hits.map((hit, at) =>
        renderOption(
          at,
          toHitKey(hit),
          toHitHref(hit, sought),
          'h-12 border-b border-line py-1',
          <>
            <span className="flex h-5 items-center gap-1.5 text-table">
              <span className="flex max-w-1/2 shrink-0 items-center gap-1.5 text-text2">
                <HitName hit={hit} />
              </span>
              {hit.outcome === null ? null : <OutcomeMark outcome={hit.outcome} named />}
              <span className="min-w-0 truncate font-medium">{hit.session ? printSessionTitle(hit.session) : ''}</span>
              {hit.session?.synthetic ? <Chip tone="dashed">synthetic</Chip> : null}
              <span className="ml-auto shrink-0 pl-2 text-fact text-text3">{printDayClock(hit.atMs, nowMs)}</span>
            </span>
            <span className="block h-5 truncate pl-5 text-fact text-text2">
              <HitExcerpt excerpt={hit.excerpt} ranges={hit.ranges} />
            </span>
          </>,
        ),
      )}
      {renderOption(
        hits.length,
        allKey,
        `${toSearchHref(query)}#results`,
        'flex h-8 items-center gap-2 text-table pointer-coarse:h-10',
        <>
          <span className="shrink-0 text-accent">All {printCounted(total, 'match', 'matches')}</span>
          <span className="min-w-0 truncate text-fact text-text3">{notes.join(' ')}</span>
        </>,
      )}
    </div>
  );
};
