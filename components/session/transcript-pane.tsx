'use client';
import type { Timeline } from '@/components/hooks/use-timeline.ts';
import { ErrorPane } from '@/components/ui/error-pane.tsx';
import type { SessionDetail } from '@/lib/contracts/sessions.ts';
import { RowSkeleton } from './rows/row-skeleton.tsx';
import { TranscriptHead } from './transcript-head.tsx';
import { Transcript } from './transcript.tsx';

type Props = { session: SessionDetail; timeline: Timeline; touch: boolean; onOutline: () => void };

/** The transcript under its head, or why it is not there. */
export const TranscriptPane = ({ session, timeline, touch, onOutline }: Props) => {
  const { view, turns, row } = timeline;
  const turn = turns.data?.turns.find((one) => one.turnIdx === timeline.currentTurn);
  const error = view.index.error ?? view.calls.error ?? turns.error;
  const body = () => {
    if (error) {
      const retry = () => {
        void view.index.refetch();
        void turns.refetch();
        view.calls.retry();
      };
      return <ErrorPane title="The transcript could not be read" error={error} retry={retry} />;
    }
    if (view.index.data && !view.waiting && view.rows.length === 0) {
      return (
        <p className="p-3 text-table text-text3">
          {view.filter === 'all'
            ? 'This session has no records.'
            : view.filter === 'errors'
              ? 'No call failed.'
              : 'No call changed a file.'}
        </p>
      );
    }
    if (!view.index.data || view.waiting) {
      return (
        <div aria-busy="true" className="pt-2">
          {Array.from({ length: 10 }, (_, at) => (
            <RowSkeleton key={at} />
          ))}
        </div>
      );
    }
    return (
      <Transcript
        sessionId={session.id}
        rows={view.rows}
        totalRecords={view.index.data.totalRecords}
        openRows={view.openRows}
        selectedKey={row?.key ?? null}
        jump={timeline.jump}
        live={session.live}
        touch={touch}
        onTurns={timeline.onTurns}
        onEnd={timeline.goToEnd}
        stale={view.stale}
      />
    );
  };
  return (
    <section aria-label="Transcript and its head" className="flex h-full min-h-0 flex-col bg-panel">
      <TranscriptHead
        turn={turn}
        filter={view.filter}
        counts={{ errors: session.toolErrors, edits: view.calls.sets?.edits.length ?? null }}
        onFilter={view.setFilter}
        onOutline={onOutline}
      />
      {body()}
    </section>
  );
};
