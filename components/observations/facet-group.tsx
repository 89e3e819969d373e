import type { ReactNode } from 'react';
import { Checkbox } from '@/components/ui/checkbox.tsx';
import { printCount } from '@/lib/print/number.ts';

export type FacetValue = { value: string; label: string; count: number; mark?: ReactNode };

type Props = { title: string; values: readonly FacetValue[]; chosen: readonly string[]; onToggle: (value: string) => void };

/** The values of one field, with how many would match; those that are chosen are ticked. */
export const FacetGroup = ({ title, values, chosen, onToggle }: Props) => (
  <fieldset className="border-b border-line px-3 py-2 last:border-b-0">
    <legend className="float-left pb-1 text-fact font-medium text-text3">{title}</legend>
    <div className="clear-both flex flex-col">
      {values.map(({ value, label, count, mark }) => (
        <label
          key={value}
          className="row-focus -mx-1 flex min-h-[21px] items-center gap-2 rounded-chip px-1 text-table hover:bg-hover pointer-coarse:min-h-9"
        >
          <Checkbox checked={chosen.includes(value)} onChange={() => onToggle(value)} />
          {mark}
          <span className="min-w-0 flex-1 truncate" title={label.length > 18 ? label : undefined}>
            {label}
          </span>
          <span className="text-text3">{printCount(count)}</span>
        </label>
      ))}
      {values.length === 0 ? <p className="text-table text-text3">none</p> : null}
    </div>
  </fieldset>
);
