'use client';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import Link from 'next/link';
import { SeverityMark } from '@/components/marks/severity-mark.tsx';
import { toObserverObservationsHref } from '@/components/observations/evidence-link.ts';
import { Chip } from '@/components/ui/chip.tsx';
import { IconButton } from '@/components/ui/icon-button.tsx';
import { observationQueries } from '@/lib/client/queries/observation-queries.ts';
import type { ReviewerDefinition } from '@/lib/domain/bundle.ts';
import { printCount, printCounted } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import type { ReviewerState } from './use-reviewers.ts';

/** Its open observations by severity, as a link to all of them. */
const Open = ({ id }: { id: string }) => {
  const { data } = useQuery(observationQueries.facets({ observer: JSON.stringify([id]), state: 'open,regressed', severity: undefined }));
  const counts = data?.severities.filter(({ count }) => count > 0) ?? [];
  return (
    <Link href={toObserverObservationsHref(id)} className="row-focus flex items-center gap-2.5 text-table text-accent hover:underline">
      Observations
      {counts.map(({ value, count }) => (
        <span
          key={value}
          title={`${printCounted(count, 'open observation')}, ${value}`}
          className="flex items-center gap-1 text-fact text-text2"
        >
          <SeverityMark severity={value} size={10} named />
          {printCount(count)}
        </span>
      ))}
    </Link>
  );
};

type Props = { reviewer: ReviewerDefinition; access: ReviewerState['access']; onBack: () => void };

/** Which reviewer is shown, whom it asks, and what is missing for that. */
export const ReviewerHead = ({ reviewer: { id, name, enabled }, access: { model, server, problem }, onBack }: Props) => (
  <header className="flex shrink-0 flex-col gap-1">
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <IconButton icon={ArrowLeft} name="All reviewers" size="small" onClick={onBack} className="lg:hidden" />
      <h2 className="min-w-0 text-title break-words">{toVisibleText(name)}</h2>
      {enabled ? null : <Chip tone="outline">off</Chip>}
      <span className="ml-auto">
        <Open id={id} />
      </span>
    </div>
    {problem === null ? (
      <p className="text-table text-text2">
        {server === null ? 'Answers come from a script: nothing is sent.' : `Asks ${model ?? 'a model'} at ${server}.`}
      </p>
    ) : (
      <p className="flex items-start gap-2 text-table">
        <span className="flex h-4.5 items-center">
          <SeverityMark severity="medium" named />
        </span>
        <span className="min-w-0 break-words">{toVisibleText(problem)}</span>
      </p>
    )}
  </header>
);
