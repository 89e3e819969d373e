'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import { CallRangeLink } from '@/components/findings/call-link.tsx';
import { FindingText } from '@/components/findings/finding-text.tsx';
import type { Findings } from '@/components/findings/use-findings.ts';
import { SeverityMark } from '@/components/marks/severity-mark.tsx';
import { toObservationHref, toSessionObservationsHref } from '@/components/observations/evidence-link.ts';
import { StateChip } from '@/components/observations/state-chip.tsx';
import { cx } from '@/components/ui/cx.ts';
import { ErrorPane } from '@/components/ui/error-pane.tsx';
import { SegmentedControl } from '@/components/ui/segmented-control.tsx';
import { reviewQueries } from '@/lib/client/queries/review-queries.ts';
import type { Observation } from '@/lib/domain/observation.ts';
import { printCount, printCounted } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { useReplayed } from './replay-context.ts';
import { SentList } from './sent-list.tsx';
import type { SessionObservations } from './use-session-observations.ts';

type Props = {
  sessionId: string;
  observations: SessionObservations;
  findings: Findings;
  playhead: number | null;
};

/** By the call at which it begins; what was reported without one belongs to all of the session. */
const isKnownAt = ({ evidence }: Observation, call: number): boolean => (evidence?.calls[0] ?? 0) <= call;

const Row = ({ id, title, severity, state, isNoLongerFound, observerName, evidence }: Observation) => {
  const [from, to] = [evidence?.calls[0], evidence?.calls.at(-1)];
  return (
    <li className="flex items-start gap-2 border-b border-line px-3 py-2 text-table">
      <span className="flex h-4.5 items-center">
        <SeverityMark severity={severity} named />
      </span>
      <div className="min-w-0 flex-1">
        <Link href={toObservationHref('single', id)} prefetch={false} className="row-focus break-words hover:underline">
          <FindingText text={title} />
        </Link>
        <p className="truncate text-fact text-text3">{toVisibleText(observerName)}</p>
      </div>
      <div className="flex shrink-0 flex-col items-end gap-0.5">
        <StateChip state={state} isNoLongerFound={isNoLongerFound} />
        {from === undefined ? null : (
          <span className="font-mono text-fact">
            <CallRangeLink from={from} to={to ?? from} />
          </span>
        )}
      </div>
    </li>
  );
};

/** The observations of a session with their status, all or those known at the playhead, and what was sent to its agent. */
export const ObservationsPanel = ({ sessionId, observations, findings, playhead }: Props) => {
  const [isUpTo, setUpTo] = useState(false);
  // Observations after the playhead are not known yet.
  const isReplayed = useReplayed() !== null;
  const { data: reviewRuns = 0 } = useQuery(reviewQueries.countOfSession(sessionId));
  const { items, total, error, retry } = observations;
  if (error) return <ErrorPane title="Observations could not be loaded" error={error} retry={retry} />;
  const known = playhead === null ? items : items.filter((one) => isKnownAt(one, playhead));
  const isPart = playhead !== null && (isReplayed || isUpTo);
  const shown = isPart ? known : items;
  return (
    <>
      <header className="flex min-h-8 items-center gap-2 border-b border-line bg-sunken px-3 py-1 text-table">
        {playhead === null || items.length === 0 || isReplayed ? null : (
          <SegmentedControl
            name="Show"
            size="head"
            value={isUpTo ? 'known' : 'all'}
            segments={[
              { value: 'all', label: `All ${printCount(items.length)}` },
              { value: 'known', label: `Up to #${playhead}: ${printCount(known.length)}` },
            ]}
            onChange={(value) => setUpTo(value === 'known')}
          />
        )}
        {reviewRuns > 0 ? (
          <Link
            href={`/reviewers?session=${encodeURIComponent(sessionId)}`}
            prefetch={false}
            className="ml-auto text-accent hover:underline"
          >
            {printCounted(reviewRuns, 'run')} of reviewers
          </Link>
        ) : null}
        <Link
          href={toSessionObservationsHref(sessionId)}
          prefetch={false}
          className={cx('text-accent hover:underline', reviewRuns === 0 && 'ml-auto')}
        >
          Open in triage
        </Link>
      </header>
      {observations.isKnown && shown.length === 0 ? (
        <p className="border-b border-line p-3 text-table text-text3">
          {items.length === 0 ? 'Nothing was found in this session, and nothing was reported.' : `Nothing up to #${playhead}.`}
        </p>
      ) : null}
      <ul aria-label="Observations">
        {shown.map((one) => (
          <Row key={one.id} {...one} />
        ))}
      </ul>
      {total > items.length ? (
        <p className="border-b border-line p-3 text-table text-text3">
          {printCount(items.length)} of {printCount(total)} are shown, the worst ones. The others are in triage.
        </p>
      ) : null}
      <SentList sessionId={sessionId} findings={findings} upTo={isPart ? playhead : null} />
    </>
  );
};
