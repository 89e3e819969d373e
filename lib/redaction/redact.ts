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

/**
 * A JSON value with the secrets in its strings replaced, also those that only the name of their field tells. Equal in form: the same
 * fields in the same order; the same object where nothing was replaced.
 */
export const redactValue = <Value>(value: Value): Value => redactAny(value, null) as Value;

const redactAny = (value: unknown, name: string | null): unknown => {
  if (typeof value === 'string') return name === null ? redact(value) : redactField(name, value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((one: unknown) => redactAny(one, name));
    return items.some((one, at) => one !== value[at]) ? items : value;
  }
  const pairName = toPairName(value);
  const fields: [string, unknown][] = Object.entries(value);
  const clean = fields.map(([key, one]) => [redact(key), redactAny(one, key === 'value' && pairName !== null ? pairName : key)] as const);
  return clean.some(([key, one], at) => key !== fields[at]?.[0] || one !== fields[at][1]) ? Object.fromEntries(clean) : value;
};
