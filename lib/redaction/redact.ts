import { findFieldRule } from './find-assigned.ts';
import { findSecrets } from './find-secrets.ts';

/** What stands in the place of a secret. No rule finds it, so that redacting twice changes nothing more. */
const toMarker = (rule: string): string => `[redacted: ${rule}]`;

/** A text with each secret replaced by a marker that names its rule. */
export const redact = (text: string): string => {
  const secrets = findSecrets(text);
  if (secrets.length === 0) return text;
  let from = 0;
  let clean = '';
  for (const { start, end, rule } of secrets) {
    clean += text.slice(from, start) + toMarker(rule);
    from = end;
  }
  return clean + text.slice(from);
};

/** Headers whose values are only found behind their names. */
const headerName = /^(?:proxy-)?(?:authorization|cookie|set-cookie)$/iu;

const redactField = (name: string, value: string): string => {
  const rule = findFieldRule(name, value);
  if (rule !== null) return toMarker(rule);
  if (!headerName.test(name)) return redact(value);
  const lead = `${name}: `;
  return redact(lead + value).slice(lead.length);
};

/** The name that a pair such as `{ name: 'x-api-key', value }` gives its value. */
const toPairName = (fields: object): string | null => {
  const name = 'name' in fields ? fields.name : 'key' in fields ? fields.key : null;
  return typeof name === 'string' ? name : null;
};

/** Lists repeat the same names and short values in each of their items. */
const remembered = { chars: 100, texts: 5_000 };

/** Redacts fields, and remembers short ones. `name` null: of no field. */
const makeRedactField = (): ((name: string | null, value: string) => string) => {
  const known = new Map<string, string>();
  return (name, value) => {
    const isShort = value.length <= remembered.chars;
    const key = `${name ?? ''}\0${value}`;
    const before = isShort ? known.get(key) : undefined;
    if (before !== undefined) return before;
    const clean = name === null ? redact(value) : redactField(name, value);
    if (isShort && known.size < remembered.texts) known.set(key, clean);
    return clean;
  };
};

type Fields = Record<string, unknown>;
/** A list or object that is copied, and the name that its strings are judged by if they have none of their own. */
type Task = { from: object; to: unknown[] | Fields; name: string | null };

/**
 * A JSON value with the secrets in its strings replaced, also those that only the name of their field tells. Equal in form: the same
 * fields in the same order; the same object where nothing was replaced. Any depth: nothing is called for a level.
 */
export const redactValue = <Value>(value: Value): Value => {
  const tasks: Task[] = [];
  let isSame = true;
  const clean = makeRedactField();
  const copy = (one: unknown, name: string | null): unknown => {
    if (typeof one === 'string') {
      const text = clean(name, one);
      isSame &&= text === one;
      return text;
    }
    if (typeof one !== 'object' || one === null) return one;
    const to: unknown[] | Fields = Array.isArray(one) ? [] : {};
    tasks.push({ from: one, to, name });
    return to;
  };
  const result = copy(value, null);
  for (let task = tasks.pop(); task; task = tasks.pop()) {
    const { from, to, name } = task;
    if (Array.isArray(to)) for (const item of Object.values(from)) to.push(copy(item, name));
    else {
      const pairName = toPairName(from);
      for (const [key, field] of Object.entries(from)) {
        const cleanKey = clean(null, key);
        isSame &&= cleanKey === key;
        // An own field even where it is called __proto__.
        const content = copy(field, key === 'value' && pairName !== null ? pairName : key);
        Object.defineProperty(to, cleanKey, { value: content, enumerable: true, writable: true, configurable: true });
      }
    }
  }
  // A copy has the form of its original.
  return isSame ? value : (result as Value);
};
