import { Checkbox } from '@/components/ui/checkbox.tsx';
import type { ObserversConfig } from '@/lib/domain/observer-config.ts';
import { NumberField } from './number-field.tsx';

type Props = { config: ObserversConfig; onChange: (config: ObserversConfig) => void };

/** Feedback to running agents, shared by all observers. */
export const FeedbackFields = ({ config, onChange }: Props) => {
  const { feedback } = config;
  const put = (change: Partial<ObserversConfig['feedback']>) => onChange({ ...config, feedback: { ...feedback, ...change } });
  return (
    <fieldset className="min-w-0 p-3 text-table">
      <legend className="float-left mb-1 w-full font-semibold">Feedback to running agents</legend>
      <label className="clear-both flex min-h-8 items-center gap-2">
        <Checkbox checked={feedback.write_file} onChange={(event) => put({ write_file: event.target.checked })} />
        Write the feedback file
      </label>
      <label className="flex min-h-8 flex-wrap items-center gap-2">
        Repeat after
        <NumberField
          aria-describedby="still-after"
          value={feedback.still_after_calls}
          onChange={(next) => {
            if (typeof next === 'number' && Number.isInteger(next) && next >= 0 && next <= 10_000) put({ still_after_calls: next });
          }}
          className="w-16"
        />
        calls
      </label>
      <p id="still-after" className="text-fact text-text3">
        Repeats an open finding after this many calls. 0 means never.
      </p>
    </fieldset>
  );
};
