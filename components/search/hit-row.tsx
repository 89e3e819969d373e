'use client';
import Link from 'next/link';
import { OutcomeMark } from '@/components/marks/outcome-mark.tsx';
import { Chip } from '@/components/ui/chip.tsx';
import { cx } from '@/components/ui/cx.ts';
import type { SearchHit } from '@/lib/domain/search.ts';
import { printTurnEnded } from '@/lib/print/turn-ended.ts';
import { printSessionTitle } from '@/lib/print/session-title.ts';
import { printDayClock, printIso } from '@/lib/print/time.ts';
import { HitExcerpt } from './hit-excerpt.tsx';
import { toHitHref } from './edit-query.ts';
import { HitName } from './hit-name.tsx';
import { printScore } from './search-words.ts';

const isCode = ({ kind }: SearchHit): boolean => kind === 'tool_call' || kind === 'tool_result' || kind === 'meta';

type Props = { hit: SearchHit; sought: string; nowMs: number; hasSession: boolean };

/** A match: what it is, where, when, how well it matches, and its text. The whole row is one link. `sought`: as `printSought` prints it. */
export const HitRow = ({ hit, sought, nowMs, hasSession }: Props) => (
  <li className="relative border-b border-line px-3 py-1.5 transition-colors last:border-b-0 hover:bg-hover has-[a:focus-visible]:bg-hover">
    <div className="flex h-5 items-center gap-2 text-table">
      <Link
        href={toHitHref(hit, sought)}
        prefetch={false}
        data-hit-link
        className="row-focus flex min-w-0 items-center gap-1.5 font-medium text-text after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
      >
        <HitName hit={hit} />
      </Link>
      {hit.outcome === null ? null : (
        <span title={hit.outcome} className="relative z-1 flex">
          <OutcomeMark outcome={hit.outcome} named />
        </span>
      )}
      {hit.takenBack ? <Chip>{printTurnEnded({ ended: 'taken_back' })}</Chip> : null}
      {hasSession && hit.session ? (
        <span className={cx('flex flex-1 items-center gap-2', hit.session.synthetic ? 'min-w-20' : 'min-w-0')}>
          <span className="min-w-0 truncate text-fact text-text3">{printSessionTitle(hit.session)}</span>
          {hit.session.synthetic ? <Chip tone="dashed">synthetic</Chip> : null}
        </span>
      ) : null}
      <time title={printIso(hit.atMs)} className="relative z-1 ml-auto shrink-0 text-right text-fact whitespace-nowrap text-text3">
        {printDayClock(hit.atMs, nowMs)}
      </time>
      {hit.score === null ? null : (
        <span
          title={`Score ${hit.score.toFixed(6)}: −BM25, higher is better`}
          className="relative z-1 w-10 shrink-0 text-right text-fact text-text2 max-sm:w-auto"
        >
          {printScore(hit.score)}
        </span>
      )}
    </div>
    <p
      className={cx(
        'line-clamp-4 max-w-[92ch] pl-5 break-words whitespace-pre-wrap text-text2',
        isCode(hit) ? 'font-mono text-fact' : 'text-table',
      )}
    >
      <HitExcerpt excerpt={hit.excerpt} ranges={hit.ranges} />
    </p>
  </li>
);
