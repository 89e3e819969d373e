import { SegmentedControl } from '@/components/ui/segmented-control.tsx';
import { experimentMetric } from '@/lib/domain/experiment.ts';
import { isRelativeEffect, printMetricName } from '@/lib/print/metric.ts';
import { isInPercent, type Draft, type FieldProblems } from './draft.ts';
import { FormField, inputClass } from './form-field.tsx';
import { NumberField } from './number-field.tsx';
import { ProjectField } from './project-field.tsx';

type Props = { draft: Draft; problems: FieldProblems; onChange: (next: Partial<Draft>) => void };

const kindAbout = {
  retrieval: 'The treatment gets examples of past work with each prompt; the control gets none.',
  feedback: 'The treatment gets what observers find; the control does not, and what it would have got is recorded.',
};

const toEffectUnit = ({ primaryMetric }: Draft): string =>
  isRelativeEffect(primaryMetric) ? 'in percent' : isInPercent(primaryMetric) ? 'in points' : 'per turn';

/** Every part of a definition. */
export const ExperimentFields = ({ draft, problems, onChange }: Props) => {
  const control = 100 - Number(draft.treatment.replace(',', '.'));
  const metrics = experimentMetric.options.filter((metric) => metric !== 'recovered' || draft.kind === 'feedback');
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <div className="sm:col-span-2">
        <FormField label="Name" about="How it appears in lists, such as examples-on-prompt." problem={problems.name}>
          {(wired) => (
            <input
              {...wired}
              type="text"
              autoComplete="off"
              maxLength={100}
              value={draft.name}
              className={inputClass}
              onChange={({ target }) => onChange({ name: target.value })}
            />
          )}
        </FormField>
      </div>
      <div className="flex flex-col gap-1 sm:col-span-2">
        <span className="text-table font-medium">What is tested</span>
        <SegmentedControl
          name="What is tested"
          value={draft.kind}
          segments={[
            { value: 'retrieval', label: 'Retrieval' },
            { value: 'feedback', label: 'Feedback' },
          ]}
          onChange={(kind) =>
            onChange({ kind, ...(kind === 'retrieval' && draft.primaryMetric === 'recovered' && { primaryMetric: 'completed' }) })
          }
          className="self-start"
        />
        <p className="text-fact text-text3">{problems.kind ?? kindAbout[draft.kind]}</p>
      </div>
      <div className="sm:col-span-2">
        <FormField label="Hypothesis" about="What you expect, in a sentence. Optional." problem={problems.hypothesis}>
          {(wired) => (
            <textarea
              {...wired}
              rows={2}
              maxLength={1_000}
              value={draft.hypothesis}
              className={`${inputClass} h-auto! py-1`}
              onChange={({ target }) => onChange({ hypothesis: target.value })}
            />
          )}
        </FormField>
      </div>
      <FormField label="Primary metric" about="The one that decides the verdict." problem={problems.primaryMetric}>
        {(wired) => (
          <select
            {...wired}
            value={draft.primaryMetric}
            className={inputClass}
            onChange={({ target }) => {
              const primaryMetric = metrics.find((metric) => metric === target.value);
              if (primaryMetric) onChange({ primaryMetric });
            }}
          >
            {metrics.map((metric) => (
              <option key={metric} value={metric}>
                {printMetricName(metric)}
              </option>
            ))}
          </select>
        )}
      </FormField>
      <NumberField
        label={`Smallest effect worth having, ${toEffectUnit(draft)}`}
        about="A smaller one would not be worth it. The smaller, the more sessions."
        problem={problems.smallestEffect}
        value={draft.smallestEffect}
        onChange={(smallestEffect) => onChange({ smallestEffect })}
      />
      <NumberField
        label="Share of the treatment, in percent"
        about={
          control > 0 && control < 100
            ? `The other ${Number(control.toFixed(4))} % are the control. 50 needs the fewest sessions.`
            : 'The rest is the control.'
        }
        problem={problems.treatment}
        value={draft.treatment}
        onChange={(treatment) => onChange({ treatment })}
      />
      {draft.primaryMetric === 'recovered' ? (
        <NumberField
          label="Recovered within, in calls"
          about="Calls from the first finding until the failure has ended."
          problem={problems.withinCalls}
          value={draft.withinCalls}
          onChange={(withinCalls) => onChange({ withinCalls })}
        />
      ) : null}
      <ProjectField value={draft.project} problem={problems.project} onChange={(project) => onChange({ project })} />
    </div>
  );
};
