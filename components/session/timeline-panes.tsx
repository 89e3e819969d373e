'use client';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, type KeyboardEvent } from 'react';
import { findGroupAt } from '@/components/findings/assessment-groups.ts';
import { computeTurnSeverities, type FindingMark } from '@/components/findings/finding-marks.ts';
import type { TimelineFocus } from './use-timeline-focus.ts';
import type { Timeline } from './use-timeline.ts';
import type { SessionDetail } from '@/lib/contracts/sessions.ts';
import { printCount } from '@/lib/print/number.ts';
import { sessionQueries } from '@/lib/client/queries/session-queries.ts';
import { summaryQueries } from '@/lib/client/queries/summary-queries.ts';
import type { ListedSummary } from '@/lib/domain/listed-summary.ts';
import { AssessmentPanel } from './assessment-panel.tsx';
import { FindingsList } from './findings-list.tsx';
import { Inspector } from './inspector.tsx';
import { ObservationsPanel } from './observations-panel.tsx';
import { RecordPanel } from './record-panel.tsx';
import { SessionPanes } from './session-panes.tsx';
import { usePlace, useSessionNavigation } from './timeline-context.ts';
import { TranscriptPane } from './transcript-pane.tsx';
import { TurnOutline } from './turn-outline.tsx';
import { SelectedFinding } from './selected-finding.tsx';
import { useSessionObservations } from './use-session-observations.ts';

type Props = Pick<Timeline, 'strip' | 'view' | 'find' | 'findings' | 'selected' | 'onTurns'> & {
  session: SessionDetail;
  focus: TimelineFocus;
  touch: boolean;
  /** Findings as far as they are known. */
  known: readonly FindingMark[];
  onRowKey: (event: KeyboardEvent) => void;
};

const noSummaries: ReadonlyMap<number, ListedSummary> = new Map();

/** Turns, transcript and inspector at their shared position. */
export const TimelinePanes = ({ session, strip, focus, touch, known, onRowKey, ...read }: Props) => {
  const { findings, selected } = read;
  const { position, playhead, turn } = usePlace();
  const { move, setSheet, stepToCall, jumpToTurn, clearSelection } = useSessionNavigation();
  const turns = useQuery(sessionQueries.turns(session.id));
  const summaries = useQuery(summaryQueries.ofSession(session.id));
  const { marks, groups } = findings;
  const observations = useSessionObservations(session.id);
  const assessedAt = groups[findGroupAt(groups, playhead)]?.call;
  const { data: overview } = strip.overview;
  const severities = useMemo(() => computeTurnSeverities(known, overview?.turns ?? []), [known, overview]);
  const leaveForTurn = useCallback(
    (turn: number) => {
      jumpToTurn(turn, null, 'push');
      setSheet(null);
    },
    [jumpToTurn, setSheet],
  );
  return (
    <SessionPanes
      sheet={position.sheet}
      onSheet={setSheet}
      turnCount={turns.data?.turns.length ?? null}
      findingCount={marks.length}
      findings={<FindingsList marks={marks} />}
      outline={
        <TurnOutline
          turns={turns}
          severities={severities}
          summaries={summaries.data ?? noSummaries}
          currentTurn={turn}
          live={session.live}
          onJump={leaveForTurn}
        />
      }
      transcript={
        <TranscriptPane session={session} {...read} focus={focus} touch={touch} onOutline={() => setSheet('turns')} onRowKey={onRowKey} />
      }
      inspector={
        <Inspector
          tab={position.tab}
          onTab={(tab) => move({ tab })}
          about={{
            assessment: assessedAt === undefined ? undefined : `#${assessedAt}`,
            observations: observations.total > 0 ? printCount(observations.total) : undefined,
          }}
          finding={<SelectedFinding marks={marks} findingKey={position.finding} />}
          record={<RecordPanel onLost={clearSelection} selected={selected} pricesAsOf={session.pricesAsOf} />}
          assessment={<AssessmentPanel sessionId={session.id} findings={findings} playhead={playhead} onCall={stepToCall} />}
          observations={<ObservationsPanel sessionId={session.id} observations={observations} findings={findings} playhead={playhead} />}
          wish={focus.wish}
          onTaken={focus.onTaken}
        />
      }
    />
  );
};
