'use client';
import type { VirtualItem } from '@tanstack/react-virtual';
import { useMemo } from 'react';
import { cx } from '@/components/ui/cx.ts';
import type { TrajectorySnapshot } from '@/lib/domain/trajectory.ts';
import { listChanges, type StripCell, type StripRow } from './strip-rows.ts';

export const columnPx = 46;
export const rowPx = 22;
export const rowClass = 'absolute inset-x-0 flex h-[22px] items-center';

const looks: Record<StripCell['kind'], string> = {
  none: '',
  same: '',
  count: 'text-text2',
  changed: 'bg-sunken font-medium text-text',
  version: 'bg-text font-semibold text-panel',
  begin: 'border border-line2 text-text2',
};

const Cell = ({ cell }: { cell: StripCell | undefined }) => {
  if (!cell || cell.kind === 'none') return <span className="h-px w-1 bg-line" />;
  if (cell.kind === 'same') return <span className="h-0.5 w-full bg-line" />;
  return (
    <span className={cx('flex h-4 min-w-6 items-center justify-center rounded-chip px-1 text-fact tabular-nums', looks[cell.kind])}>
      {cell.text}
    </span>
  );
};

type Props = {
  snapshot: TrajectorySnapshot;
  rows: readonly StripRow[];
  /** The rows in view. */
  lines: readonly VirtualItem[];
  left: number;
  /** Shown; or compared with the one that is. */
  side: 'shown' | 'other' | null;
  tabStop: boolean;
  onPick: (isOther: boolean, sliceType: string | null) => void;
};

/** One snapshot of the strip from top to bottom: a button that shows it, and the slice under the pointer; with Shift, it is compared. */
export const StripColumn = ({ snapshot: { position, prompt }, rows, lines, left, side, tabStop, onPick }: Props) => {
  const changes = useMemo(() => listChanges(rows, position), [rows, position]);
  const text = changes.length === 0 ? 'nothing changed' : changes.join('; ');
  return (
    <button
      type="button"
      data-snapshot={position}
      tabIndex={tabStop ? 0 : -1}
      aria-pressed={side !== null}
      aria-label={`Snapshot ${position + 1}: ${text}`}
      title={`Snapshot ${position + 1}: ${text}`}
      onClick={(event) => {
        const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-slice]') : null;
        onPick(event.shiftKey, cell?.dataset.slice ?? null);
      }}
      className={cx(
        'row-focus absolute top-0 flex h-full flex-col text-fact',
        side === null ? 'hover:bg-hover' : 'bg-accentbg',
        prompt.length > 0 && 'border-l-2 border-text',
      )}
      style={{ left, width: columnPx }}
    >
      <span
        className={cx(
          'sticky top-0 z-10 flex h-6 w-full items-center justify-center border-b tabular-nums',
          side === 'shown'
            ? 'border-accent bg-accent font-semibold text-onaccent'
            : side === 'other'
              ? 'border-accent bg-accentbg font-semibold text-accent'
              : 'border-line bg-panel text-text2',
        )}
      >
        {position + 1}
      </span>
      {lines.map(({ index, start }) => {
        const { key, cells } = rows[index] ?? { key: '', cells: [] };
        return (
          <span
            key={key}
            data-slice={key.startsWith('slice ') ? key.slice(6) : undefined}
            className={cx(rowClass, 'justify-center')}
            style={{ top: start }}
          >
            <Cell cell={cells[position]} />
          </span>
        );
      })}
    </button>
  );
};
