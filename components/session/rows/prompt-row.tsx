'use client';
import { RecordIcon } from '@/components/marks/record-icon.tsx';
import { useTimelineActions } from '@/components/session/timeline-context.ts';
import { AttachmentList } from './attachment-list.tsx';
import { LongText } from './long-text.tsx';
import { RowSkeleton } from './row-skeleton.tsx';
import type { RowProps } from './row-props.ts';
import { useRowTabStop } from './row-tab-stop.ts';

/** A prompt: the head of its turn. */
export const PromptRow = ({ row, lookup, open }: RowProps) => {
  const actions = useTimelineActions();
  const tabStop = useRowTabStop();
  const record = lookup.at(row.seq);
  if (!record) return <RowSkeleton />;
  return (
    <div className="row-ring flex min-h-[34px] border-y border-line bg-sunken py-1.5 pr-3 text-read">
      <button
        type="button"
        tabIndex={tabStop}
        data-row-focus
        aria-label={`Prompt, record ${record.seq}`}
        onClick={() => actions.select({ call: null, seq: record.seq })}
        className="flex h-5 w-[calc(var(--index)+42px)] shrink-0 items-center justify-end pr-2 text-text2 max-sm:w-9 max-sm:justify-start max-sm:pl-3"
      >
        <RecordIcon kind="prompt" />
      </button>
      <div className="min-w-0 max-w-[92ch] flex-1">
        <LongText record={record} open={open} onOpen={(next) => actions.toggle(row.key, next)} lines={20} />
        <AttachmentList sessionId={record.sessionId} recordId={record.id} attachments={record.attachments} />
      </div>
    </div>
  );
};
