'use client';
import { useQuery } from '@tanstack/react-query';
import { AgentLink } from '@/components/session/calls/agent-link.tsx';
import { AgentBottom } from '@/components/session/calls/agent-frame.tsx';
import { CallFrame } from '@/components/session/calls/call-frame.tsx';
import { OutputBlock } from '@/components/session/calls/output-block.tsx';
import { ErrorLine } from '@/components/ui/error-line.tsx';
import { agentOverview } from '@/components/session/use-agent-sources.ts';
import { sessionQueries } from '@/lib/client/queries/session-queries.ts';
import type { RowProps } from './row-props.ts';
import { RowSkeleton } from './row-skeleton.tsx';

/** End of a subagent that is opened in place: the link to its own page, and its answer. */
export const AgentEndRow = ({ row, lookup }: RowProps) => {
  const call = lookup.call(row.call)?.toolCall;
  const id = call?.childSessionId ?? '';
  const rows = useQuery({ ...sessionQueries.rows(id), enabled: id !== '' });
  const overview = useQuery({ ...agentOverview(id), enabled: id !== '' });
  const failed = [rows, overview].find(({ isLoadingError }) => isLoadingError);
  if (!call) return <RowSkeleton />;
  return (
    <>
      <AgentBottom>
        {failed?.error ? (
          <ErrorLine
            title={`${failed === rows ? 'The subagent' : 'Its own subagents'} could not be loaded`}
            error={failed.error}
            retry={() => void failed.refetch()}
          />
        ) : rows.isPending ? (
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
