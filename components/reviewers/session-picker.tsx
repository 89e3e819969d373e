'use client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SecretText } from '@/components/marks/secret-text.tsx';
import { printSessionFacts } from '@/components/sessions/session-facts.ts';
import { Chip } from '@/components/ui/chip.tsx';
import { ErrorLine } from '@/components/ui/error-line.tsx';
import { FilterField } from '@/components/ui/filter-field.tsx';
import { sessionQueries } from '@/lib/client/queries/session-queries.ts';
import { printCount } from '@/lib/print/number.ts';
import { printSessionTitle } from '@/lib/print/session-title.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';

const maxShown = 30;

/** Picks a session: the newest, or those whose title holds a text. */
export const SessionPicker = ({ onPick, nowMs }: { onPick: (id: string) => void; nowMs: number }) => {
  const [q, setQ] = useState('');
  const { data, error, refetch } = useQuery(sessionQueries.list({ limit: maxShown, ...(q.trim() !== '' && { q: q.trim() }) }));
  return (
    <div className="flex flex-col gap-2">
      <FilterField name="Session title or project" value={q} onChange={setQ} className="w-full" />
      {error && !data ? <ErrorLine title="The sessions could not be loaded" error={error} retry={() => void refetch()} /> : null}
      <ul aria-label="Sessions" className="max-h-[50dvh] overflow-y-auto rounded-control border border-line">
        {data?.items.map((session) => (
          <li key={session.id} className="border-b border-line last:border-b-0">
            <button
              type="button"
              onClick={() => onPick(session.id)}
              className="row-focus flex min-h-11 w-full flex-col justify-center px-3 py-1 text-left text-table hover:bg-hover"
            >
              <span className="flex w-full min-w-0 items-center gap-2">
                <span className="min-w-0 truncate font-medium">
                  <SecretText text={printSessionTitle(session)} />
                </span>
                {session.synthetic ? <Chip tone="dashed">synthetic</Chip> : null}
              </span>
              <span className="w-full truncate text-fact text-text3">{toVisibleText(printSessionFacts(session, nowMs))}</span>
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className="text-fact text-text3">
        {data?.items.length === 0 ? 'No session matches.' : null}
        {data && data.total > data.items.length ? `The newest ${printCount(data.items.length)} of ${printCount(data.total)}.` : null}
      </p>
    </div>
  );
};
