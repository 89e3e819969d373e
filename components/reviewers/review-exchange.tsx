'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { FindingText } from '@/components/findings/finding-text.tsx';
import { SeverityMark } from '@/components/marks/severity-mark.tsx';
import { toObservationHref } from '@/components/observations/evidence-link.ts';
import { Chip } from '@/components/ui/chip.tsx';
import { ErrorLine } from '@/components/ui/error-line.tsx';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { reviewQueries } from '@/lib/client/queries/review-queries.ts';
import type { ReviewFinding } from '@/lib/domain/review.ts';
import { findSuggestion } from '@/lib/observations/find-suggestion.ts';
import { listReportedFacts } from '@/lib/observations/list-reported-facts.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { SentText } from './sent-text.tsx';

const Finding = ({ finding }: { finding: ReviewFinding }) => {
  const { content, severity, sourceRef, metadata, observationId, isNew } = finding;
  const suggestion = findSuggestion(finding);
  const facts = [...(sourceRef === null ? [] : [sourceRef]), ...listReportedFacts({ metadata, category: null }).map(({ value }) => value)];
  return (
    <li className="flex items-start gap-2 py-1">
      <span className="flex h-4.5 items-center">
        <SeverityMark severity={severity} named />
      </span>
      <div className="min-w-0 flex-1">
        {observationId === null ? (
          <FindingText text={content} />
        ) : (
          <Link href={toObservationHref('single', observationId)} prefetch={false} className="row-focus break-words hover:underline">
            <FindingText text={content} />
          </Link>
        )}
        {suggestion === null ? null : <p className="break-words text-text2">{toVisibleText(suggestion)}</p>}
        {facts.length === 0 ? null : <p className="font-mono text-fact break-all text-text3">{toVisibleText(facts.join(' · '))}</p>}
      </div>
      <Chip tone={isNew ? 'accent' : 'neutral'}>{isNew ? 'new' : 'known'}</Chip>
    </li>
  );
};

type Props = { runId: string; reviewerId: string; isDry: boolean };

/** A reviewer's exchange in a run: the prompt, the answer, and what was read from the answer. */
export const ReviewExchange = ({ runId, reviewerId, isDry }: Props) => {
  const { data, error, refetch } = useQuery(reviewQueries.exchange(runId, reviewerId));
  if (error && !data) return <ErrorLine title="The exchange could not be loaded" error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton className="m-3 h-16" />;
  const { instructions, prompt, answer, findings, resolved } = data;
  return (
    <div className="flex flex-col gap-2 px-3 pb-3 text-table sm:pl-8">
      {findings.length === 0 ? null : (
        <ul aria-label="Findings" className="flex flex-col divide-y divide-line">
          {findings.map((finding, at) => (
            <Finding key={at} finding={finding} />
          ))}
        </ul>
      )}
      {resolved.length === 0 ? null : (
        <ul aria-label="Resolved" className="flex flex-col gap-1">
          {resolved.map(({ observationId, reason }) => (
            <li key={observationId} className="flex items-start gap-2">
              <Chip>{isDry ? 'would resolve' : 'resolved'}</Chip>
              <Link href={toObservationHref('single', observationId)} prefetch={false} className="row-focus break-words hover:underline">
                {toVisibleText(reason)}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {isDry ? <p className="text-fact text-text3">A dry run: none of this was stored as an observation.</p> : null}
      <div className="flex flex-col gap-1">
        <SentText title="Instructions" text={instructions} />
        <SentText title="Prompt as sent" text={prompt} />
        {answer === null ? <p className="text-text3">There is no answer.</p> : <SentText title="Answer" text={answer} />}
      </div>
    </div>
  );
};
