'use client';
import { useMemo, type ReactNode } from 'react';
import { AgentFrame } from '@/components/session/calls/agent-frame.tsx';
import { FindContext, noFindMarks } from '@/components/session/find-context.ts';
import { TimelineContext, useTimelineActions, type TimelineActions } from '@/components/session/timeline-context.ts';
import type { ViewRow } from '@/components/session/view-rows.ts';

/** A row of a subagent: it selects the subagent's own records, and is no hit of what was found in its parent. */
export const AgentRow = ({ agent, kind, children }: { agent: string; kind: ViewRow['kind']; children: ReactNode }) => {
  const parent = useTimelineActions();
  const actions = useMemo<TimelineActions>(
    () => ({
      ...parent,
      select: (target) => parent.select({ ...target, agent }),
      jumpToCall: (call) => parent.jumpToCall(call, agent),
    }),
    [agent, parent],
  );
  const levels = agent.split('.').length - (kind === 'A' ? 1 : 0);
  return (
    <TimelineContext value={actions}>
      <FindContext value={noFindMarks}>
        <AgentFrame levels={levels}>{children}</AgentFrame>
      </FindContext>
    </TimelineContext>
  );
};
