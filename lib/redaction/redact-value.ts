import { makeKeyNames } from './key-names.ts';
import { findReplaced, redactText } from './redact-text.ts';

type Fields = Record<string, unknown>;
type ToText = (text: string) => string;

/** Actions for each part of a value, in the order of its JSON. */
type Visitor = {
  open(isList: boolean): void;
  key(name: string, original: string): void;
  leaf(one: unknown): void;
  close(isList: boolean): void;
};

/** The names that `toText` makes of those of fields, no two of them the same. */
const toNames = (keys: readonly string[], toText: ToText): readonly string[] => {
  let toName: ReturnType<typeof makeKeyNames> | null = null;
  return keys.map((key) => {
    const name = toText(key);
    if (name === key) return name;
    toName ??= makeKeyNames(keys);
    return toName(key, name);
  });
};

/** A list or object that is visited. A list has no names. */
type Open = { from: Fields | unknown[]; keys: readonly string[]; names: readonly string[]; at: number };

/** Visits a value of any depth: nothing is called for a level. */
const walkValue = (value: unknown, toText: ToText, visitor: Visitor): void => {
  const open: Open[] = [];
  const visit = (one: unknown): void => {
    if (typeof one !== 'object' || one === null) return visitor.leaf(one);
    const keys = Array.isArray(one) ? [] : Object.keys(one);
    open.push({ from: one as Fields | unknown[], keys, names: toNames(keys, toText), at: 0 });
    visitor.open(Array.isArray(one));
  };
  visit(value);
  for (let last = open.at(-1); last; last = open.at(-1)) {
    const { from, keys, names } = last;
    const at = last.at++;
    if (Array.isArray(from) ? at >= from.length : at >= keys.length) {
      open.pop();
      visitor.close(Array.isArray(from));
    } else if (Array.isArray(from)) visit(from[at]);
    else {
      const key = keys[at] ?? '';
      visitor.key(names[at] ?? key, key);
      visit(from[key]);
    }
  }
};

/** Characters that JSON escapes in a string; this test takes less time than writing the string. */
const escaped = /["\\\u0000-\u001f\ud800-\udfff]/u;
const toString = (text: string): string => (escaped.test(text) ? JSON.stringify(text) : `"${text}"`);

/** A value as JSON, and where in it the strings, keys and numbers begin. Values that JSON does not know are null. */
const toJson = (value: unknown, toText: ToText): { json: string; starts: number[]; isChanged: boolean } => {
  const starts: number[] = [];
  let json = '';
  let isChanged = false;
  let between = '';
  walkValue(value, toText, {
    open: (isList) => {
      json += between + (isList ? '[' : '{');
      between = '';
    },
    key: (name, original) => {
      if (name !== original) isChanged = true;
      json += between;
      starts.push(json.length + 1);
      json += `${toString(name)}:`;
      between = '';
    },
    leaf: (one) => {
      json += between;
      between = ',';
      if (typeof one === 'string') {
        const text = toText(one);
        if (text !== one) isChanged = true;
        starts.push(json.length + 1);
        json += toString(text);
      } else if (typeof one === 'number' && Number.isFinite(one)) {
        starts.push(json.length);
        json += String(one);
      } else json += typeof one === 'boolean' ? String(one) : 'null';
    },
    close: (isList) => {
      json += isList ? ']' : '}';
      between = ',';
    },
  });
  return { json, starts, isChanged };
};

/**
 * A JSON value with the secrets in its strings and keys replaced as in its JSON, so that both lose the same. `toText` is what is made of
 * its strings before. Equal in form: the same fields in the same order; the same object where nothing was replaced.
 */
export const copyRedacted = <Value>(value: Value, toText: ToText): Value => {
  // A copy has the form of its original.
  if (typeof value === 'string') return redactText(toText(value)) as Value & string;
  if (typeof value !== 'object' || value === null) return value;
  const { json, starts, isChanged } = toJson(value, toText);
  const replaced = findReplaced(json);
  if (replaced.size === 0 && !isChanged) return value;
  let at = 0;
  const next = (): string | undefined => replaced.get(starts[at++] ?? -1);
  const open: (unknown[] | Fields)[] = [];
  let key = '';
  let result: unknown;
  const put = (one: unknown): void => {
    const to = open.at(-1);
    if (to === undefined) result = one;
    else if (Array.isArray(to)) to.push(one);
    // An own field even where it is called __proto__.
    else Object.defineProperty(to, key, { value: one, enumerable: true, writable: true, configurable: true });
  };
  walkValue(value, toText, {
    open: (isList) => {
      const to: unknown[] | Fields = isList ? [] : {};
      put(to);
      open.push(to);
    },
    key: (name) => (key = next() ?? name),
    leaf: (one) => {
      if (typeof one === 'string') put(next() ?? toText(one));
      else put(typeof one === 'number' && Number.isFinite(one) ? (next() ?? one) : one);
    },
    close: () => open.pop(),
  });
  return result as Value;
};
