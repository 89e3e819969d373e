import { SegmentedControl } from '@/components/ui/segmented-control.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Checkbox } from '@/components/ui/checkbox.tsx';
import { Chip } from '@/components/ui/chip.tsx';
import type { ObserverKindShown } from '@/lib/domain/observer-kind.ts';
import { presetName, type ObserversConfig } from '@/lib/domain/observer-config.ts';
import { setEnabled, setOutputPath, setParameter, setPreset, setTrigger, toValues } from './edit-entry.ts';
import { findPreset, presetLabels } from './observer-words.ts';
import { ParameterField } from './parameter-field.tsx';
import { TriggerFields } from './trigger-fields.tsx';

type Props = { kind: ObserverKindShown; config: ObserversConfig; saved: ObserversConfig; onChange: (config: ObserversConfig) => void };

/** One observer: what it looks for, when it runs, and its parameters. Reports every change at once; saves nothing. */
export const ObserverForm = ({ kind, config, saved, onChange }: Props) => {
  const values = toValues(kind, config);
  const preset = findPreset(kind, values.preset);
  const presets = presetName.options.filter((name) => kind.presets[name] !== null);
  const count = values.changed.size + (values.triggerChanged ? 1 : 0);
  return (
    <section aria-label={kind.name} className="flex min-w-0 flex-col rounded-card border border-line bg-panel xl:min-h-0 xl:flex-1">
      <header className="flex shrink-0 flex-col gap-2 border-b border-line p-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="text-title">{kind.name}</h2>
          <span className="font-mono text-fact text-text3">
            {kind.id} v{kind.version}
          </span>
          <label className="ml-auto flex min-h-6 items-center gap-2 text-table pointer-coarse:min-h-8">
            <Checkbox checked={values.enabled} onChange={(event) => onChange(setEnabled(config, kind, event.target.checked))} />
            Enabled
          </label>
        </div>
        <p className="max-w-[92ch] text-read text-text2">{kind.description}</p>
        {kind.offByDefault === null ? null : <p className="max-w-[92ch] text-table text-text3">Off by default. {kind.offByDefault}</p>}
        <div className="flex min-h-7 flex-wrap items-center gap-2">
          <span className="text-table text-text3">Preset</span>
          <SegmentedControl
            name="Preset"
            value={count === 0 ? values.preset : null}
            segments={presets.map((value) => ({ value, label: presetLabels[value] }))}
            onChange={(name) => onChange(setPreset(config, kind, name))}
          />
          {count > 0 ? (
            <Chip tone="outline">
              {presetLabels[values.preset]}, {count} changed
            </Chip>
          ) : null}
          {count > 0 ? (
            <Button look="quiet" size="small" onClick={() => onChange(setPreset(config, kind, values.preset))}>
              Reset to {presetLabels[values.preset]}
            </Button>
          ) : null}
          <span className="text-fact text-text3">{values.preset === 'reference' ? 'Exactly as specified.' : 'Recommended.'}</span>
        </div>
      </header>
      <div className="flex flex-col xl:min-h-0 xl:overflow-y-auto">
        <TriggerFields
          trigger={values.trigger}
          preset={preset.trigger}
          changed={values.triggerChanged}
          onChange={(trigger) => onChange(setTrigger(config, kind, { trigger, saved }))}
        />
        <fieldset className="min-w-0 border-t border-line p-3">
          <legend className="float-left mb-1 w-full text-table font-semibold">Parameters</legend>
          <div className="clear-both flex flex-col">
            {kind.parameters.map((parameter) => (
              <ParameterField
                key={parameter.name}
                parameter={parameter}
                value={values.parameters[parameter.name]}
                preset={preset.parameters[parameter.name]}
                changed={values.changed.has(parameter.name)}
                onChange={(value) => onChange(setParameter(config, kind, { name: parameter.name, value, saved }))}
              />
            ))}
          </div>
        </fieldset>
        <label className="flex flex-col gap-1 border-t border-line p-3 text-table">
          <span className="font-semibold">Feedback file</span>
          <span className="text-text3">Written for live sessions, in the agent’s working folder.</span>
          <input
            value={values.outputPath}
            spellCheck={false}
            onChange={(event) => onChange(setOutputPath(config, kind, event.target.value))}
            className="h-7 w-full max-w-[360px] rounded-control border border-line2 bg-panel px-2 font-mono text-fact pointer-coarse:h-8"
          />
        </label>
      </div>
    </section>
  );
};
