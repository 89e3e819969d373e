'use client';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { useNow } from '@/components/hooks/use-now.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { printCount } from '@/lib/print/number.ts';
import { printSessionTitle } from '@/lib/print/session-title.ts';
import { printDayClock } from '@/lib/print/time.ts';
import { useShortId } from './use-short-id.ts';

type Props = {
  name: string;
  toPath: (id: string) => string;
  /** Shown while the sessions are looked for. */
  loading: ReactNode;
  /** Shown if no session begins so. */
  children: ReactNode;
};

/** A page whose address names no session: it goes on to the only one that the name is short for, or lists those that it may mean. */
export const ShortId = ({ name, toPath, loading, children }: Props) => {
  const found = useShortId(name, toPath);
  const nowMs = useNow();
  if (found === null) return loading;
  if (found.items.length === 0) return children;
  const more = found.total - found.items.length;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto bg-panel p-6">
      <h1 className="text-title">
        {printCount(found.total)} sessions match <span className="font-mono">{toVisibleText(name)}</span>
      </h1>
      <p className="mt-1 text-read text-text2">Open one of them, or use a longer id.</p>
      <ul className="mt-3 max-w-[760px] rounded-card border border-line">
        {found.items.map((session) => (
          <li key={session.id} className="border-line not-first:border-t">
            <Link
              href={toPath(session.id)}
              className="flex min-h-11 flex-wrap items-baseline gap-x-3 px-3 py-2 text-table hover:bg-hover sm:flex-nowrap"
            >
              <span className="shrink-0 font-mono text-fact text-text3">
                {(session.id.startsWith(name) ? session.id : session.nativeId).slice(0, name.length + 6)}
              </span>
              <span className="min-w-0 flex-1 basis-52 truncate font-medium text-text">{printSessionTitle(session)}</span>
              <span className="shrink-0 text-text2">{session.agentLabel}</span>
              <span className="shrink-0 text-text3">{nowMs === null ? '' : printDayClock(session.startedAtMs, nowMs)}</span>
            </Link>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="mt-2 text-table text-text3">{printCount(more)} more</p> : null}
    </div>
  );
};
