'use client';
import type { KeyboardEvent } from 'react';
import type { TimelineFocus } from './use-timeline-focus.ts';
import type { Timeline } from './use-timeline.ts';
import { ErrorPane } from '@/components/ui/error-pane.tsx';
import type { SessionDetail } from '@/lib/contracts/sessions.ts';
import { FindBar } from './find-bar.tsx';
import { RowSkeleton } from './rows/row-skeleton.tsx';
import type { TranscriptFilter } from './position.ts';
import { TranscriptHead } from './transcript-head.tsx';
import { Transcript } from './transcript.tsx';

type Props = {
  session: SessionDetail;
  timeline: Timeline;
  focus: TimelineFocus;
  touch: boolean;
  onOutline: () => void;
  onRowKey: (event: KeyboardEvent) => void;
};

const nothing: Record<TranscriptFilter, string> = {
  all: 'This session has no records.',
  errors: 'No call failed.',
  edits: 'No call changed a file.',
  findings: 'The observers found nothing.',
};

/** The transcript under its head, or why it is not there. */
export const TranscriptPane = ({ session, timeline, focus, touch, onOutline, onRowKey }: Props) => {
  const { view, turns, find, position, move } = timeline;
  const turn = turns.data?.turns.find((one) => one.turnIdx === timeline.currentTurn);
  const error = view.index.error ?? view.calls.error ?? turns.error ?? (position.show === 'findings' ? timeline.findings.error : null);
  const lost = timeline.selected.error;
  const body = () => {
    if (error) {
      const retry = () => {
        void view.index.refetch();
        void turns.refetch();
        view.calls.retry();
        timeline.findings.retry();
      };
      return <ErrorPane title="The transcript could not be read" error={error} retry={retry} />;
    }
    if (view.index.data && !view.waiting && view.rows.length === 0) {
      return <p className="p-3 text-table text-text3">{nothing[position.show]}</p>;
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
        selectedAt={timeline.rowAt}
        jump={timeline.jump}
        touch={touch}
        onTurns={timeline.onTurns}
        onEnd={timeline.goToEnd}
        onKeyDown={onRowKey}
        wish={focus.wish}
        onTaken={focus.onTaken}
        stale={view.stale}
      />
    );
  };
  return (
    <section aria-label="Transcript and its head" className="flex h-full min-h-0 flex-col bg-panel">
      <TranscriptHead
        turn={turn}
        filter={position.show}
        counts={{ errors: session.toolErrors, edits: view.calls.sets?.edits.length ?? null, findings: timeline.findings.marks.length }}
        onFilter={timeline.setFilter}
        onOutline={onOutline}
        onFind={() => {
          move({ find: position.find ?? '' });
          focus.onFocus('find');
        }}
      />
      {position.find === null ? null : (
        <FindBar
          text={position.find}
          find={find}
          wish={focus.wish}
          onTaken={focus.onTaken}
          onText={(text) => move({ find: text })}
          onStep={timeline.goToHit}
          onClose={focus.closeFind}
        />
      )}
      {lost && !error ? (
        <p role="status" className="flex flex-wrap gap-x-2 bg-medbg px-3 py-1.5 text-table text-med xl:hidden">
          {lost.message}
          <button type="button" className="font-medium underline" onClick={timeline.forget}>
            Go to the start of the session
          </button>
        </p>
      ) : null}
      {body()}
    </section>
  );
};
