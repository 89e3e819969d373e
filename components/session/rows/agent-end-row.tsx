'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { AgentBottom } from '@/components/session/calls/agent-frame.tsx';
import { CallFrame } from '@/components/session/calls/call-frame.tsx';
import { OutputBlock } from '@/components/session/calls/output-block.tsx';
import { sessionQueries } from '@/lib/client/queries/session-queries.ts';
import { printCounted } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import type { RowProps } from './row-props.ts';
import { RowSkeleton } from './row-skeleton.tsx';
import { useRowTabStop } from './row-tab-stop.ts';

/** What ends a subagent that is opened in place: the way to its own page, and what it answered. */
export const AgentEndRow = ({ row, lookup }: RowProps) => {
  const tabStop = useRowTabStop();
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
        <Link
          href={`/sessions/${id}`}
          tabIndex={tabStop}
          className="row-focus block border-t border-line px-2.5 py-0.5 text-fact text-accent hover:underline max-sm:py-1.5"
        >
          Open {toVisibleText(call.childAgentName ?? 'subagent')} session, {printCounted(call.childCalls ?? 0, 'call')}
        </Link>
      </AgentBottom>
      {call.resultText === null ? null : (
        <CallFrame>
          <OutputBlock call={call} />
        </CallFrame>
      )}
    </>
  );
};
