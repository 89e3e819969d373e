import { defaultOutputPath, type ObserverEntry, type ObserversConfig } from '@/lib/domain/observer-config.ts';

/** One value that differs between two configurations. `observer` is null for what holds for all; undefined values are left out. */
export type ConfigChange = { observer: string | null; field: string; before: unknown; after: unknown };

const parameterPrefix = 'parameters.';

export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const toFields = (entry: ObserverEntry | undefined): Record<string, unknown> => {
  if (!entry) return { enabled: false };
  const { enabled, preset, trigger, output_path, parameters } = entry;
  const named = Object.entries(parameters).map(([name, value]): [string, unknown] => [parameterPrefix + name, value]);
  return { enabled, preset, trigger, output_path, ...Object.fromEntries(named) };
};

const compare = (observer: string | null, before: Record<string, unknown>, after: Record<string, unknown>): ConfigChange[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => !isSame(before[field], after[field]))
    .map((field) => ({ observer, field, before: before[field], after: after[field] }));

const findEntry = (config: ObserversConfig, id: string) => config.observers.find(({ observer }) => observer === id);

/** Differences, value by value. An observer that is not configured counts as off. */
export const listChanges = (before: ObserversConfig, after: ObserversConfig): ConfigChange[] => {
  const ids = new Set([...before.observers, ...after.observers].map(({ observer }) => observer));
  const ofObservers = [...ids].flatMap((id) => compare(id, toFields(findEntry(before, id)), toFields(findEntry(after, id))));
  return [...ofObservers, ...compare(null, before.feedback, after.feedback)];
};

export const makeEntry = (observer: string): ObserverEntry => ({
  observer,
  preset: 'default',
  enabled: false,
  parameters: {},
  output_path: defaultOutputPath,
});

const without = <T extends object>(value: T, name: string): T =>
  Object.fromEntries(Object.entries(value).filter(([key]) => key !== name)) as T;

const changeEntry = (entry: ObserverEntry, { field, after }: ConfigChange): ObserverEntry => {
  if (!field.startsWith(parameterPrefix)) return after === undefined ? without(entry, field) : { ...entry, [field]: after };
  const name = field.slice(parameterPrefix.length);
  return { ...entry, parameters: after === undefined ? without(entry.parameters, name) : { ...entry.parameters, [name]: after } };
};

/** A configuration with changes made on it; those of an observer that it does not have add it. */
export const applyChanges = (config: ObserversConfig, changes: readonly ConfigChange[]): ObserversConfig =>
  changes.reduce<ObserversConfig>((on, change) => {
    const { observer } = change;
    if (observer === null) return { ...on, feedback: { ...on.feedback, [change.field]: change.after } };
    const entry = changeEntry(findEntry(on, observer) ?? makeEntry(observer), change);
    const known = findEntry(on, observer) !== undefined;
    return { ...on, observers: known ? on.observers.map((one) => (one.observer === observer ? entry : one)) : [...on.observers, entry] };
  }, config);
