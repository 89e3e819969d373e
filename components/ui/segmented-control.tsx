'use client';
import { ToggleGroup } from 'radix-ui';
import type { ReactNode } from 'react';
import { useSegmentInView } from './use-segment-in-view.ts';
import { cx } from './cx.ts';

export type Segment<Value extends string> = {
  value: Value;
  label: string;
  /** How the label begins; a phone leaves that out. */
  lead?: string | undefined;
  count?: string;
  mark?: ReactNode;
  /** A tooltip with more detail than the label. */
  about?: string | undefined;
  /** Shows only the mark; the label is its accessible name and tooltip. */ isIcon?: boolean;
};

type Props<Value extends string> = {
  name: string;
  /** Null: none is chosen. */
  value: Value | null;
  segments: readonly Segment<Value>[];
  onChange: (value: Value) => void;
  /** `head`: in the head of a pane, which has no room for counts on a phone. */
  size?: 'default' | 'head';
  /** On a phone, counts are below their labels to save width. */
  isStacked?: boolean;
  className?: string;
};

const SegmentLabel = ({ segment: { label, lead = '', isIcon } }: { segment: Segment<string> }) => {
  if (isIcon) return <span className="sr-only">{label}</span>;
  if (lead === '') return label;
  return (
    <span>
      <span className="max-sm:sr-only">{lead}</span>
      <span className="max-sm:capitalize">{label.slice(lead.length)}</span>
    </span>
  );
};

/** One of a few. Arrow keys move, Enter or Space chooses. */
export const SegmentedControl = <Value extends string>({
  name,
  value,
  segments,
  onChange,
  size = 'default',
  isStacked = false,
  className,
}: Props<Value>) => {
  const row = useSegmentInView(`${value} ${segments.map(({ label, count }) => `${label} ${count ?? ''}`).join()}`);
  return (
    <ToggleGroup.Root
      ref={row}
      type="single"
      aria-label={name}
      value={value ?? ''}
      onValueChange={(next) => {
        const chosen = segments.find((segment) => segment.value === next);
        if (chosen) onChange(chosen.value);
      }}
      className={cx('inline-flex max-w-full shrink-0 overflow-x-auto rounded-control border border-line2 bg-panel', className)}
    >
      {segments.map((segment) => (
        <ToggleGroup.Item
          key={segment.value}
          value={segment.value}
          title={segment.isIcon ? segment.label : segment.about}
          className={cx(
            'row-focus inline-flex shrink-0 items-center gap-1.5 border-r border-line px-2.5 text-table font-medium text-text2 transition-colors last:border-r-0 hover:bg-hover',
            'data-[state=on]:bg-accentbg data-[state=on]:text-accent pointer-coarse:min-h-8',
            size === 'default' ? 'h-6.5' : 'h-5 max-sm:px-2',
            isStacked && 'max-sm:h-auto max-sm:grow max-sm:flex-col max-sm:justify-center max-sm:gap-0.5 max-sm:px-1 max-sm:py-1',
          )}
        >
          {segment.mark}
          <SegmentLabel segment={segment} />
          {segment.count === undefined ? null : (
            <span className={cx('rounded-chip bg-sunken px-1 text-fact text-text2', size === 'head' && 'max-sm:sr-only')}>
              {segment.count}
            </span>
          )}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
};
