'use client';
import Link from 'next/link';
import { useState } from 'react';
import { OutcomeMark } from '@/components/marks/outcome-mark.tsx';
import { SecretText } from '@/components/marks/secret-text.tsx';
import { Chevron } from '@/components/ui/chevron.tsx';
import { Chip } from '@/components/ui/chip.tsx';
import type { Review, ReviewRun } from '@/lib/domain/review.ts';
import { printDuration } from '@/lib/print/duration.ts';
import { printCost, printInterrupted } from '@/lib/print/money.ts';
import { printCompact } from '@/lib/print/number.ts';
import { printSessionTitle } from '@/lib/print/session-title.ts';
import { printDayClock, printIso } from '@/lib/print/time.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { isActive, outcomeWords, printBegun, printFound } from './review-words.ts';
import { ReviewExchange } from './review-exchange.tsx';

/** The session of a run, as a link. */
export const SessionLink = ({ run: { sessionId, sessionTitle } }: { run: ReviewRun }) => (
  <Link href={`/sessions/${sessionId}`} prefetch={false} className="row-focus min-w-0 truncate font-medium text-accent hover:underline">
    <SecretText text={printSessionTitle({ title: sessionTitle, id: sessionId })} />
  </Link>
);

/** Tokens, cost and time of a review; without calls, only the cost of an interrupted request, if any. */
const printTaken = (review: Review): string[] => {
  const { calls, inputTokens, outputTokens, startedAtMs, endedAtMs } = review;
  return calls === 0
    ? printInterrupted(review)
    : [
        ...(inputTokens === null ? [] : [`${printCompact(inputTokens)} tokens in, ${printCompact(outputTokens)} out`]),
        printCost(review),
        ...printInterrupted(review),
        ...(startedAtMs === null || endedAtMs === null ? [] : [printDuration(endedAtMs - startedAtMs)]),
      ];
};

type Props = {
  run: ReviewRun;
  review: Review;
  /** The name to show: the one that the list is not about. */
  names: 'session' | 'reviewer';
  /** The run is shown on its own; left out where it is. */
  onShowRun?: ((id: string) => void) | undefined;
  nowMs: number;
};

/** Outcome of a reviewer in a run, and why; opened, its prompt and its answer. */
export const ReviewRow = ({ run, review, names, onShowRun, nowMs }: Props) => {
  const [isOpen, setOpen] = useState(false);
  const { word, mark } = outcomeWords[review.outcome];
  const wasAsked = review.calls > 0;
  // Findings are counted at the end of the run, when they are stored.
  const found = review.outcome === 'reviewed' && !isActive(run) ? (printFound(review) ?? 'nothing found') : null;
  const facts = [...(found === null ? [] : [found]), ...printTaken(review), ...(review.leftOut === null ? [] : [review.leftOut])];
  return (
    <li className="border-b border-line text-table last:border-b-0">
      <div className="flex items-start gap-2 px-3 py-1.5">
        <span className="flex h-4.5 items-center">
          <OutcomeMark outcome={mark} />
        </span>
        <div className="min-w-0 flex-1">
          <div className="flex min-w-0 flex-wrap items-center gap-x-2">
            <span className="shrink-0 font-semibold">{word}</span>
            {names === 'reviewer' ? (
              <span className="min-w-0 truncate">{toVisibleText(review.reviewer)}</span>
            ) : (
              <>
                <SessionLink run={run} />
                {run.isDry ? <Chip tone="dashed">dry run</Chip> : null}
                <span className="ml-auto shrink-0 text-fact text-text3">
                  {printBegun(run)},{' '}
                  {onShowRun ? (
                    <button
                      type="button"
                      title={`${printIso(run.createdAtMs)}: show the run`}
                      onClick={() => onShowRun(run.id)}
                      className="row-focus rounded-chip hover:text-text hover:underline"
                    >
                      {printDayClock(run.createdAtMs, nowMs)}
                    </button>
                  ) : null}
                </span>
              </>
            )}
          </div>
          {review.reason === '' ? null : <p className="break-words text-text2">{toVisibleText(review.reason)}</p>}
          {review.problem === null ? null : <p className="break-words text-high">{toVisibleText(review.problem)}</p>}
          {facts.length === 0 ? null : <p className="text-fact break-words text-text3">{toVisibleText(facts.join(' · '))}</p>}
        </div>
        {wasAsked ? (
          <button
            type="button"
            data-review
            aria-expanded={isOpen}
            aria-label={`What ${toVisibleText(review.reviewer)} was sent and answered`}
            onClick={() => setOpen(!isOpen)}
            className="row-focus flex size-6 shrink-0 items-center justify-center rounded-control text-text2 hover:bg-hover pointer-coarse:size-10"
          >
            <Chevron open={isOpen} />
          </button>
        ) : null}
      </div>
      {isOpen ? <ReviewExchange runId={run.id} reviewerId={review.reviewerId} isDry={run.isDry} /> : null}
    </li>
  );
};
