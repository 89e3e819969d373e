'use client';
import { useQuery } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import type { TimelineFocus } from './use-timeline-focus.ts';
import type { Timeline } from './use-timeline.ts';
import { ErrorLine } from '@/components/ui/error-line.tsx';
import { ErrorPane } from '@/components/ui/error-pane.tsx';
import type { SessionDetail } from '@/lib/contracts/sessions.ts';
import { sessionQueries } from '@/lib/client/queries/session-queries.ts';
import { FindBar } from './find-bar.tsx';
import { findNextHit } from './find-hits.ts';
import { usePlace, useSessionNavigation } from './timeline-context.ts';
import { RowSkeleton } from './rows/row-skeleton.tsx';
import type { TranscriptFilter } from './position.ts';
import { TranscriptHead } from './transcript-head.tsx';
import { Transcript } from './transcript.tsx';

type Props = Pick<Timeline, 'view' | 'find' | 'findings' | 'selected' | 'onTurns'> & {
  session: SessionDetail;
  focus: TimelineFocus;
  touch: boolean;
  onOutline: () => void;
  onRowKey: (event: KeyboardEvent) => void;
};

const nothing: Record<TranscriptFilter, string> = {
  all: 'This session has no records.',
  errors: 'No calls failed.',
  edits: 'No calls changed a file.',
  findings: 'The observers found nothing.',
};

/** The transcript under its head, or why it is not there. */
export const TranscriptPane = ({ session, view, find, findings, selected, onTurns, focus, touch, onOutline, onRowKey }: Props) => {
  const { position, rowAt, jump, ...place } = usePlace();
  const { move, goToEnd, showRecord, clearSelection } = useSessionNavigation();
  const turns = useQuery(sessionQueries.turns(session.id));
  const turn = turns.data?.turns.find((one) => one.turnIdx === place.turn);
  const error = view.index.error ?? view.calls.error ?? (position.show === 'findings' ? findings.error : null);
  const retry = () => {
    void view.index.refetch();
    view.calls.retry();
    findings.retry();
  };
  // Rows that are there stay, whatever fails later.
  const index = view.waiting ? undefined : view.index.data;
  const lost = selected.error;
  const body = () => {
    if (error && !index) return <ErrorPane title="The transcript could not be loaded" error={error} retry={retry} />;
    if (index && view.rows.length === 0) {
      const hidden = position.show === 'all' && view.quietRecords > 0;
      return (
        <p className="p-3 text-table text-text3">
          {hidden ? 'All records of this session are quiet, and hidden. ' : nothing[position.show]}
          {hidden ? (
            <button type="button" className="text-accent hover:underline" onClick={() => move({ quiet: true })}>
              Show them
            </button>
          ) : null}
        </p>
      );
    }
    if (!index) {
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
        totalRecords={index.totalRecords}
        agents={view.agents}
        openRows={view.openRows}
        selectedAt={rowAt}
        jump={jump}
        touch={touch}
        onTurns={onTurns}
        onEnd={goToEnd}
        onKeyDown={onRowKey}
        wish={focus.wish}
        onTaken={focus.onTaken}
        stale={view.stale}
      />
    );
  };
  return (
    <section aria-label="Transcript pane" className="flex h-full min-h-0 flex-col bg-panel">
      <TranscriptHead
        turn={turn}
        filter={position.show}
        counts={{
          errors: view.calls.sets?.errors.length ?? session.toolErrors,
          edits: view.calls.sets?.edits.length ?? null,
          findings: findings.marks.length,
        }}
        onFilter={(show) => move({ show }, 'push')}
        quietRecords={view.quietRecords}
        quiet={position.quiet}
        onQuiet={() => move({ quiet: !position.quiet })}
        raw={position.raw}
        onRaw={() => move({ raw: !position.raw })}
        onOutline={onOutline}
        onFind={() => {
          move({ find: position.find ?? '' });
          focus.onFocus('find');
        }}
      />
      {position.find === null ? null : (
        <FindBar
          text={position.find}
          agent={find.marks.hit?.agent ? place.lane : null}
          find={find}
          wish={focus.wish}
          onTaken={focus.onTaken}
          onText={(text) => move({ find: text })}
          onStep={(direction) => {
            const hit = findNextHit(find.hits, place.selection, place, direction);
            if (hit) showRecord(hit);
          }}
          onClose={focus.closeFind}
        />
      )}
      {lost && !error ? (
        <p role="status" className="flex flex-wrap gap-x-2 bg-medbg px-3 py-1.5 text-table text-med xl:hidden">
          {lost.message}
          <button type="button" className="font-medium underline" onClick={clearSelection}>
            Go to the start of the session
          </button>
        </p>
      ) : null}
      {error && index ? <ErrorLine title="The transcript could not be updated" error={error} retry={retry} /> : null}
      {body()}
    </section>
  );
};
