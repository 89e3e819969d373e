import { makeKeyNames } from './key-names.ts';
import { findReplaced, redactText } from './redact-text.ts';

type Fields = Record<string, unknown>;
type ToText = (text: string) => string;

/** What is done with each part of a value, in the order of its JSON. */
type Visitor = { open(isList: boolean): void; key(name: string, original: string): void; leaf(one: unknown): void; close(isList: boolean): void };

/** The fields of an object with the names that `toText` makes of theirs, no two of them the same. */
const listFields = (from: object, toText: ToText): { key: string; name: string; one: unknown }[] => {
  const fields = Object.entries(from) as [string, unknown][];
  let toName: ReturnType<typeof makeKeyNames> | null = null;
  return fields.map(([key, one]) => {
    const name = toText(key);
    if (name === key) return { key, name, one };
    toName ??= makeKeyNames(fields.map(([other]) => other));
    return { key, name: toName(key, name), one };
  });
};

/** Visits a value of any depth: nothing is called for a level. */
const walkValue = (value: unknown, toText: ToText, visitor: Visitor): void => {
  const open: { isList: boolean; fields: { key: string; name: string; one: unknown }[] | null; items: unknown[]; at: number }[] = [];
  const visit = (one: unknown): void => {
    if (typeof one !== 'object' || one === null) return visitor.leaf(one);
    const isList = Array.isArray(one);
    open.push({ isList, fields: isList ? null : listFields(one, toText), items: isList ? one : [], at: 0 });
    visitor.open(isList);
  };
  visit(value);
  for (let last = open.at(-1); last; last = open.at(-1)) {
    const { isList, fields, items, at } = last;
    last.at += 1;
    const field = fields?.[at];
    if (field) {
      visitor.key(field.name, field.key);
      visit(field.one);
    } else if (at < items.length) visit(items[at]);
    else {
      open.pop();
      visitor.close(isList);
    }
  }
};

/** A value as JSON, and where in it the strings, keys and numbers begin. What JSON does not know is null. */
const toJson = (value: unknown, toText: ToText): { json: string; starts: number[]; isChanged: boolean } => {
  const texts: string[] = [];
  const starts: number[] = [];
  let length = 0;
  let isChanged = false;
  let isFirst = true;
  const add = (text: string): void => {
    texts.push(text);
    length += text.length;
  };
  const separate = (): void => {
    if (!isFirst) add(',');
    isFirst = false;
  };
  walkValue(value, toText, {
    open: (isList) => {
      separate();
      add(isList ? '[' : '{');
      isFirst = true;
    },
    key: (name, original) => {
      if (name !== original) isChanged = true;
      separate();
      starts.push(length + 1);
      add(`${JSON.stringify(name)}:`);
      isFirst = true;
    },
    leaf: (one) => {
      separate();
      if (typeof one === 'string') {
        const text = toText(one);
        if (text !== one) isChanged = true;
        starts.push(length + 1);
        add(JSON.stringify(text));
      } else if (typeof one === 'number' && Number.isFinite(one)) {
        starts.push(length);
        add(String(one));
      } else add(typeof one === 'boolean' ? String(one) : 'null');
    },
    close: (isList) => {
      add(isList ? ']' : '}');
      isFirst = false;
    },
  });
  return { json: texts.join(''), starts, isChanged };
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
