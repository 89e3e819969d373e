'use client';
import { memo } from 'react';
import { rowComponents } from './row-components.ts';
import type { TranscriptRowProps } from './row-props.ts';
import { RowTabStop, useRowTabStop } from './row-tab-stop.ts';

/** A row with its selection; drawn again only when what it shows changes. */
export const TranscriptRow = memo(({ selected, arrived, tabStop, onArrived, ...props }: TranscriptRowProps) => {
  const Row = rowComponents[props.row.kind];
  const around = useRowTabStop();
  return (
    <RowTabStop value={tabStop === undefined ? around : tabStop ? 0 : -1}>
      <div
        className={`${selected ? 'row-selected' : ''} ${arrived ? 'animate-arrive' : ''}`}
        aria-current={selected ? 'true' : undefined}
        data-row={props.row.key}
        onAnimationEnd={arrived ? () => onArrived?.(props.row.key) : undefined}
      >
        <Row {...props} />
      </div>
    </RowTabStop>
  );
});
TranscriptRow.displayName = 'TranscriptRow';
