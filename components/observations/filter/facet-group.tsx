'use client';
import { useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Checkbox } from '@/components/ui/checkbox.tsx';
import { cx } from '@/components/ui/cx.ts';
import { printCount } from '@/lib/print/number.ts';
import { cutValues } from './facet-values.ts';

export type FacetValue = { value: string; label: string; count: number; mark?: ReactNode };

type BoxProps = { label: string; about?: string; count: number | null; mark?: ReactNode; checked: boolean; onToggle: () => void };

/** One value with how many would match; one that nothing has is grayed, and can be chosen all the same. */
export const FacetBox = ({ label, about, count, mark, checked, onToggle }: BoxProps) => (
  <label
    title={about}
    className="row-focus -mx-1 flex min-h-[21px] items-center gap-2 rounded-chip px-1 text-table hover:bg-hover pointer-coarse:min-h-9"
  >
    <Checkbox checked={checked} onChange={onToggle} />
    {mark}
    <span className={cx('min-w-0 flex-1 truncate', count === 0 && !checked && 'text-text3')}>{label}</span>
    <span className="text-text3">{printCount(count)}</span>
  </label>
);

type Props = {
  title: string;
  values: readonly FacetValue[];
  chosen: readonly string[];
  onToggle: (value: string) => void;
  /** Shown below the values. */
  children?: ReactNode;
};

/** The values of one field; chosen ones are ticked. A long list shows its first values, and the others on demand. */
export const FacetGroup = ({ title, values, chosen, onToggle, children }: Props) => {
  const box = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [first, left] = cutValues(values, chosen);
  const turn = () => {
    const known = new Set(first.map(({ value }) => value));
    const at = values.findIndex(({ value }) => !known.has(value));
    flushSync(() => setOpen(!isOpen));
    // The first of those that came is the next thing to read and to choose.
    if (!isOpen) box.current?.querySelectorAll('input')[at]?.focus();
  };
  return (
    <fieldset className="min-w-0 border-b border-line px-3 py-2 last:border-b-0">
      <legend className="float-left pb-1 text-fact font-medium text-text3">{title}</legend>
      <div ref={box} className="clear-both flex flex-col">
        {(isOpen ? values : first).map(({ value, label, count, mark }) => (
          <FacetBox
            key={value}
            label={label}
            about={label.length > 18 ? label : undefined}
            count={count}
            mark={mark}
            checked={chosen.includes(value)}
            onToggle={() => onToggle(value)}
          />
        ))}
        {left > 0 ? (
          <button
            type="button"
            aria-label={`${isOpen ? 'Fewer' : `${printCount(left)} more`}: ${title.toLowerCase()}`}
            aria-expanded={isOpen}
            onClick={turn}
            className="row-focus -mx-1 min-h-[21px] rounded-chip px-1 text-left text-table text-accent hover:bg-hover pointer-coarse:min-h-9"
          >
            {isOpen ? 'Fewer' : `${printCount(left)} more`}
          </button>
        ) : null}
        {values.length === 0 ? <p className="text-table text-text3">None</p> : null}
        {children}
      </div>
    </fieldset>
  );
};
