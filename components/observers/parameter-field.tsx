import { RotateCcw } from 'lucide-react';
import { useId, type ComponentProps, type ReactNode } from 'react';
import { Checkbox } from '@/components/ui/checkbox.tsx';
import { cx } from '@/components/ui/cx.ts';
import { IconButton } from '@/components/ui/icon-button.tsx';
import { NumberField } from './number-field.tsx';
import { findProblem, printBounds, printValue, toLabel, toUnit, type Parameter } from './observer-words.ts';

const fieldClass = 'rounded-control border bg-panel px-2 text-table text-text pointer-coarse:min-h-8';

type Props = { parameter: Parameter; value: unknown; preset: unknown; changed: boolean; onChange: (value: unknown) => void };

type ControlProps = Pick<Props, 'parameter' | 'value' | 'onChange'> & {
  field: Pick<ComponentProps<'input'>, 'id' | 'aria-describedby' | 'aria-invalid'>;
};

/** One per line; an empty field is null if the parameter allows it. */
const TextsControl = ({ parameter, value, onChange, field }: ControlProps) => {
  const lines = Array.isArray(value) ? value.map(String) : [];
  const put = (next: string[]) => onChange(next.length === 0 && parameter.nullable ? null : next);
  return (
    <textarea
      {...field}
      rows={Math.min(6, Math.max(2, lines.length + 1))}
      spellCheck={false}
      placeholder={parameter.nullable ? 'One per line. Leave empty to unset.' : 'One per line'}
      // While it is typed, an empty line is where the next one begins.
      value={lines.join('\n')}
      onChange={(event) => put(event.target.value === '' ? [] : event.target.value.split('\n'))}
      onBlur={() => put(lines.map((line) => line.trim()).filter((line) => line !== ''))}
      className={cx(fieldClass, 'w-full max-w-[360px] border-line2 py-1 font-mono text-fact placeholder:text-text3')}
    />
  );
};

const controls: Record<Parameter['type'], (props: ControlProps) => ReactNode> = {
  integer: ({ value, onChange, field }) => <NumberField {...field} value={value} onChange={onChange} />,
  number: ({ value, onChange, field }) => <NumberField {...field} value={value} onChange={onChange} />,
  boolean: ({ value, onChange, field }) => (
    <Checkbox {...field} checked={value === true} onChange={(event) => onChange(event.target.checked)} />
  ),
  choice: ({ parameter, value, onChange, field }) => (
    <select
      {...field}
      value={String(value)}
      onChange={(event) => onChange(event.target.value)}
      className={cx(fieldClass, 'h-7 border-line2')}
    >
      {parameter.choices?.map((choice) => (
        <option key={choice} value={choice}>
          {choice.replaceAll('_', ' ')}
        </option>
      ))}
    </select>
  ),
  texts: TextsControl,
};

/** One parameter: its value with unit and bounds, what it means, and the way back to the preset. */
export const ParameterField = ({ parameter, value, preset, changed, onChange }: Props) => {
  const id = useId();
  const problem = findProblem(parameter, value);
  const Control = controls[parameter.type];
  const unit = toUnit(parameter);
  const bounds = printBounds(parameter);
  return (
    <div className="grid grid-cols-1 gap-x-4 gap-y-1 border-b border-line py-2 last:border-b-0 sm:grid-cols-[minmax(0,1fr)_176px]">
      <div className="min-w-0">
        <label htmlFor={id} className={cx('text-table', changed ? 'font-semibold' : 'font-medium')}>
          {toLabel(parameter.name)}
        </label>
        <p id={`${id}-about`} className="max-w-[70ch] text-table text-text3">
          {parameter.description}
        </p>
        {problem === null ? null : (
          <p role="alert" className="text-table text-high">
            {problem}
          </p>
        )}
      </div>
      <div className="flex min-w-0 flex-col items-start gap-0.5">
        <span className="flex min-h-7 w-full items-center gap-1.5">
          <Control
            parameter={parameter}
            value={value}
            onChange={onChange}
            field={{ id, 'aria-describedby': `${id}-about`, 'aria-invalid': problem !== null }}
          />
          {unit === '' ? null : <span className="text-fact text-text3">{unit}</span>}
          {changed ? (
            <IconButton
              icon={RotateCcw}
              size="small"
              name={`Reset to ${printValue(preset)} (preset)`}
              onClick={() => onChange(preset)}
              className="ml-auto"
            />
          ) : null}
        </span>
        <span className="text-fact text-text3">
          {[bounds, changed ? `preset ${printValue(preset)}` : ''].filter((part) => part !== '').join(', ')}
        </span>
      </div>
    </div>
  );
};
