'use client';
import { useQuery } from '@tanstack/react-query';
import { AgentLink } from '@/components/session/calls/agent-link.tsx';
import { AgentBottom } from '@/components/session/calls/agent-frame.tsx';
import { CallFrame } from '@/components/session/calls/call-frame.tsx';
import { OutputBlock } from '@/components/session/calls/output-block.tsx';
import { sessionQueries } from '@/lib/client/queries/session-queries.ts';
import type { RowProps } from './row-props.ts';
import { RowSkeleton } from './row-skeleton.tsx';

/** What ends a subagent that is opened in place: the way to its own page, and what it answered. */
export const AgentEndRow = ({ row, lookup }: RowProps) => {
  const call = lookup.call(row.call)?.toolCall;
  const id = call?.childSessionId ?? '';
  const { error, isPending } = useQuery({ ...sessionQueries.rows(id), enabled: id !== '' });
  if (!call) return <RowSkeleton />;
  return (
    <>
      <AgentBottom>
        {error ? (
          <p role="alert" className="px-2.5 py-1.5 text-table text-high">
            The subagent could not be loaded: {error.message}
          </p>
        ) : isPending ? (
          <RowSkeleton />
        ) : null}
        <div className="border-t border-line">
          <AgentLink call={call} />
        </div>
      </AgentBottom>
      {call.resultText === null ? null : (
        <CallFrame>
          <OutputBlock call={call} />
        </CallFrame>
      )}
    </>
  );
};
