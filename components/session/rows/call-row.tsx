'use client';
import { CircleQuestionMark } from 'lucide-react';
import { OutcomeMark } from '@/components/marks/outcome-mark.tsx';
import { ToolIcon } from '@/components/marks/tool-icon.tsx';
import { AgentTop } from '@/components/session/calls/agent-frame.tsx';
import { AskingCall } from '@/components/session/calls/asking-call.tsx';
import { callBodies } from '@/components/session/calls/call-bodies.ts';
import { isOpenAtFirst } from '@/components/session/call-visibility.ts';
import { useHitPattern } from '@/components/session/find-context.ts';
import { holdsMark } from '@/components/session/find-marks.ts';
import { sumTokens } from '@/components/session/record-lookup.ts';
import { useTimelineActions } from '@/components/session/timeline-context.ts';
import { Icon } from '@/components/ui/icon.tsx';
import type { ToolCall } from '@/lib/domain/tool-call.ts';
import { printDuration } from '@/lib/print/duration.ts';
import { printOutcome } from '@/lib/print/outcome.ts';
import { printCompact } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { isAsking } from '@/lib/session/call-content.ts';
import { CallChips } from './call-chips.tsx';
import { RowLine } from './row-line.tsx';
import { toRelativePath } from '@/components/session/relative-path.ts';
import { RowSkeleton } from './row-skeleton.tsx';
import type { RowProps } from './row-props.ts';
import { Marked } from '@/components/session/marked.tsx';

const wordedOutcomes: ReadonlySet<ToolCall['outcome']> = new Set(['running', 'interrupted']);

/** One tool call, with its result when it is open. */
export const CallRow = ({ row, lookup, open, selected, prefix }: RowProps) => {
  const actions = useTimelineActions();
  const pattern = useHitPattern(row.call);
  const record = lookup.call(row.call);
  const call = record?.toolCall;
  if (!record || !call) return <RowSkeleton index={`${prefix}${row.call}`} />;
  const summary = toVisibleText(toRelativePath(call.summary, actions.cwd));
  const isShown = open ?? isOpenAtFirst(call);
  // A subagent opens to its own rows, which follow this one.
  const expanded = row.opensAgent ? row.opened : isShown;
  const response = lookup.response(call.responseId);
  const tokens = response?.firstCall === call.callIndex ? printCompact(sumTokens(response.tokens)) : '';
  const asks = isAsking(call.name);
  const Body = asks ? AskingCall : callBodies[call.kind];
  const select = () => {
    actions.select({ call: call.callIndex, seq: record.seq });
    // One that was open from the start was not opened by a click: the first one is meant for the call, and only the next closes it.
    if (selected || !expanded || open !== undefined) actions.toggle(row.key, !expanded);
  };
  return (
    <>
      <RowLine
        index={`${prefix}${call.callIndex}`}
        mark={<OutcomeMark outcome={call.outcome} named isLive={actions.isLive} />}
        icon={asks && call.kind === 'other' ? <Icon of={CircleQuestionMark} /> : <ToolIcon kind={call.kind} />}
        chips={<CallChips call={call} prefix={prefix} />}
        duration={call.durationMs === null && call.outcome === 'running' ? '' : printDuration(call.durationMs)}
        tokens={tokens}
        expanded={expanded}
        onSelect={select}
        nested={row.nested}
      >
        <span className="font-semibold">
          <Marked text={toVisibleText(call.name)} />
        </span>
        {/* A match in it is not cut off. */}
        <span
          className={`min-w-0 font-mono text-fact text-text2 ${holdsMark(summary, pattern) ? 'break-words whitespace-normal' : 'truncate'}`}
        >
          <Marked text={summary} />
        </span>
        {wordedOutcomes.has(call.outcome) ? (
          <span
            className={`shrink-0 text-fact ${call.outcome === 'interrupted' ? 'text-med' : actions.isLive ? 'text-accent' : 'text-text3'}`}
          >
            {printOutcome(call.outcome, actions.isLive)}
          </span>
        ) : null}
      </RowLine>
      {row.opened ? <AgentTop /> : isShown ? <Body call={call} open rowKey={row.key} /> : null}
    </>
  );
};
