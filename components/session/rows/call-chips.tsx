'use client';
import { computeEditSize } from '@/components/session/edit-lines.ts';
import { useTimelineActions } from '@/components/session/timeline-context.ts';
import type { ToolCall } from '@/lib/domain/tool-call.ts';
import { printCounted } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { RowChip } from './row-chip.tsx';

const EditSize = ({ call }: { call: ToolCall }) => {
  const size = computeEditSize(call);
  if (!size) return null;
  return (
    <span className="text-fact font-semibold whitespace-nowrap">
      <span className="text-good">+{size.added}</span> <span className="text-high">−{size.removed}</span>
    </span>
  );
};

/** Exit code, repetition, size of an edit, subagent: this call at a glance. */
export const CallChips = ({ call, prefix }: { call: ToolCall; prefix: string }) => {
  const { jumpToCall } = useTimelineActions();
  const { sameAs } = call;
  const failed = call.outcome === 'error';
  return (
    <>
      <EditSize call={call} />
      {call.childSessionId === null ? null : (
        <RowChip tone="quiet">
          <span className="max-sm:sr-only">{toVisibleText(call.childAgentName ?? 'subagent')} · </span>
          {call.childCalls === null ? 'not imported' : printCounted(call.childCalls, 'call')}
        </RowChip>
      )}
      {call.outcome === 'rejected' || call.outcome === 'denied' ? <RowChip tone={call.outcome}>{call.outcome}</RowChip> : null}
      {sameAs === null ? (
        call.exitCode !== null && call.exitCode !== 0 ? (
          <RowChip tone={failed ? 'high' : 'quiet'}>exit {call.exitCode}</RowChip>
        ) : null
      ) : (
        <RowChip tone={failed ? 'high' : 'quiet'} title="Same tool, arguments and result" onClick={() => jumpToCall(sameAs)}>
          same as {prefix}
          {sameAs}
        </RowChip>
      )}
    </>
  );
};
