import type { ObserverKindShown } from '@/lib/domain/observer-kind.ts';
import { assessmentSeverity } from '@/lib/domain/assessment.ts';
import { presetName, type PresetName, type Trigger } from '@/lib/domain/observer-config.ts';
import { toSeverity } from '@/lib/domain/to-severity.ts';
import { printCount, printCounted } from '@/lib/print/number.ts';
import type { ConfigChange } from './config-changes.ts';

export type Parameter = ObserverKindShown['parameters'][number];

export const presetLabels: Record<PresetName, string> = { default: 'Default', reference: 'Reference' };

/** The preset that a configuration names; the default where the observer does not have it. */
export const findPreset = ({ presets }: ObserverKindShown, name: PresetName): ObserverKindShown['presets']['default'] =>
  presets[name] ?? presets.default;

/** Worst first. */
export const severities = assessmentSeverity.options.toReversed().map((severity) => ({ severity, mark: toSeverity(severity) }));

/** `window_size` as `Window size`. */
export const toLabel = (name: string): string => {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Unit of a parameter's number; '' if the parameter's description says it. */
export const toUnit = ({ name, type, most }: Parameter): string => {
  if (name.endsWith('_seconds')) return 's';
  if (/(?:window_size|_calls)$/u.test(name)) return 'calls';
  if (type === 'integer' && name.endsWith('threshold')) return 'times';
  return type === 'number' && most === 1 ? 'of 1' : '';
};

/** `2 to 30`, `over 0, at most 1`, `at least 1`; '' without bounds. */
export const printBounds = ({ least, leastExcluded, most }: Parameter): string => {
  const print = (bound: number) => (Number.isInteger(bound) ? printCount(bound) : String(bound));
  if (least !== null && most !== null && !leastExcluded) return `${print(least)} to ${print(most)}`;
  return [least === null ? null : `${leastExcluded ? 'over' : 'at least'} ${print(least)}`, most === null ? null : `at most ${print(most)}`]
    .filter((part) => part !== null)
    .join(', ');
};

/** Why a value cannot be given to a parameter; null: it can. */
export const findProblem = (parameter: Parameter, value: unknown): string | null => {
  const { type, nullable, least, leastExcluded, most, choices } = parameter;
  if (nullable && value === null) return null;
  if (type === 'boolean') return typeof value === 'boolean' ? null : 'Yes or no.';
  if (type === 'choice') return choices?.some((choice) => choice === value) ? null : `One of ${choices?.join(', ') ?? ''}.`;
  if (type === 'texts') return Array.isArray(value) ? null : 'One per line.';
  const kind = type === 'integer' ? 'A whole number' : 'A number';
  const reported = [kind, printBounds(parameter)].filter(Boolean).join(', ');
  if (typeof value !== 'number' || !Number.isFinite(value) || (type === 'integer' && !Number.isInteger(value))) return `${reported}.`;
  const low = least !== null && (leastExcluded ? value <= least : value < least);
  return low || (most !== null && value > most) ? `${reported}.` : null;
};

/** When an observer runs, as a sentence. */
export const toTriggerWords = (trigger: Trigger): string => {
  if (trigger.on_every_call && !trigger.on_turn_end) return 'Runs at every call.';
  const calls = trigger.every_n_calls;
  const conditions = [
    trigger.on_every_call ? 'at every call' : calls ? (calls === 1 ? 'at every call' : `every ${printCount(calls)} calls`) : null,
    trigger.on_turn_end ? 'when a turn ends with an answer' : null,
    trigger.after_consecutive_errors ? `after ${printCounted(trigger.after_consecutive_errors, 'failed call')} in a row` : null,
    trigger.every_n_seconds ? `every ${trigger.every_n_seconds} s of session time` : null,
  ].filter((condition) => condition !== null);
  return conditions.length === 0 ? 'Never runs: no condition set.' : `Runs ${conditions.join(', or ')}.`;
};

/** A value of a configuration as people read it. */
export const printValue = (value: unknown): string => {
  if (value === undefined || value === null) return 'nothing';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
  const preset = presetName.safeParse(value);
  if (preset.success) return presetLabels[preset.data];
  if (typeof value !== 'string') return JSON.stringify(value);
  return /^[a-z_]+$/u.test(value) ? value.replaceAll('_', ' ') : value;
};

/** A change as `Stall Detector: window size 20 → 12`. A missing parameter has its preset's value. */
export const printChange = ({ observer, field, before, after }: ConfigChange, kinds: readonly ObserverKindShown[]): string => {
  const kind = kinds.find(({ id }) => id === observer);
  const name = field.replace(/^parameters\./u, '');
  const words = name === 'enabled' ? '' : `${name === 'output_path' ? 'file' : name.replaceAll('_', ' ')} `;
  const defaultValue = kind && findPreset(kind, kind.entry?.preset ?? 'default').parameters[name];
  const reported = (value: unknown) => printValue(field.startsWith('parameters.') ? (value ?? defaultValue) : value);
  if (field === 'trigger') return `${kind?.name ?? observer ?? ''}: when it runs`;
  return `${observer === null ? 'Feedback' : (kind?.name ?? observer)}: ${words}${reported(before)} → ${reported(after)}`;
};
