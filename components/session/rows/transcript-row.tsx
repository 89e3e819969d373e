'use client';
import { memo } from 'react';
import { rowComponents } from './row-components.ts';
import type { TranscriptRowProps } from './row-props.ts';

/** A row with its selection; drawn again only when what it shows changes. */
export const TranscriptRow = memo(({ selected, arrived, ...props }: TranscriptRowProps) => {
  const Row = rowComponents[props.row.kind];
  return (
    <div
      className={`${selected ? 'row-selected' : ''} ${arrived ? 'animate-arrive' : ''}`}
      aria-current={selected ? 'true' : undefined}
      data-row={props.row.key}
    >
      <Row {...props} />
    </div>
  );
});
TranscriptRow.displayName = 'TranscriptRow';
