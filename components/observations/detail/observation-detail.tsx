'use client';
import { useDelayed } from '@/components/hooks/use-delayed.ts';
import { useNow } from '@/components/hooks/use-now.ts';
import { SecretNote } from '@/components/marks/secret-note.tsx';
import type { Observations } from '@/components/observations/use-observations.ts';
import { ErrorPane } from '@/components/ui/error-pane.tsx';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { ClientError } from '@/lib/client/client-error.ts';
import { printCounted } from '@/lib/print/number.ts';
import { DetailHead, type DetailHeadProps } from './detail-head.tsx';
import { EvidenceList } from './evidence-list.tsx';
import { CollapsedText } from './collapsed-text.tsx';
import { HistoryList } from './history-list.tsx';
import type { ListView } from '@/components/observations/filter/list-filter.ts';
import { findSessionName } from '@/components/observations/list-rows.ts';
import { ObservationNotFound } from './observation-not-found.tsx';
import { printSessions } from '@/components/observations/list/print-seen.ts';
import { PrecisionLine } from './precision-line.tsx';
import type { ObservationDetailData } from './use-observation-detail.ts';
import { ReportedFacts } from './reported-facts.tsx';
import { WasteFacts } from './waste-facts.tsx';

const DetailSkeleton = () => (
  <div aria-hidden className="flex flex-col gap-3 p-3">
    {['w-2/3', 'w-1/2', 'w-full', 'w-full', 'w-4/5'].map((width, at) => (
      <Skeleton key={at} className={`h-2.5 ${width}`} />
    ))}
  </div>
);

/** All shown text of a group or an observation, with that of its newest observation. */
const listTexts = ({ subject, suggestion, observations: [newest] }: ObservationDetailData): string =>
  [subject?.title, subject?.content, suggestion, newest?.sourceRef, newest?.evidence?.text, newest && JSON.stringify(newest.metadata)].join(
    '\n\n',
  );

type Props = Omit<DetailHeadProps, 'row' | 'conflict' | 'onClose'> & {
  current: Pick<Observations['current'], 'key' | 'row' | 'detail' | 'conflict' | 'showGroup' | 'close'>;
  /** Shows what has an id in another view. */
  onView: (view: ListView, id: string) => void;
  /** When the list was read last. */
  updatedAtMs: number;
};

/** Everything about the current one: what can be done, what it cost, where it was found, what became of it. */
export const ObservationDetail = ({ current: { key, row, detail, conflict, showGroup, close }, onView, updatedAtMs, ...head }: Props) => {
  const nowMs = useNow() ?? updatedAtMs;
  const isThere = detail.key === key;
  const late = useDelayed(key !== null && (!isThere || detail.isPending));
  const { subject, group, single, suggestion } = detail;
  const [newest] = detail.observations;
  const body = () => {
    if (key === null) return <p className="p-6 text-table text-text3">Nothing selected.</p>;
    if (isThere && detail.error && !subject) {
      const isMissing = detail.error instanceof ClientError && detail.error.missing;
      if (isMissing) return <ObservationNotFound view={head.view} id={key} onClose={close} onView={onView} />;
      return <ErrorPane title="It could not be read" error={detail.error} retry={detail.retry} />;
    }
    if (!row) return late ? <DetailSkeleton /> : null;
    return (
      <>
        <DetailHead key={row.key} row={row} conflict={conflict} onClose={close} {...head} />
        {isThere && subject && !detail.isPending ? (
          <>
            <WasteFacts seen={subject.seen} waste={subject.waste} sessions={group && !single ? group : null} />
            <SecretNote text={listTexts(detail)} className="border-b border-line px-3 py-2" />
            {subject.content.trim() !== '' && subject.content !== subject.title ? (
              <section aria-label="Content" className="border-b border-line px-3 py-2.5 text-table text-text2">
                <CollapsedText text={subject.content} lines={6} />
              </section>
            ) : null}
            {suggestion === null ? null : (
              <section aria-label="Suggestion" className="border-b border-line px-3 py-2.5 text-table">
                <h3 className="pb-1 font-semibold">Suggestion</h3>
                <CollapsedText key={`suggestion-${row.key}`} text={suggestion} lines={4} className="text-text2" />
              </section>
            )}
            {newest ? <ReportedFacts key={`reported-${row.key}`} observation={newest} isNewest={(detail.total ?? 1) > 1} /> : null}
            <EvidenceList key={`evidence-${row.key}`} detail={detail} nowMs={nowMs} />
            {single && group && group.observations > 1 ? (
              <p className="border-b border-line px-3 py-2.5 text-table">
                <button type="button" className="text-accent hover:underline" onClick={() => showGroup(group.fingerprint)}>
                  Group: {[printCounted(group.observations, 'observation'), printSessions(group)].join(' ')}
                </button>
              </p>
            ) : null}
            <section aria-label="History" className="border-b border-line px-3 py-2.5">
              <h3 className="pb-1 text-table font-semibold">History</h3>
              <HistoryList
                key={`history-${row.key}`}
                entries={detail.history}
                around={detail.groupHistory}
                nowMs={nowMs}
                sessionOf={(id) => {
                  const found = detail.observations.find(({ sessionId }) => sessionId === id);
                  return found ? findSessionName(found) : null;
                }}
                nameOf={(by) => (by === subject.observer ? subject.observerName : by)}
              />
            </section>
            <PrecisionLine precision={detail.precision} observerName={subject.observerName} />
          </>
        ) : late ? (
          <DetailSkeleton />
        ) : null}
      </>
    );
  };
  return (
    <section aria-label="Observation" tabIndex={0} className="row-focus h-full min-h-0 overflow-y-auto bg-panel">
      {body()}
    </section>
  );
};
