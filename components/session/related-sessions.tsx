'use client';
import Link from 'next/link';
import type { Session } from '@/lib/domain/session.ts';
import { printCount } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { printSessionTitle } from '@/lib/print/session-title.ts';

const maxShown = 6;

type Props = { session: Pick<Session, 'relation' | 'parentId' | 'parentTitle'>; sessions: readonly Session[] };

/**
 * Links to the session that this one continues, and to those that came of it, but of no call that the transcript shows: reviews, forks,
 * continuations.
 */
export const RelatedSessions = ({ session: { relation, parentId, parentTitle }, sessions }: Props) => {
  const continued = relation === 'continuation' ? parentId : null;
  return sessions.length === 0 && continued === null ? null : (
    <p className="flex flex-wrap gap-x-3 gap-y-0.5 text-fact max-sm:px-3 max-sm:pt-2">
      <span className="text-text3">Related sessions</span>
      {continued === null ? null : (
        <Link href={`/sessions/${continued}`} className="max-w-[280px] truncate text-accent hover:underline">
          continues: {toVisibleText(parentTitle ?? 'a session without a title')}
        </Link>
      )}
      {sessions.slice(0, maxShown).map((session) => (
        <Link key={session.id} href={`/sessions/${session.id}`} className="max-w-[280px] truncate text-accent hover:underline">
          {session.relation === null ? '' : `${session.relation === 'continuation' ? 'continued in' : session.relation}: `}
          {printSessionTitle({ ...session, title: session.title ?? session.agentName })}
        </Link>
      ))}
      {sessions.length > maxShown ? (
        <span className="text-text3">and {printCount(sessions.length - maxShown)} more; turn on Subagents in the session list</span>
      ) : null}
    </p>
  );
};
