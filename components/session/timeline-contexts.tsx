'use client';
import { useMemo, type ReactNode } from 'react';
import { CallNavigationContext } from '@/components/findings/call-navigation.ts';
import type { FindMarks } from './find-context.ts';
import { FindContext } from './find-context.ts';
import { ReplayContext, type ReplayView } from './replay-context.ts';
import { RowRenderer } from './rows/row-renderer.ts';
import { TranscriptRow } from './rows/transcript-row.tsx';
import { TimelineContext, type TimelineActions } from './timeline-context.ts';

type Props = {
  sessionId: string;
  actions: TimelineActions;
  replay: ReplayView | null;
  findMarks: FindMarks;
  children: ReactNode;
};

/** What rows and cards of a timeline reach without being handed it: what they can do, how far a replay is, what is looked for. */
export const TimelineContexts = ({ sessionId, actions, replay, findMarks, children }: Props) => {
  const { jumpToCall } = actions;
  const navigation = useMemo(
    () => ({ hrefOf: (call: number) => `/sessions/${sessionId}?call=${call}`, onCall: jumpToCall }),
    [jumpToCall, sessionId],
  );
  return (
    <TimelineContext value={actions}>
      <RowRenderer value={TranscriptRow}>
        <ReplayContext value={replay}>
          <CallNavigationContext value={navigation}>
            <FindContext value={findMarks}>{children}</FindContext>
          </CallNavigationContext>
        </ReplayContext>
      </RowRenderer>
    </TimelineContext>
  );
};
