import { memo, type MouseEvent } from 'react';
import { SeverityMark } from '@/components/marks/severity-mark.tsx';
import { Checkbox } from '@/components/ui/checkbox.tsx';
import { cx } from '@/components/ui/cx.ts';
import { printCount } from '@/lib/print/number.ts';
import { printDay, printIso } from '@/lib/print/time.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { column } from './list-layout.ts';
import type { ListRow } from '@/components/observations/list-rows.ts';
import { printAge } from './print-age.ts';
import { printSeen } from './print-seen.ts';
import { RowOrigin } from './row-origin.tsx';
import { RowTitle } from './row-title.tsx';
import { Sparkline } from './sparkline.tsx';
import { StateChip } from '@/components/observations/state-chip.tsx';
import { cutText } from '@/lib/print/cut-text.ts';

type Props = {
  /** Place in the table, from 1. */
  rowIndex: number;
  row: ListRow;
  nowMs: number;
  isCurrent: boolean;
  isSelected: boolean;
  /** Changed since the last visit. */
  isUnread: boolean;
  isArrived: boolean;
  tabStop: boolean;
  onChoose: (key: string) => void;
  onToggle: (row: ListRow, extend: boolean) => void;
  /** Whether Enter on this row leads to evidence; else it chooses the row. */
  onEnter: (key: string) => boolean;
};

/** One group or observation in two lines; a click on the row shows its detail. */
export const ObservationRow = memo((props: Props) => {
  const { rowIndex, row, nowMs, isCurrent, isSelected, isUnread, isArrived, tabStop, onChoose, onToggle, onEnter } = props;
  const { title } = row;
  const bold = isUnread ? 'font-semibold text-text' : 'text-text';
  const onCheck = (event: MouseEvent) => onToggle(row, event.shiftKey);
  return (
    <div
      role="row"
      aria-rowindex={rowIndex}
      data-row={row.key}
      aria-current={isCurrent ? 'true' : undefined}
      className={cx(
        'relative flex h-full items-center border-b border-line pr-3 text-table',
        isCurrent ? 'row-selected' : 'hover:bg-hover',
        isArrived && 'motion-safe:animate-arrive',
      )}
    >
      <div role="cell" className={column.check}>
        <span className="relative z-10 -m-2 flex size-7.5 items-center justify-center pointer-coarse:-m-3 pointer-coarse:size-10">
          <Checkbox
            tabIndex={tabStop ? 0 : -1}
            aria-label={`Select ${toVisibleText(cutText(title, 80))}`}
            checked={isSelected}
            onClick={onCheck}
            onChange={() => undefined}
          />
        </span>
      </div>
      <div role="cell" className={column.mark}>
        <SeverityMark severity={row.severity} named />
      </div>
      <div role="cell" className={column.title}>
        <button
          type="button"
          data-row-focus
          tabIndex={tabStop ? 0 : -1}
          onClick={() => onChoose(row.key)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && onEnter(row.key)) event.preventDefault();
          }}
          className={cx(
            'flex w-full text-left after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent',
            bold,
          )}
        >
          <RowTitle title={title} />
          {isUnread ? <span className="sr-only"> (changed since your last visit)</span> : null}
        </button>
        <RowOrigin row={row} />
        <p className="flex items-center gap-2 pt-0.5 text-fact text-text3 sm:hidden">
          <StateChip state={row.state} isNoLongerFound={row.isNoLongerFound} />
          {printSeen(row.seen, row.sessions)} · {printAge(row.lastSeenAtMs, nowMs)}
        </p>
      </div>
      <div role="cell" className={cx(column.seen, bold)}>
        {printCount(row.seen)}
      </div>
      {row.sessions === null ? null : (
        <div role="cell" className={cx(column.sessions, bold)}>
          {printCount(row.sessions)}
        </div>
      )}
      {row.days === null ? null : (
        <div role="cell" className={column.days}>
          <Sparkline days={row.days} />
        </div>
      )}
      <div role="cell" className={cx(column.first, 'text-text2')} title={printIso(row.firstSeenAtMs)}>
        {printDay(row.firstSeenAtMs, nowMs)}
      </div>
      <div role="cell" className={cx(column.last, bold)} title={printIso(row.lastSeenAtMs)}>
        {printAge(row.lastSeenAtMs, nowMs)}
      </div>
      <div role="cell" className={column.state}>
        <StateChip state={row.state} isNoLongerFound={row.isNoLongerFound} />
      </div>
    </div>
  );
});
ObservationRow.displayName = 'ObservationRow';
