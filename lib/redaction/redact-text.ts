import { parseJson } from '../domain/parse-json.ts';
import { findHeader, findPlaceRule, type Place } from './field.ts';
import { findSecrets } from './find-secrets.ts';
import { makeKeyNames } from './key-names.ts';
import { walkJson, type JsonPart } from './walk-json.ts';

/** What stands in the place of a secret. No rule finds it, so that redacting twice changes nothing more. */
export const toMarker = (rule: string): string => `[redacted: ${rule}]`;

type Replace = (secret: string, rule: string) => string;
const byMarker: Replace = (_, rule) => toMarker(rule);
/** With as many lines as the secret has. */
export const byLines: Replace = (secret, rule) => toMarker(rule) + secret.replace(/[^\n]+/gu, '');

const replaceSecrets = (text: string, replace: Replace): string => {
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

const isJson = (text: string): boolean => {
  if (!/^\s*["[{]/u.test(text)) return false;
  try {
    parseJson(text);
    return true;
  } catch {
    return false;
  }
};

/** A list or object whose end is missing or cannot be read, or several on lines of their own. */
const beginsAsJson = /^\s*[[{][\s[{]*"/u;

/**
 * A text with each secret replaced, by the one rule for all of them: JSON string by string, as values are, with all else as it was written;
 * JSON that was cut so, too, as far as it goes. Then as any other text, since a command and a manifest reach over several strings: what is
 * found so in whole JSON is replaced if it is JSON then.
 */
export const redactText = (text: string, replace = byMarker): string => {
  if (!isJson(text)) return replaceSecrets(beginsAsJson.test(text) ? redactCutJson(text) : text, replace);
  const walked = redactJson(text);
  const whole = replaceSecrets(walked, replace);
  return whole === walked || isJson(whole) ? whole : walked;
};

const redactField = (place: Place, value: string): string => {
  const rule = findPlaceRule(place, value, false);
  if (rule !== null) return toMarker(rule);
  const header = findHeader(place);
  if (header === null) return redactText(value);
  const lead = `${header}: `;
  return redactText(lead + value).slice(lead.length);
};

/** Lists repeat the same names and short values in each of their items. */
const remembered = { chars: 100, texts: 5_000 };

/** Redacts a string by where it stands. */
export type RedactField = (place: Place, value: string) => string;

/** Remembers short strings. */
export const makeRedactField = (): RedactField => {
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

/** The value of a string; the text as written if JSON does not know one of its escapes. */
const toContent = (json: string, { start, end }: JsonPart): string => {
  const inner = json.slice(start, end);
  if (!inner.includes('\\')) return inner;
  try {
    return JSON.parse(`"${inner}"`) as string;
  } catch {
    return inner;
  }
};

const listKeys = (json: string): string[] => {
  const keys: string[] = [];
  walkJson(json, 0, (part) => part.kind === 'key' && keys.push(toContent(json, part)));
  return keys;
};

type Replaced = { start: number; end: number; text: string };

/** JSON with its secrets replaced as `redactValue` does, and all else as it was written: spaces, order, and digits of numbers. */
const redactJson = (json: string): string => {
  const replaced = new Map<number, Replaced>();
  const clean = makeRedactField();
  let toKey: ((key: string, clean: string) => string) | null = null;
  walkJson(json, 0, (part) => {
    const { kind, start, end, place } = part;
    if (kind === 'number') {
      const rule = findPlaceRule(place, json.slice(start, end), true);
      if (rule !== null) replaced.set(start, { start, end, text: JSON.stringify(toMarker(rule)) });
      return;
    }
    const text = toContent(json, part);
    let safe = clean(place, text);
    if (safe === text) return;
    if (kind === 'key') {
      toKey ??= makeKeyNames(listKeys(json));
      safe = toKey(text, safe);
    }
    // As it was written, where text around it would take `</` for the end of an element.
    const isWithinTags = json.slice(start, end).includes(String.raw`<\/`);
    const quoted = isWithinTags ? JSON.stringify(safe).replaceAll('</', String.raw`<\/`) : JSON.stringify(safe);
    // A string that was cut has no quote at its end.
    if (json[end] === '"') replaced.set(start, { start: start - 1, end: end + 1, text: quoted });
    else replaced.set(start, { start: start - 1, end, text: quoted.slice(0, -1) });
  });
  let from = 0;
  let whole = '';
  for (const { start, end, text } of [...replaced.values()].sort((a, b) => a.start - b.start)) {
    whole += json.slice(from, start) + text;
    from = end;
  }
  return whole + json.slice(from);
};

/** The same of JSON whose last string may have no end. */
const redactCutJson = (json: string): string => {
  let backslashes = 0;
  while (json[json.length - 1 - backslashes] === '\\') backslashes += 1;
  const end = backslashes % 2 === 0 ? '"' : '\\"';
  const clean = redactJson(json + end);
  return clean.slice(0, clean.endsWith(end) ? -end.length : -1);
};
