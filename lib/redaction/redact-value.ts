import { findPlaceRule, isPairName, isPairValue, toOuter, toPairName, type Place } from './field.ts';
import { makeKeyNames } from './key-names.ts';
import { toMarker, type RedactField } from './redact-text.ts';

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
 * A JSON value with the secrets in its strings replaced by `clean`, also strings and numbers that only the names of their fields tell.
 * Equal in form: the same fields in the same order; the same object where nothing was replaced. Any depth: nothing is called for a level.
 */
export const copyRedacted = <Value>(value: Value, clean: RedactField): Value => {
  const tasks: Task[] = [];
  let changes = 0;
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
