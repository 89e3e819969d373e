'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { Toolbar } from 'radix-ui';
import { ConfidenceMark } from '@/components/summaries/confidence-mark.tsx';
import { summaryQueries } from '@/lib/client/queries/summary-queries.ts';
import { printTurn } from '@/lib/print/turn.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { printOutcome, toOutcome } from '@/lib/summaries/outcome.ts';
import { usePlace, useSessionNavigation } from './timeline-context.ts';

const useTurnSummary = (sessionId: string) => {
  const { turn } = usePlace();
  const { data } = useQuery(summaryQueries.ofSession(sessionId));
  return data?.get(turn ?? 0);
};

/**
 * Outcome of the turn that is read, in one line; each sentence leads to its record, and the tooltip holds the whole summary. One tab
 * stop, with arrow keys between the sentences. The line keeps its height while there is no summary yet.
 */
export const SummaryLine = ({ sessionId }: { sessionId: string }) => {
  const { goToRecord } = useSessionNavigation();
  const summary = useTurnSummary(sessionId);
  if (!summary) return <div className="h-5" />;
  return (
    // Drawn anew with each turn, so that nothing in it shifts.
    <Toolbar.Root key={summary.message_id} aria-label="Summary of the turn" className="flex h-5 items-center gap-2 text-table text-text2">
      <span className="shrink-0 text-fact text-text3">{printTurn(summary.turn_idx)}</span>
      <ConfidenceMark of={summary} />
      <span className="min-w-0 truncate" title={toVisibleText(summary.summary)}>
        {toOutcome(summary).map(({ text, recordId }, at) =>
          recordId === null ? (
            <span key={at} className="mr-1">
              {toVisibleText(text)}
            </span>
          ) : (
            <Toolbar.Button
              key={at}
              className="row-focus mr-1 underline decoration-line2 underline-offset-2 hover:text-text"
              onClick={() => goToRecord(recordId)}
            >
              {toVisibleText(text)}
            </Toolbar.Button>
          ),
        )}
      </span>
      <Toolbar.Link asChild>
        <Link
          href={`/summaries?session=${encodeURIComponent(sessionId)}`}
          prefetch={false}
          className="row-focus ml-auto shrink-0 text-accent hover:underline"
        >
          All summaries
        </Link>
      </Toolbar.Link>
    </Toolbar.Root>
  );
};

/** The same on a small screen, in two lines that lead to all summaries. */
export const SummaryLineSmall = ({ sessionId }: { sessionId: string }) => {
  const summary = useTurnSummary(sessionId);
  if (!summary) return <div className="h-10" />;
  return (
    <Link
      key={summary.message_id}
      href={`/summaries?session=${encodeURIComponent(sessionId)}`}
      prefetch={false}
      aria-label={`Summary of ${printTurn(summary.turn_idx)}, confidence ${summary.confidence_level}: ${toVisibleText(summary.summary)}`}
      className="flex h-10 items-start gap-2 px-3 text-fact leading-5 text-text2"
    >
      <span className="shrink-0 text-text3">{printTurn(summary.turn_idx)}</span>
      <ConfidenceMark of={summary} isShort />
      <span className="line-clamp-2 min-w-0 break-words">{toVisibleText(printOutcome(summary))}</span>
    </Link>
  );
};
