'use client';
import { X } from 'lucide-react';
import { useId } from 'react';
import { OutcomeMark } from '@/components/marks/outcome-mark.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Chip } from '@/components/ui/chip.tsx';
import { IconButton } from '@/components/ui/icon-button.tsx';
import { ProgressBar } from '@/components/ui/progress-bar.tsx';
import type { ReviewRun } from '@/lib/domain/review.ts';
import { printDuration } from '@/lib/print/duration.ts';
import { printCost } from '@/lib/print/money.ts';
import { printCounted } from '@/lib/print/number.ts';
import { printDayClock } from '@/lib/print/time.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { ReviewRow, SessionLink } from './review-row.tsx';
import { isActive, printBegun, printRunResult, runWords, sumKnown } from './review-words.ts';

const printSpent = ({ reviews, startedAtMs, endedAtMs }: ReviewRun): string => {
  const costUsd = sumKnown(reviews.map((review) => review.costUsd));
  const interruptedUsd = sumKnown(reviews.map((review) => review.interruptedUsd));
  return [
    ...(costUsd === null ? [] : [printCost({ costUsd, interruptedUsd })]),
    ...(startedAtMs === null || endedAtMs === null ? [] : [printDuration(endedAtMs - startedAtMs)]),
  ].join(', ');
};

type Props = {
  run: ReviewRun;
  onCancel: () => void;
  isCanceling: boolean;
  /** Null: it is shown because it runs. */
  onClose: (() => void) | null;
  nowMs: number;
};

/** A run with its reviewers: how far it is while it runs, and what came of it. */
export const RunCard = ({ run, onCancel, isCanceling, onClose, nowMs }: Props) => {
  const id = useId();
  const { state, reviews, isDry, synthetic, createdAtMs, problem, attempts } = run;
  const { word, mark } = runWords[state];
  const isRunning = isActive(run);
  const done = reviews.filter(({ outcome }) => outcome !== 'waiting' && outcome !== 'running').length;
  return (
    <section aria-labelledby={id} className="flex shrink-0 flex-col rounded-card border border-line bg-panel text-table">
      <header className="flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-3 py-1">
        <OutcomeMark outcome={mark} />
        <h2 id={id} className="flex min-w-0 flex-1 basis-40 items-center gap-2">
          <span className="shrink-0 font-semibold">{isRunning ? word : `Run ${word.toLowerCase()}`}</span>
          <SessionLink run={run} />
        </h2>
        {synthetic ? <Chip tone="dashed">synthetic</Chip> : null}
        {isDry ? <Chip tone="dashed">dry run</Chip> : null}
        <span className="text-fact text-text3 max-sm:order-last max-sm:w-full">
          {printBegun(run)}, {printDayClock(createdAtMs, nowMs)}
          {attempts > 1 ? `, attempt ${attempts}` : ''}
        </span>
        {isRunning ? (
          <Button size="small" refused={isCanceling ? 'Canceling…' : null} onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
        {onClose ? <IconButton icon={X} name="Close the run" size="small" onClick={onClose} /> : null}
      </header>
      <div className="flex flex-col gap-1.5 border-b border-line px-3 py-2 last:border-b-0">
        <p role="status">
          {state === 'queued' ? 'Queued.' : null}
          {state === 'running' ? `${done} of ${printCounted(reviews.length, 'reviewer')} done.` : null}
          {isRunning ? null : (
            <>
              {printRunResult(run)} {isDry ? 'Nothing was stored as an observation. ' : ''}
              <span className="text-text3">{printSpent(run)}</span>
            </>
          )}
        </p>
        {state === 'running' ? <ProgressBar name="Reviewers done" share={reviews.length === 0 ? 0 : done / reviews.length} /> : null}
        {problem === null ? null : (
          <p role="alert" className="break-words text-high">
            {toVisibleText(problem)}
          </p>
        )}
      </div>
      <ul aria-label="Reviewers of the run" className="max-h-[60dvh] overflow-y-auto">
        {reviews.map((review) => (
          <ReviewRow key={review.reviewerId} run={run} review={review} names="reviewer" nowMs={nowMs} />
        ))}
      </ul>
    </section>
  );
};
