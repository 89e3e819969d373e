'use client';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { Icon } from '@/components/ui/icon.tsx';
import { RecordIcon } from '@/components/marks/record-icon.tsx';
import { useTimelineActions } from '@/components/session/timeline-context.ts';
import { printClock } from '@/lib/print/time.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { printLength } from '@/components/session/text-length.ts';
import { AttachmentList } from './attachment-list.tsx';
import { LongText } from './long-text.tsx';
import { RowLine } from './row-line.tsx';
import { RowSkeleton } from './row-skeleton.tsx';
import { useRowTabStop } from './row-tab-stop.ts';
import type { RowProps } from './row-props.ts';
import { Marked } from '@/components/session/marked.tsx';

/** What the agent said. */
export const ResponseRow = ({ row, lookup, open }: RowProps) => {
  const actions = useTimelineActions();
  const tabStop = useRowTabStop();
  const record = lookup.at(row.seq);
  if (!record) return <RowSkeleton />;
  return (
    <div className="row-ring flex py-1.5 pr-3 text-read">
      <button
        type="button"
        tabIndex={tabStop}
        data-row-focus
        aria-label={`Response, record ${record.seq}`}
        onClick={() => actions.select({ call: null, seq: record.seq })}
        className="flex h-5 w-[calc(var(--index)+42px)] shrink-0 items-center justify-between pr-2 text-text2 max-sm:w-9 max-sm:pl-3"
      >
        <span className="w-(--index) text-right font-mono text-fact text-text3 max-sm:hidden">
          {record.atMs === null ? '' : printClock(record.atMs)}
        </span>
        <RecordIcon kind="response" />
      </button>
      <div className="min-w-0 max-w-[92ch] flex-1">
        <LongText record={record} open={open} onOpen={(next) => actions.toggle(row.key, next)} lines={12} />
        <AttachmentList attachments={record.attachments} />
      </div>
    </div>
  );
};

/** What the agent thought: one line until it is opened. */
export const ReasoningRow = ({ row, lookup, open = false }: RowProps) => {
  const actions = useTimelineActions();
  const record = lookup.at(row.seq);
  if (!record) return <RowSkeleton />;
  const empty = record.text.trim() === '';
  return (
    <>
      <RowLine
        index={record.atMs === null ? '' : printClock(record.atMs)}
        icon={<RecordIcon kind="reasoning" />}
        expanded={open}
        onSelect={() => {
          actions.select({ call: null, seq: record.seq });
          if (!empty) actions.toggle(row.key, !open);
        }}
        chips={
          empty ? null : (
            <>
              <span className="text-fact text-text3">{printLength(record)}</span>
              {open ? <Icon of={ChevronDown} className="text-text3" /> : <Icon of={ChevronRight} className="text-text3" />}
            </>
          )
        }
      >
        <span className="text-text2">Reasoning</span>
        <span className="min-w-0 truncate text-text3">
          {empty ? 'not kept in the source' : open ? '' : <Marked text={toVisibleText(record.text.slice(0, 240))} />}
        </span>
      </RowLine>
      {open && !empty ? (
        <div className="mr-3 mb-1.5 ml-[calc(var(--index)+42px)] max-w-[92ch] border-l-2 border-line2 pl-3 text-read text-text2 max-sm:ml-9">
          <LongText record={record} open={open} onOpen={(next) => actions.toggle(row.key, next)} lines={60} />
        </div>
      ) : null}
    </>
  );
};
