import type { ComponentProps } from 'react';
import { cx } from '@/components/ui/cx.ts';

type Props = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> & { value: unknown; onChange: (value: unknown) => void };

/** A number as it is typed: what is no number yet (`0.`, nothing) is kept as text, so that nobody's typing is corrected. */
const toTyped = (text: string): unknown => (text.trim() !== '' && String(Number(text)) === text.trim() ? Number(text) : text);

const toNumber = (value: unknown): unknown =>
  typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value;

/** A field for a number; `aria-invalid` marks it. Arrow keys step whole numbers. */
export const NumberField = ({ value, onChange, className, ...rest }: Props) => (
  <input
    {...rest}
    inputMode="decimal"
    autoComplete="off"
    value={typeof value === 'number' || typeof value === 'string' ? String(value) : ''}
    onChange={(event) => onChange(toTyped(event.target.value))}
    onBlur={() => {
      if (toNumber(value) !== value) onChange(toNumber(value));
    }}
    onKeyDown={(event) => {
      const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
      if (by === 0 || typeof value !== 'number') return;
      event.preventDefault();
      onChange(Number.isInteger(value) ? value + by : Number((value + by / 20).toFixed(2)));
    }}
    className={cx(
      'h-7 w-20 rounded-control border border-line2 bg-panel px-2 text-right text-table text-text aria-invalid:border-high disabled:border-dashed disabled:text-text3 pointer-coarse:h-8',
      className,
    )}
  />
);
