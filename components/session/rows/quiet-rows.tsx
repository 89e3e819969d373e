'use client';
import { Marked } from '@/components/session/marked.tsx';
import { useTimelineActions } from '@/components/session/timeline-context.ts';
import { Chevron } from '@/components/ui/chevron.tsx';
import { printClock } from '@/lib/print/time.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { isEmpty, OpeningRow } from './opening-row.tsx';
import { RowChip } from './row-chip.tsx';
import { RowSkeleton } from './row-skeleton.tsx';
import { useRowTabStop } from './row-tab-stop.ts';
import type { RowProps } from './row-props.ts';
import { cutText } from '@/lib/print/cut-text.ts';

type LineProps = RowProps & { title: string };

/** A record in one quiet line that opens to its text. */
const QuietRow = ({ row, lookup, open = false, title }: LineProps) => {
  const { jumpToCall } = useTimelineActions();
  const record = lookup.at(row.seq);
  if (!record) return <RowSkeleton />;
  const { endsCall } = record;
  const chips =
    endsCall === null ? null : (
      <RowChip tone="quiet" title="The call that it is about" onClick={() => jumpToCall(endsCall)}>
        ends #{endsCall}
      </RowChip>
    );
  return (
    <OpeningRow
      rowKey={row.key}
      record={record}
      open={open}
      icon={isEmpty(record) ? null : <Chevron open={open} />}
      chips={chips}
      lines={40}
    >
      <span className="text-text3">{title}</span>
      {record.subtype ? <span className="font-mono text-fact text-text3">{toVisibleText(record.subtype)}</span> : null}
      <span className="min-w-0 truncate text-text3">{open ? '' : <Marked text={toVisibleText(cutText(record.text, 240))} />}</span>
    </OpeningRow>
  );
};

export const SystemRow = (props: RowProps) => <QuietRow {...props} title="System" />;
export const OrphanRow = (props: RowProps) => <QuietRow {...props} title="Result without a call" />;

/** Marks a compaction or similar event in the source. */
export const BoundaryRow = ({ row, lookup }: RowProps) => {
  const actions = useTimelineActions();
  const tabStop = useRowTabStop();
  const record = lookup.at(row.seq);
  if (!record) return <RowSkeleton />;
  return (
    <button
      type="button"
      tabIndex={tabStop}
      data-row-focus
      onClick={() => actions.select({ call: null, seq: record.seq })}
      className="row-focus flex w-full items-center gap-3 px-3 py-2 text-fact text-text3"
    >
      <span className="h-px flex-1 bg-line2" />
      <span className="max-w-[70%] truncate font-medium">
        {toVisibleText(record.text.trim() === '' ? (record.subtype ?? 'Boundary') : record.text.slice(0, 120))}
        {record.atMs === null ? '' : `, ${printClock(record.atMs)}`}
      </span>
      <span className="h-px flex-1 bg-line2" />
    </button>
  );
};
