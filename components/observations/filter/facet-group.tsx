import type { ReactNode } from 'react';
import { Checkbox } from '@/components/ui/checkbox.tsx';
import { cx } from '@/components/ui/cx.ts';
import { printCount } from '@/lib/print/number.ts';

export type FacetValue = { value: string; label: string; count: number; mark?: ReactNode };

type BoxProps = { label: string; about?: string; count: number | null; mark?: ReactNode; checked: boolean; onToggle: () => void };

/** One value with how many would match; one that nothing has is greyed, and can be chosen all the same. */
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
  /** What stands below the values. */
  children?: ReactNode;
};

/** The values of one field; those that are chosen are ticked. */
export const FacetGroup = ({ title, values, chosen, onToggle, children }: Props) => (
  <fieldset className="border-b border-line px-3 py-2 last:border-b-0">
    <legend className="float-left pb-1 text-fact font-medium text-text3">{title}</legend>
    <div className="clear-both flex flex-col">
      {values.map(({ value, label, count, mark }) => (
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
      {values.length === 0 ? <p className="text-table text-text3">None</p> : null}
      {children}
    </div>
  </fieldset>
);
