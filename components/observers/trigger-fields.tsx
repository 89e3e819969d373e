import { Checkbox } from '@/components/ui/checkbox.tsx';
import { Chip } from '@/components/ui/chip.tsx';
import type { Trigger } from '@/lib/domain/observer-config.ts';
import { NumberField } from './number-field.tsx';
import { toTriggerWords } from './observer-words.ts';

type Counted = 'every_n_calls' | 'after_consecutive_errors' | 'every_n_seconds';

const conditions: readonly { name: Counted; before: string; after: string; first: number; max: number }[] = [
  { name: 'every_n_calls', before: 'Every', after: 'calls', first: 10, max: 100_000 },
  { name: 'after_consecutive_errors', before: 'After', after: 'failed calls in a row', first: 3, max: 30 },
  { name: 'every_n_seconds', before: 'Every', after: 'seconds of session time', first: 60, max: 86_400 },
];

type Props = { trigger: Trigger; preset: Trigger; changed: boolean; onChange: (trigger: Trigger) => void };

/** When an observer runs: conditions, any of which is enough. */
export const TriggerFields = ({ trigger, preset, changed, onChange }: Props) => (
  <fieldset className="min-w-0 p-3">
    <legend className="float-left mb-1 flex w-full items-center gap-2 text-table font-semibold">
      Runs when any of these is true
      {changed ? <Chip tone="outline">changed</Chip> : null}
    </legend>
    <ul className="clear-both flex flex-col">
      {conditions.map(({ name, before, after, first, max }) => {
        const value = trigger[name];
        const isOn = value !== null && value !== 0;
        const put = (next: number | null) => onChange({ ...trigger, [name]: next });
        return (
          <li key={name} className="grid min-h-8 grid-cols-[14px_34px_auto_1fr] items-center gap-2 text-table">
            <Checkbox
              aria-label={`${before} … ${after}`}
              checked={isOn}
              onChange={(event) => put(event.target.checked ? (preset[name] ?? first) : null)}
            />
            <span className={isOn ? '' : 'text-text3'}>{before}</span>
            <NumberField
              aria-label={`${before} how many ${after}`}
              value={isOn ? value : ''}
              disabled={!isOn}
              onChange={(next) => {
                if (typeof next === 'number' && next >= 1 && next <= max) put(name === 'every_n_seconds' ? next : Math.round(next));
              }}
            />
            <span className={isOn ? '' : 'text-text3'}>{after}</span>
          </li>
        );
      })}
      <li>
        <label className="flex min-h-8 items-center gap-2 text-table">
          <Checkbox checked={trigger.on_every_call} onChange={(event) => onChange({ ...trigger, on_every_call: event.target.checked })} />
          <span className={trigger.on_every_call ? '' : 'text-text3'}>At every call</span>
        </label>
      </li>
      <li>
        <label className="flex min-h-8 items-center gap-2 text-table">
          <Checkbox checked={trigger.on_turn_end} onChange={(event) => onChange({ ...trigger, on_turn_end: event.target.checked })} />
          <span className={trigger.on_turn_end ? '' : 'text-text3'}>When a turn ends with an answer</span>
        </label>
      </li>
    </ul>
    <p className="mt-1 text-table text-text2">{toTriggerWords(trigger)}</p>
  </fieldset>
);
