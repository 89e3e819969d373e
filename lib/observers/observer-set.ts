import { hash } from 'node:crypto';
import type { Assessment } from '../domain/assessment.ts';
import type { ObserverEntry, ObserversConfig, Trigger } from '../domain/observer-config.ts';
import { defaultOutputPath } from '../domain/observer-config.ts';
import { toKeyProblems, type KeyProblem } from '../yaml/to-key-problems.ts';
import type { Observer, ObserverKind, Recording } from './observer.ts';
import { observerKinds } from './registry.ts';

/** An observer as it was configured. */
export type ConfiguredObserver = {
  kind: ObserverKind;
  observer: Observer;
  trigger: Trigger;
  records: Recording;
  outputPath: string;
  /** Hash of kind, version, parameters and trigger: assessments of one key are made the same way. */
  key: string;
};

/** The enabled observers of a configuration, in its order; `key` is a hash of all of them and of the reporting settings. */
export type ObserverSet = { key: string; observers: readonly ConfiguredObserver[]; stillAfterCalls: number };

/** An assessment before it is stored. */
export type AssessmentDraft = Omit<Assessment, 'sentAtMs' | 'superseded'>;

const toKey = (value: unknown): string => hash('sha256', JSON.stringify(value), 'base64url').slice(0, 16);

/** Same content, same text, whatever the order in which the names were written. */
const sortNames = (value: object): unknown => Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));

const configure = (entry: ObserverEntry, at: number, problems: KeyProblem[]): ConfiguredObserver | null => {
  const kind = observerKinds.find(({ id }) => id === entry.observer);
  if (!kind) {
    const known = observerKinds.map(({ id }) => id).join(', ');
    problems.push({ path: ['observers', at, 'observer'], message: `There is no observer "${entry.observer}". Known are: ${known}.` });
    return null;
  }
  const preset = kind.presets[entry.preset];
  if (!preset) {
    problems.push({ path: ['observers', at, 'preset'], message: `The observer "${kind.id}" has no preset "${entry.preset}".` });
    return null;
  }
  const parsed = kind.parametersSchema.safeParse({ ...(preset.parameters as object), ...entry.parameters });
  if (!parsed.success) {
    const place = ['observers', at, 'parameters'];
    problems.push(...parsed.error.issues.flatMap((issue) => toKeyProblems(kind.parametersSchema, issue, place)));
    return null;
  }
  const trigger = entry.trigger ?? preset.trigger;
  const parameters = parsed.data;
  return {
    kind,
    observer: kind.make(parameters),
    trigger,
    records: preset.records,
    outputPath: entry.output_path,
    key: toKey([kind.id, kind.version, sortNames(parameters as object), sortNames(trigger), preset.records]),
  };
};

/** Null stands for an entry that could not be read. */
const configureAll = (entries: readonly (ObserverEntry | null)[]): { observers: ConfiguredObserver[]; problems: KeyProblem[] } => {
  const problems: KeyProblem[] = [];
  const seen = new Set<string>();
  const observers = entries.flatMap((entry, at) => {
    if (entry === null) return [];
    if (seen.has(entry.observer))
      problems.push({ path: ['observers', at, 'observer'], message: `The observer "${entry.observer}" stands here twice.` });
    seen.add(entry.observer);
    const configured = configure(entry, at, problems);
    return configured && entry.enabled ? [configured] : [];
  });
  return { observers, problems };
};

/** Problems that the registry finds in entries of a configuration. Null stands for an entry that could not be read. */
export const findObserverProblems = (entries: readonly (ObserverEntry | null)[]): KeyProblem[] => configureAll(entries).problems;

/** Checks parameters and names against the registry and makes the observers. */
export const makeObserverSet = (config: ObserversConfig): { set: ObserverSet; problems: [] } | { set: null; problems: KeyProblem[] } => {
  const { observers, problems } = configureAll(config.observers);
  if (problems.length > 0) return { set: null, problems };
  const stillAfterCalls = config.feedback.still_after_calls;
  return { set: { key: toKey([observers.map(({ key }) => key), stillAfterCalls]), observers, stillAfterCalls }, problems: [] };
};

/** All observers with their `default` preset; those that are off by default are not enabled. */
export const defaultConfig: ObserversConfig = {
  observers: observerKinds.map(({ id, offByDefault }) => ({
    observer: id,
    preset: 'default',
    enabled: offByDefault === undefined,
    parameters: {},
    output_path: defaultOutputPath,
  })),
  feedback: { write_file: true, still_after_calls: 25 },
};
