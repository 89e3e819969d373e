import { findHeader, findPlaceRule, isPairName, isPairValue, toOuter, toPairName, type Place } from './field.ts';
import { findSecrets } from './find-secrets.ts';
import { makeKeyNames } from './key-names.ts';

/** What stands in the place of a secret. No rule finds it, so that redacting twice changes nothing more. */
export const toMarker = (rule: string): string => `[redacted: ${rule}]`;

const replaceSecrets = (text: string, replace: (secret: string, rule: string) => string): string => {
  const secrets = findSecrets(text);
  if (secrets.length === 0) return text;
  let from = 0;
  let clean = '';
  for (const { start, end, rule } of secrets) {
    clean += text.slice(from, start) + replace(text.slice(start, end), rule);
    from = end;
  }
  return clean + text.slice(from);
};

/** A text with each secret replaced by a marker that names its rule. */
export const redact = (text: string): string => replaceSecrets(text, (_, rule) => toMarker(rule));

/** The same with as many lines as before, so that numbers of lines stay right. */
export const redactLines = (text: string): string =>
  replaceSecrets(text, (secret, rule) => toMarker(rule) + secret.replace(/[^\n]+/gu, ''));

const redactField = (place: Place, value: string): string => {
  const rule = findPlaceRule(place, value, false);
  if (rule !== null) return toMarker(rule);
  const header = findHeader(place);
  if (header === null) return redact(value);
  const lead = `${header}: `;
  return redact(lead + value).slice(lead.length);
};

/** Lists repeat the same names and short values in each of their items. */
const remembered = { chars: 100, texts: 5_000 };

/** Redacts strings by where they stand, and remembers short ones. */
export const makeRedactField = (): ((place: Place, value: string) => string) => {
  const known = new Map<string, string>();
  return (place, value) => {
    if (value.length > remembered.chars) return redactField(place, value);
    const id = `${place.key ?? '\0'}\0${place.outer ?? '\0'}\0${value}`;
    const before = known.get(id);
    if (before !== undefined) return before;
    const clean = redactField(place, value);
    if (known.size < remembered.texts) known.set(id, clean);
    return clean;
  };
};

const nowhere: Place = { key: null, outer: null };

type Fields = Record<string, unknown>;
/** A list or object that is copied, and where it stands. */
type Task = { from: object; to: unknown[] | Fields; place: Place };

/** The name that a pair such as `{ name: 'x-api-key', value }` gives its value. */
const findPairName = (fields: readonly (readonly [string, unknown])[]): string | null => {
  const [, name] = fields.find(([key]) => isPairName(key)) ?? [];
  return typeof name === 'string' ? toPairName(name) : null;
};

/**
 * A JSON value with the secrets in its strings replaced, also strings and numbers that only the names of their fields tell. Equal in form:
 * the same fields in the same order; the same object where nothing was replaced. Any depth: nothing is called for a level.
 */
export const redactValue = <Value>(value: Value): Value => {
  const tasks: Task[] = [];
  let changes = 0;
  const clean = makeRedactField();
  const replace = (text: string, one: string): string => {
    if (text !== one) changes += 1;
    return text;
  };
  const copy = (one: unknown, place: Place): unknown => {
    if (typeof one === 'string') return replace(clean(place, one), one);
    if (typeof one === 'number') {
      const rule = findPlaceRule(place, String(one), true);
      return rule === null ? one : replace(toMarker(rule), '');
    }
    if (typeof one !== 'object' || one === null) return one;
    const to: unknown[] | Fields = Array.isArray(one) ? [] : {};
    tasks.push({ from: one, to, place });
    return to;
  };
  const result = copy(value, nowhere);
  for (let task = tasks.pop(); task; task = tasks.pop()) {
    const { from, to, place } = task;
    const outer = toOuter(place);
    if (Array.isArray(to)) for (const item of Object.values(from)) to.push(copy(item, { key: null, outer }));
    else {
      const fields: [string, unknown][] = Object.entries(from);
      const pairName = findPairName(fields);
      let toKey: ReturnType<typeof makeKeyNames> | null = null;
      for (const [key, field] of fields) {
        let cleanKey = clean(nowhere, key);
        if (cleanKey !== key) {
          toKey ??= makeKeyNames(fields.map(([name]) => name));
          cleanKey = replace(toKey(key, cleanKey), key);
        }
        const content = copy(field, { key: pairName !== null && isPairValue(key) ? pairName : key, outer });
        // An own field even where it is called __proto__.
        Object.defineProperty(to, cleanKey, { value: content, enumerable: true, writable: true, configurable: true });
      }
    }
  }
  // A copy has the form of its original.
  return changes === 0 ? value : (result as Value);
};
