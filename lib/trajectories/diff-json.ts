import { toJson } from '../formats/narrow.ts';

/** A place where two JSON values differ, from the top: keys of objects and indexes of lists. Indexes of what is new are those after it. */
export type JsonChange = { path: readonly (string | number)[] } & (
  { kind: 'added'; after: unknown } | { kind: 'removed'; before: unknown } | { kind: 'changed'; before: unknown; after: unknown }
);

export type JsonDiff = {
  changes: readonly JsonChange[];
  /** There are more changes than were asked for. */
  isCut: boolean;
};

/** What lies deeper is compared as a whole. */
const maxLevels = 500;

type Path = JsonChange['path'];
type Entries = ReadonlyMap<string, unknown>;

/**
 * The first `limit` differences of two parsed JSON values, in the order of the values. Of lists, equal items at both ends are set aside
 * and those between them are compared one by one, so that a list that grew at either end shows only what is new. Takes linear time.
 */
export const diffJson = (before: unknown, after: unknown, limit: number): JsonDiff => {
  const idOf = makeIds();
  const changes: JsonChange[] = [];
  const isFull = () => changes.length > limit;

  const compare = (one: unknown, other: unknown, path: Path): void => {
    if (isFull() || idOf(one) === idOf(other)) return;
    const level = path.length;
    if (level < maxLevels && Array.isArray(one) && Array.isArray(other)) compareLists(one, other, path);
    else if (level < maxLevels && isObject(one) && isObject(other)) compareObjects(toEntries(one), toEntries(other), path);
    else changes.push({ path, kind: 'changed', before: one, after: other });
  };

  const compareLists = (one: readonly unknown[], other: readonly unknown[], path: Path): void => {
    const shorter = Math.min(one.length, other.length);
    let [start, end] = [0, 0];
    while (start < shorter && idOf(one[start]) === idOf(other[start])) start += 1;
    while (end < shorter - start && idOf(one.at(-1 - end)) === idOf(other.at(-1 - end))) end += 1;
    const last = shorter - end;
    for (let at = start; at < last && !isFull(); at += 1) compare(one[at], other[at], [...path, at]);
    for (let at = last; at < one.length - end && !isFull(); at += 1)
      changes.push({ path: [...path, at], kind: 'removed', before: one[at] });
    for (let at = last; at < other.length - end && !isFull(); at += 1)
      changes.push({ path: [...path, at], kind: 'added', after: other[at] });
  };

  const compareObjects = (one: Entries, other: Entries, path: Path): void => {
    for (const [key, value] of one) {
      if (isFull()) return;
      if (other.has(key)) compare(value, other.get(key), [...path, key]);
      else changes.push({ path: [...path, key], kind: 'removed', before: value });
    }
    for (const [key, value] of other) if (!one.has(key) && !isFull()) changes.push({ path: [...path, key], kind: 'added', after: value });
  };

  compare(before, after, []);
  return { changes: changes.slice(0, limit), isCut: isFull() };
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);
const toEntries = (value: object): Entries => new Map(Object.entries(value));

/** Numbers that are equal for equal values, whatever the order of their keys. Each list and object is looked at once. */
const makeIds = () => {
  const ids = new Map<string, number>();
  const known = new Map<object, number>();

  const toId = (key: string): number => {
    const id = ids.get(key) ?? ids.size;
    ids.set(key, id);
    return id;
  };

  const idOf = (value: unknown, level = 0): number => {
    if (typeof value !== 'object' || value === null) return toId(`${typeof value} ${String(value)}`);
    const seen = known.get(value);
    if (seen !== undefined) return seen;
    const id = toId(level > maxLevels ? `deep ${toJson(value)}` : toKey(value, level));
    known.set(value, id);
    return id;
  };

  const toKey = (value: object, level: number): string => {
    if (Array.isArray(value)) return `[${value.map((item) => idOf(item, level + 1)).join()}`;
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, inner]) => `${toId(`key ${key}`)}:${idOf(inner, level + 1)}`).join()}`;
  };

  return idOf;
};
