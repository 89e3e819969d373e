'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { Toolbar } from 'radix-ui';
import { ConfidenceMark } from '@/components/summaries/confidence-mark.tsx';
import { summaryQueries } from '@/lib/client/queries/summary-queries.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { usePlace, useSessionNavigation } from './timeline-context.ts';

/**
 * The summary of the turn that is read, in one line; each sentence leads to its record. One tab stop, with arrow keys between its
 * sentences. The line stays while there is none yet.
 */
export const SummaryLine = ({ sessionId }: { sessionId: string }) => {
  const { turn } = usePlace();
  const { goToRecord } = useSessionNavigation();
  const { data } = useQuery(summaryQueries.ofSession(sessionId));
  const summary = data?.get(turn ?? 0);
  if (!summary) return <div className="h-5" />;
  const sentences = summary.sentences.filter(({ field }) => field === 'summary');
  return (
    // Drawn anew with each turn, so that nothing in it shifts.
    <Toolbar.Root key={summary.message_id} aria-label="Summary of the turn" className="flex h-5 items-center gap-2 text-table text-text2">
      <span className="shrink-0 text-fact text-text3">T{summary.turn_idx}</span>
      <ConfidenceMark level={summary.confidence_level} />
      <span className="min-w-0 truncate" title={toVisibleText(summary.summary)}>
        {sentences.length === 0 ? toVisibleText(summary.summary) : null}
        {sentences.map(({ text, record_id }, at) => (
          <Toolbar.Button
            key={`${record_id} ${at}`}
            className="row-focus mr-1 hover:text-text hover:underline"
            onClick={() => goToRecord(record_id)}
          >
            {toVisibleText(text)}
          </Toolbar.Button>
        ))}
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
