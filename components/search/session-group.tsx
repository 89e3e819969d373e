'use client';
import Link from 'next/link';
import { SecretText } from '@/components/marks/secret-text.tsx';
import { StarButton } from '@/components/sessions/star-button.tsx';
import { Chip } from '@/components/ui/chip.tsx';
import type { HitSession, SearchGroup } from '@/lib/domain/search.ts';
import { printCounted } from '@/lib/print/number.ts';
import { printSessionTitle } from '@/lib/print/session-title.ts';
import { printDayClock, printIso } from '@/lib/print/time.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { listChosen, printSought, toggleValue } from './edit-query.ts';
import { toHitKey } from './hit-keys.ts';
import { HitRow } from './hit-row.tsx';
import { QueryLink } from './query-link.tsx';

type Props = {
  group: SearchGroup;
  q: string;
  nowMs: number;
  labelAgent: (agent: string) => string;
  onOpen: (q: string, isFlat: boolean) => void;
};

const SessionHead = ({ session, nowMs, labelAgent }: { session: HitSession } & Pick<Props, 'nowMs' | 'labelAgent'>) => (
  <>
    <StarButton session={session} className="-mx-1 pointer-coarse:-mx-3" />
    <h2 className="min-w-0 truncate text-table font-semibold sm:max-w-[65%]">
      <Link href={`/sessions/${session.id}`} prefetch={false} className="row-focus rounded-chip hover:underline">
        <SecretText text={printSessionTitle(session)} />
      </Link>
    </h2>
    {session.synthetic ? <Chip tone="dashed">synthetic</Chip> : null}
    <span className="min-w-0 flex-1 truncate text-fact text-text3" title={printIso(session.startedAtMs)}>
      {[
        session.project === null ? null : toVisibleText(session.project),
        labelAgent(session.agent),
        printDayClock(session.startedAtMs, nowMs),
      ]
        .filter((fact) => fact !== null)
        .join(' · ')}
    </span>
  </>
);

/** The best matches of a session, and the way to all of them. */
export const SessionGroup = ({ group: { session, total, hits }, q, nowMs, labelAgent, onOpen }: Props) => {
  const matches = printCounted(total, 'match', 'matches');
  const sought = printSought(q);
  const hasMore = session !== null && total > hits.length;
  const narrowed = session === null || listChosen(q, 'session').includes(session.id) ? q : toggleValue(q, 'session', session.id);
  return (
    <li className="border-b border-line last:border-b-0">
      <div className="flex h-8 items-center gap-1.5 border-b border-line bg-sunken px-3 pointer-coarse:h-10">
        {session ? (
          <SessionHead session={session} nowMs={nowMs} labelAgent={labelAgent} />
        ) : (
          <h2 className="text-table font-semibold">Without a session</h2>
        )}
        <span className="ml-auto shrink-0 pl-2 text-fact whitespace-nowrap text-text2">
          {hasMore ? (
            <QueryLink q={narrowed} isFlat onOpen={onOpen} className="row-focus rounded-chip text-accent hover:underline">
              All {matches}
            </QueryLink>
          ) : (
            matches
          )}
        </span>
      </div>
      <ol aria-label="Matches">
        {hits.map((hit) => (
          <HitRow key={toHitKey(hit)} hit={hit} sought={sought} nowMs={nowMs} hasSession={false} />
        ))}
      </ol>
    </li>
  );
};
