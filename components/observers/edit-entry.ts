import type { ObserverKindShown } from '@/lib/domain/observer-kind.ts';
import type { ObserverEntry, ObserversConfig, PresetName, Trigger } from '@/lib/domain/observer-config.ts';
import { isSame, makeEntry } from './config-changes.ts';
import { findPreset, findProblem } from './observer-words.ts';

/** An observer in a configuration: its effective settings, and which of them differ from its preset. */
export type ObserverValues = {
  enabled: boolean;
  outputPath: string;
  preset: PresetName;
  trigger: Trigger;
  triggerChanged: boolean;
  parameters: Record<string, unknown>;
  changed: ReadonlySet<string>;
};

const findEntry = (config: ObserversConfig, id: string): ObserverEntry =>
  config.observers.find(({ observer }) => observer === id) ?? makeEntry(id);

export const toValues = (kind: ObserverKindShown, config: ObserversConfig): ObserverValues => {
  const { enabled, preset, trigger, parameters, output_path: outputPath } = findEntry(config, kind.id);
  const defaults = findPreset(kind, preset);
  return {
    enabled,
    outputPath,
    preset,
    trigger: trigger ?? defaults.trigger,
    triggerChanged: trigger !== undefined && !isSame(trigger, defaults.trigger),
    parameters: { ...defaults.parameters, ...parameters },
    changed: new Set(Object.keys(parameters).filter((name) => !isSame(parameters[name], defaults.parameters[name]))),
  };
};

const putEntry = (config: ObserversConfig, entry: ObserverEntry): ObserversConfig => {
  const known = config.observers.some(({ observer }) => observer === entry.observer);
  return {
    ...config,
    observers: known ? config.observers.map((one) => (one.observer === entry.observer ? entry : one)) : [...config.observers, entry],
  };
};

export const setEnabled = (config: ObserversConfig, kind: ObserverKindShown, enabled: boolean): ObserversConfig =>
  putEntry(config, { ...findEntry(config, kind.id), enabled });

/** Where its assessments are written; unset: the default folder. */
export const setOutputPath = (config: ObserversConfig, kind: ObserverKindShown, path: string): ObserversConfig =>
  putEntry(config, { ...findEntry(config, kind.id), output_path: path });

/** Applies a preset and discards individual changes. */
export const setPreset = (config: ObserversConfig, kind: ObserverKindShown, preset: PresetName): ObserversConfig => {
  const { trigger: _, ...entry } = findEntry(config, kind.id);
  return putEntry(config, { ...entry, preset, parameters: {} });
};

/** Omits values equal to the preset, unless the saved configuration sets them explicitly. */
export const setParameter = (
  config: ObserversConfig,
  kind: ObserverKindShown,
  change: { name: string; value: unknown; saved: ObserversConfig },
): ObserversConfig => {
  const entry = findEntry(config, kind.id);
  const { name, value, saved } = change;
  const said = findEntry(saved, kind.id).parameters;
  const isDefault = isSame(value, findPreset(kind, entry.preset).parameters[name]) && !(name in said && isSame(said[name], value));
  const { [name]: _, ...others } = entry.parameters;
  return putEntry(config, { ...entry, parameters: isDefault ? others : { ...entry.parameters, [name]: value } });
};

export const setTrigger = (
  config: ObserversConfig,
  kind: ObserverKindShown,
  change: { trigger: Trigger; saved: ObserversConfig },
): ObserversConfig => {
  const { trigger: _, ...entry } = findEntry(config, kind.id);
  const isDefault =
    isSame(change.trigger, findPreset(kind, entry.preset).trigger) && !isSame(findEntry(change.saved, kind.id).trigger, change.trigger);
  return putEntry(config, isDefault ? entry : { ...entry, trigger: change.trigger });
};

/** Why a configuration cannot be saved or tried; null: it can. */
export const findConfigProblem = (config: ObserversConfig, kinds: readonly ObserverKindShown[]): string | null => {
  for (const kind of kinds) {
    const { parameters, outputPath } = toValues(kind, config);
    if (outputPath.trim() === '') return `${kind.name}: enter the name of the file to write.`;
    for (const parameter of kind.parameters) {
      const problem = findProblem(parameter, parameters[parameter.name]);
      if (problem !== null) return `${kind.name}, ${parameter.name.replaceAll('_', ' ')}: ${problem}`;
    }
  }
  return null;
};
