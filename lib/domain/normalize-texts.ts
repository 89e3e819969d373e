const replacement = '\ufffd';

const isNormalText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

const toNormalText = (text: string): string => text.toWellFormed().replaceAll('\0', replacement);

const isPlain = (value: unknown): value is Record<string, unknown> => {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

const isNormal = (value: unknown): boolean => {
  const todo = [value];
  while (todo.length > 0) {
    const one = todo.pop();
    if (typeof one === 'string') {
      if (!isNormalText(one)) return false;
    } else if (Array.isArray(one) || one instanceof Set || one instanceof Map) {
      for (const item of one as Iterable<unknown>) todo.push(item);
    } else if (isPlain(one)) {
      for (const key in one) {
        if (!isNormalText(key)) return false;
        todo.push(one[key]);
      }
    }
  }
  return true;
};

/** A copy whose own texts are normal; what is nested in a list or object is not copied yet. */
const copyOf = (value: unknown): unknown => {
  if (typeof value === 'string') return toNormalText(value);
  if (value instanceof Set) return new Set(Array.from(value, replaceIn));
  if (value instanceof Map) return new Map(Array.from(value, ([key, field]) => [replaceIn(key), replaceIn(field)]));
  if (Array.isArray(value)) return [...(value as unknown[])];
  return isPlain(value) ? Object.fromEntries(Object.entries(value).map(([key, field]) => [toNormalText(key), field])) : value;
};

const replaceIn = (value: unknown): unknown => {
  const root = { value };
  const todo: object[] = [root];
  for (let one = todo.pop(); one; one = todo.pop()) {
    for (const [key, field] of Object.entries(one) as [string, unknown][]) {
      const copy = copyOf(field);
      Reflect.set(one, key, copy);
      if (Array.isArray(copy) || isPlain(copy)) todo.push(copy);
    }
  }
  return root.value;
};

/**
 * The value with NUL and lone surrogates in its texts and keys replaced by U+FFFD, one for one, since not every database can hold them.
 * Normalize a name before anything is derived from it: an id made of the name as it came would not be found by the name as it is stored.
 * Returns the value itself, not a copy, where there is nothing to replace. Bytes, functions and instances of classes stay as they are. Takes
 * values nested to any depth.
 */
// The copy has the value's shape: texts are replaced by texts, and nothing else changes.
export const normalizeTexts = <Value>(value: Value): Value => (isNormal(value) ? value : (replaceIn(value) as Value));
