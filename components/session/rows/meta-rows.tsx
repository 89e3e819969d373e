'use client';
import { printNameCounts } from '@/components/session/run-summary.ts';
import { Marked } from '@/components/session/marked.tsx';
import { useTimelineActions } from '@/components/session/timeline-context.ts';
import { Chevron } from '@/components/ui/chevron.tsx';
import type { SessionRecord } from '@/lib/domain/record.ts';
import { printCounted } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { isEmpty, OpeningRow } from './opening-row.tsx';
import { RowChip } from './row-chip.tsx';
import { RowLine } from './row-line.tsx';
import type { RowProps } from './row-props.ts';
import { RowSkeleton } from './row-skeleton.tsx';
import { cutText } from '@/lib/print/cut-text.ts';

const maxSummed = 500;

/** Name of a quiet record: the source's own name for it. */
const nameOf = ({ kind, subtype }: SessionRecord): string => (kind === 'reasoning' ? 'reasoning without text' : (subtype ?? 'meta'));

const NotUnderstood = ({ count }: { count: number }) =>
  count === 0 ? null : <RowChip tone="med">{count === 1 ? 'unrecognized' : `${count} unrecognized`}</RowChip>;

/** One record that is about the session, not of it: its name in a quiet line, which opens to its text. */
const QuietRecordRow = ({ row, lookup, open = false }: RowProps) => {
  const record = lookup.at(row.seq);
  if (!record) return <RowSkeleton />;
  return (
    <OpeningRow
      rowKey={row.key}
      record={record}
      open={open}
      icon={isEmpty(record) ? null : <Chevron open={open} />}
      chips={record.unknown ? <NotUnderstood count={1} /> : null}
      lines={40}
      nested={row.nested}
    >
      <span className="shrink-0 font-mono text-fact text-text3">{toVisibleText(nameOf(record))}</span>
      <span className="min-w-0 truncate font-mono text-fact text-text3">
        {open ? '' : <Marked text={toVisibleText(cutText(record.text, 200))} />}
      </span>
    </OpeningRow>
  );
};

/** The quiet records among the calls of a stretch in one line: how many, which; opens in place. */
const QuietRunRow = ({ row, lookup, members }: RowProps & { members: readonly number[] }) => {
  const actions = useTimelineActions();
  const records = members.slice(0, maxSummed).flatMap((seq) => lookup.at(seq) ?? []);
  return (
    <RowLine
      icon={<Chevron open={row.opened} />}
      chips={<NotUnderstood count={records.filter((record) => record.unknown).length} />}
      expanded={row.opened}
      onSelect={() => {
        actions.select({ call: null, seq: row.seq });
        actions.toggle(row.key, !row.opened);
      }}
    >
      <span className="shrink-0 text-text3">{printCounted(members.length, 'quiet record')}</span>
      <span className="min-w-0 truncate font-mono text-fact text-text3">
        {toVisibleText(printNameCounts(records.map(nameOf), records.length === members.length))}
      </span>
    </RowLine>
  );
};

/** One quiet record, or those of a stretch. */
export const MetaRow = (props: RowProps) =>
  props.row.members ? <QuietRunRow {...props} members={props.row.members} /> : <QuietRecordRow {...props} />;
