'use client';
import { useQuery } from '@tanstack/react-query';
import { CallLink } from '@/components/findings/call-link.tsx';
import { SecretText } from '@/components/marks/secret-text.tsx';
import { ErrorLine } from '@/components/ui/error-line.tsx';
import { retrievalQueries } from '@/lib/client/queries/retrieval-queries.ts';
import { sessionQueries } from '@/lib/client/queries/session-queries.ts';
import type { Findings } from '@/components/findings/use-findings.ts';
import { printCount } from '@/lib/print/number.ts';
import { printClockExact, printIso } from '@/lib/print/time.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { listSent } from './list-sent.ts';
import { useSessionNavigation } from './timeline-context.ts';

type Props = {
  sessionId: string;
  findings: Findings;
  /** Null: to the end. */
  upTo: number | null;
};

/** Messages to the agent of a session, and where they were sent: feedback of the observers, and examples for its prompts. */
export const SentList = ({ sessionId, findings, upTo }: Props) => {
  const given = useQuery(retrievalQueries.ofSession(sessionId));
  const turns = useQuery(sessionQueries.turns(sessionId));
  const { assessments, episodes, observedTo } = findings;
  const all = listSent(assessments, given.data?.items ?? [], turns.data?.turns ?? [], { episodes, toCall: upTo ?? observedTo });
  const sent = upTo === null ? all : all.filter(({ after }) => after <= upTo);
  const { jumpToTurn } = useSessionNavigation();
  const error = given.error ?? turns.error;
  return (
    <section aria-label="Sent to the agent" className="px-3 pb-3 text-table">
      <h3 className="flex h-9 items-center gap-2 font-semibold">
        Sent to the agent <span className="rounded-chip bg-sunken px-1 text-fact font-normal text-text2">{printCount(sent.length)}</span>
      </h3>
      {error ? (
        <ErrorLine
          title="Not all of it could be loaded"
          error={error}
          retry={() => void Promise.all([given.refetch(), turns.refetch()])}
          className="p-0!"
        />
      ) : null}
      {sent.length === 0 && given.data && turns.data ? <p className="text-text3">Nothing was sent to the agent in this session.</p> : null}
      <ul className="flex flex-col gap-1.5">
        {sent.map(({ key, call, turn, name, text, atMs, reaction }) => (
          <li key={key} className="flex items-baseline gap-2">
            <span className="w-10 shrink-0 font-mono text-fact">
              {call === null ? (
                <button type="button" className="text-accent hover:underline" onClick={() => jumpToTurn(turn ?? 0, null, 'push')}>
                  T{turn}
                </button>
              ) : (
                <CallLink call={call} />
              )}
            </span>
            <span className="min-w-0 flex-1 break-words">
              <span className="font-medium">{toVisibleText(name)}</span>{' '}
              <span className="text-text2">
                <SecretText text={toVisibleText(text)} />
              </span>
              {reaction === null ? null : <span className="block text-fact text-text3">{reaction}</span>}
            </span>
            <span className="shrink-0 text-fact text-text3" title={printIso(atMs)}>
              {printClockExact(atMs).slice(0, 8)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
};
