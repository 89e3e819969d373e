'use client';
import { useMemo, type ReactNode } from 'react';
import { CallNavigationContext } from '@/components/findings/call-navigation.ts';
import type { FindMarks } from './find-context.ts';
import { FindContext } from './find-context.ts';
import { RawText } from './markdown/raw-text.ts';
import { ReplayContext, type ReplayView } from './replay-context.ts';
import { RowRenderer } from './rows/row-renderer.ts';
import { TranscriptRow } from './rows/transcript-row.tsx';
import { NavigationContext, PlaceContext, TimelineContext, type TimelineActions } from './timeline-context.ts';
import type { Timeline } from './use-timeline.ts';

type Props = Pick<Timeline, 'navigation' | 'place'> & {
  sessionId: string;
  actions: TimelineActions;
  replay: ReplayView | null;
  findMarks: FindMarks;
  children: ReactNode;
};

/** State that the parts of a session share without props: place and navigation, actions of rows, progress of a replay, the text to find. */
export const TimelineContexts = ({ sessionId, actions, navigation, place, replay, findMarks, children }: Props) => {
  const { jumpToCall } = navigation;
  const callNavigation = useMemo(
    () => ({ hrefOf: (call: number) => `/sessions/${sessionId}?call=${call}`, onCall: jumpToCall }),
    [jumpToCall, sessionId],
  );
  return (
    <NavigationContext value={navigation}>
      <PlaceContext value={place}>
        <TimelineContext value={actions}>
          <RowRenderer value={TranscriptRow}>
            <ReplayContext value={replay}>
              <CallNavigationContext value={callNavigation}>
                <FindContext value={findMarks}>
                  <RawText value={place.position.raw}>{children}</RawText>
                </FindContext>
              </CallNavigationContext>
            </ReplayContext>
          </RowRenderer>
        </TimelineContext>
      </PlaceContext>
    </NavigationContext>
  );
};
