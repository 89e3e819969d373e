'use client';
import { RecordIcon } from '@/components/marks/record-icon.tsx';
import { Marked } from '@/components/session/marked.tsx';
import { useTimelineActions } from '@/components/session/timeline-context.ts';
import { Chevron } from '@/components/ui/chevron.tsx';
import { toPlainLine } from '@/lib/print/plain-line.ts';
import { printClock } from '@/lib/print/time.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { printLength } from '@/components/session/text-length.ts';
import { AttachmentList } from './attachment-list.tsx';
import { LongText } from './long-text.tsx';
import { isEmpty, OpeningRow } from './opening-row.tsx';
import { RowSkeleton } from './row-skeleton.tsx';
import { useRowTabStop } from './row-tab-stop.ts';
import type { RowProps } from './row-props.ts';
import { cutText } from '@/lib/print/cut-text.ts';

/** The agent's text. */
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
        <LongText record={record} open={open} onOpen={(next) => actions.toggle(row.key, next)} lines={160} />
        <AttachmentList sessionId={record.sessionId} recordId={record.id} attachments={record.attachments} />
      </div>
    </div>
  );
};

/** The agent's reasoning: one line until it is opened. */
export const ReasoningRow = ({ row, lookup, open = false }: RowProps) => {
  const record = lookup.at(row.seq);
  if (!record) return <RowSkeleton />;
  const empty = isEmpty(record);
  const chips = (
    <>
      <span className="text-fact text-text3">{printLength(record)}</span>
      <Chevron open={open} className="text-text3" />
    </>
  );
  return (
    <OpeningRow
      rowKey={row.key}
      record={record}
      open={open}
      icon={<RecordIcon kind="reasoning" />}
      chips={empty ? null : chips}
      lines={60}
      className="border-l-2 border-line2 pl-3"
    >
      <span className="text-text2">Reasoning</span>
      <span className="min-w-0 truncate text-text3">
        {empty ? 'not kept in the source' : open ? '' : <Marked text={toVisibleText(toPlainLine(cutText(record.text, 480), 240))} />}
      </span>
    </OpeningRow>
  );
};
