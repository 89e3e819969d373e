'use client';
import { useMemo, type ReactNode } from 'react';
import { splitPath } from '@/components/session/agent-path.ts';
import { FindContext, useFindMarks } from '@/components/session/find-context.ts';
import { AgentFrame } from '@/components/session/calls/agent-frame.tsx';
import { TimelineContext, useTimelineActions, type TimelineActions } from '@/components/session/timeline-context.ts';

/** A row of a subagent: what it selects and leads to are the subagent's own records. */
export const AgentRow = ({ agent, children }: { agent: string; children: ReactNode }) => {
  const parent = useTimelineActions();
  const actions = useMemo<TimelineActions>(
    () => ({
      ...parent,
      select: (target) => parent.select({ ...target, agent }),
      jumpToCall: (call) => parent.jumpToCall(call, agent),
    }),
    [agent, parent],
  );
  const marks = useFindMarks();
  const found = useMemo(() => ({ ...marks, agent }), [agent, marks]);
  return (
    <TimelineContext value={actions}>
      <FindContext value={found}>
        <AgentFrame levels={splitPath(agent).length}>{children}</AgentFrame>
      </FindContext>
    </TimelineContext>
  );
};
