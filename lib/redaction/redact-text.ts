import { parseJson } from '../domain/parse-json.ts';
import { findHeader, findPlaceRule, type Place } from './field.ts';
import { findSecrets } from './find-secrets.ts';
import { makeKeyNames } from './key-names.ts';
import { findSecretName } from './secret-names.ts';
import type { Secret } from './secret.ts';
import { walkJson, type JsonPart } from './walk-json.ts';

/** Replacement for a secret. No rule finds it, so redacting twice changes nothing more. */
export const toMarker = (rule: string): string => `[redacted: ${rule}]`;

type Replace = (secret: string, rule: string) => string;
const byMarker: Replace = (_, rule) => toMarker(rule);
/** With as many lines as the secret has. */
export const byLines: Replace = (secret, rule) => toMarker(rule) + secret.replace(/[^\n]+/gu, '');

/** Part of a text, and where it is in what the rules read. */
type Run = { at: number; start: number; end: number };

/** A text as it is read: other text has one run and no parts, JSON has its strings and numbers. */
type Reading = {
  text: string;
  runs: Run[];
  parts: Part[];
  /** Whether the text is JSON from its begin to its end, and has to stay so. */
  isJson: boolean;
  /** Characters at the end that close a string that was cut. */
  added: number;
};

/** A key, string or number in JSON. `rule`: set if its place makes it a secret. `inner`: its value, if that is read separately. */
type Part = Pick<JsonPart, 'kind' | 'start' | 'end'> & { rule: string | null; inner: Reading | null; lead: number };

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

/** Characters that close the last string of cut JSON. */
const toEnd = (json: string): string => {
  let backslashes = 0;
  while (json[json.length - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 0 ? '"' : '\\"';
};

/** The value of a string; the text as written if JSON does not know one of its escapes. */
const toContent = (written: string): string => {
  if (!written.includes('\\')) return written;
  try {
    return JSON.parse(`"${written}"`) as string;
  } catch {
    return written;
  }
};

const firstWords = /^[ \t+>-]{0,20}(?:(?:export|set|ENV|ARG)[ ])?([\w.-]{1,60})([ ][\w.-]{1,30})?/u;

/** Whether a string begins as a setting, which is judged with the rest of its line: behind a quote there is no begin of a line. */
const isSetting = (written: string): boolean => {
  const [, first = '', second = ''] = firstWords.exec(written) ?? [];
  return first.length + second.length < written.length && (findSecretName(first) ?? findSecretName(first + second)) !== null;
};

/** No rule takes less for a secret. */
const minChars = 4;

/** Whether a string may be a word of a command or a manifest, so that the JSON around it tells something about it. */
const isWord = (content: string): boolean => content.length <= 256 && !/\s|^[{["]/u.test(content);

/** No rule goes over it: it ends a line, a value, a manifest and a private key. */
const separator = '\n\0\n-----\n';

/** Collects texts that the rules read in one pass: a call for each of many short ones takes ten times as long. */
const makeReader = () => {
  const texts: string[] = [];
  let length = 0;
  const add = (text: string): number => {
    texts.push(text);
    length += text.length;
    return length - text.length;
  };
  const read = (text: string, isSure = false): Reading => {
    const isWhole = isSure || isJson(text);
    const isCut = !isWhole && beginsAsJson.test(text);
    if (isWhole || isCut) return readJson(text, isWhole);
    if (length > 0) add(separator);
    return { text, runs: [{ at: add(text), start: 0, end: text.length }], parts: [], isJson: false, added: 0 };
  };
  const readJson = (text: string, isWhole: boolean): Reading => {
    const end = isWhole ? '' : toEnd(text);
    const json = text + end;
    const parts: Part[] = [];
    const judge = (part: Part, place: Place): void => {
      const written = json.slice(part.start, part.end);
      const content = part.kind === 'number' ? written : toContent(written);
      if (part.kind !== 'key') part.rule ??= findPlaceRule(place, content, part.kind === 'number');
      if (part.kind === 'number' || part.rule !== null) return;
      const header = findHeader(place);
      if (header !== null) {
        const lead = `${header}: `;
        part.lead = lead.length;
        part.inner = read(lead + content);
      } else if (part.inner === null && (written.includes('\\') || isSetting(written))) part.inner = read(content);
    };
    walkJson(json, 0, ({ kind, start, end, place }) => {
      const before = start <= (parts.at(-1)?.start ?? -1) ? parts[findFirst(parts, start)] : undefined;
      const part: Part = before ?? { kind, start, end, rule: null, inner: null, lead: 0 };
      if (!before) parts.push(part);
      if (end - start >= minChars) judge(part, place);
    });
    const runs: Run[] = [];
    if (length > 0) add(separator);
    let from = 0;
    const addRun = (to: number): void => {
      if (to > from) runs.push({ at: add(text.slice(from, to)), start: from, end: to });
    };
    for (const { kind, start, end, inner, lead } of parts) {
      if (inner === null || kind === 'key' || isWord(inner.text.slice(lead))) continue;
      addRun(start);
      from = end;
    }
    addRun(text.length);
    return { text: json, runs, parts, isJson: isWhole, added: end.length };
  };
  return { read, findAll: (): Secret[] => findSecrets(texts.length === 1 ? (texts[0] ?? '') : texts.join('')) };
};

type Range = { start: number; end: number };

/** The index of the first of some ranges in order that ends behind a place. */
const findFirst = (ranges: readonly Range[], at: number): number => {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ranges[middle]?.end ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** Secrets between two places, or the parts of them that are. */
const listWithin = (secrets: readonly Secret[], from: number, to: number): Secret[] => {
  const within: Secret[] = [];
  if (secrets.length === 0) return within;
  for (let at = findFirst(secrets, from), one = secrets[at]; one && one.start < to; at += 1, one = secrets[at])
    within.push({ start: Math.max(one.start, from), end: Math.min(one.end, to), rule: one.rule });
  return within;
};

const move = (secrets: readonly Secret[], to: (at: number) => number): Secret[] =>
  secrets.map(({ start, end, rule }) => ({ start: to(start), end: to(end), rule }));

/** In order, without overlaps. */
const merge = (secrets: Secret[]): Secret[] => {
  const merged: Secret[] = [];
  for (const one of secrets.sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && one.start < last.end) last.end = Math.max(last.end, one.end);
    else merged.push(one);
  }
  return merged;
};

/** `content` is the value of a string whose text in JSON is `text`. */
type Replaced = Range & { text: string; content: string };

const splice = (text: string, replaced: readonly (Range & { text: string })[]): string => {
  let from = 0;
  let clean = '';
  for (const one of replaced) {
    clean += text.slice(from, one.start) + one.text;
    from = one.end;
  }
  return clean + text.slice(from);
};

const replaceAll = (text: string, secrets: readonly Secret[], replace: Replace): string =>
  splice(
    text,
    secrets.map(({ start, end, rule }) => ({ start, end, text: replace(text.slice(start, end), rule) })),
  );

const escapes = /\\(?:u[\da-f]{0,4}|[^])?/giu;

/** Parts of JSON that hold no text of their own. */
const punctuation = /^(?:[\s\\"',:[\]{}]|true|false|null)*$/u;

/** Replacements in a text, in order. */
const listReplaced = ({ text, runs, parts, isJson }: Reading, secrets: readonly Secret[], replace: Replace): Replaced[] => {
  const found = runs.flatMap(({ at, start, end }) => move(listWithin(secrets, at, at + end - start), (place) => place - at + start));
  const replaced: Replaced[] = [];
  let toKey: ReturnType<typeof makeKeyNames> | null = null;
  const clean = ({ kind, start, end, rule, inner, lead }: Part, within: readonly Secret[]): void => {
    const written = text.slice(start, end);
    const own = move(within, (at) => at - start);
    if (rule !== null) {
      const marker = replace(written, rule);
      replaced.push({ start, end, text: kind === 'number' ? JSON.stringify(marker) : marker, content: marker });
      return;
    }
    if (inner === null && own.length === 0) return;
    const content = toContent(written);
    // An escape that is found in part is found as a whole.
    const toPlace = (at: number): number => lead + (content === written ? at : written.slice(0, at).replace(escapes, '.').length);
    let safe =
      inner === null ? replaceAll(content, move(own, toPlace), replace) : fold(inner, secrets, byMarker, move(own, toPlace)).slice(lead);
    if (safe === content) return;
    if (kind === 'key') {
      toKey ??= makeKeyNames(parts.filter((one) => one.kind === 'key').map((one) => toContent(text.slice(one.start, one.end))));
      safe = toKey(content, safe);
    }
    const quoted = content === written ? safe : JSON.stringify(safe).slice(1, -1);
    // As it was written, where text around it would take `</` for the end of an element.
    replaced.push({
      start,
      end,
      text: written.includes(String.raw`<\/`) ? quoted.replaceAll('</', String.raw`<\/`) : quoted,
      content: safe,
    });
  };
  const cleanBetween = (from: number, to: number): void => {
    for (const { start, end, rule } of isJson ? [] : listWithin(found, from, to)) {
      const secret = text.slice(start, end);
      if (!punctuation.test(secret)) replaced.push({ start, end, text: replace(secret, rule), content: '' });
    }
  };
  let from = 0;
  for (const part of found.length === 0 ? parts.filter(({ rule, inner }) => rule !== null || inner !== null) : parts) {
    // Only its name tells that a number is secret.
    if (part.kind === 'number' && part.rule === null) continue;
    cleanBetween(from, part.start);
    clean(part, listWithin(found, part.start, part.end));
    from = part.end;
  }
  cleanBetween(from, text.length);
  return replaced;
};

/** The text without its secrets. `more` are some that the text around it told. */
const fold = (reading: Reading, secrets: readonly Secret[], replace: Replace, more: readonly Secret[] = []): string => {
  const { text, runs, parts, added } = reading;
  const [first] = runs;
  if (first && parts.length === 0 && runs.length === 1) {
    const { at } = first;
    const own = move(listWithin(secrets, at, at + text.length), (place) => place - at);
    return replaceAll(text, more.length === 0 ? own : merge([...own, ...more]), replace);
  }
  const clean = splice(text, listReplaced(reading, secrets, replace));
  return added === 0 ? clean : clean.slice(0, clean.endsWith('\\"') && added === 2 ? -2 : -1);
};

/**
 * A text with each secret replaced. All of it is read in one pass: a command and a manifest reach over several strings of JSON. Strings
 * with escapes are read by themselves, as their value is, also where it is JSON again, and so are those whose name or header tells more.
 * JSON stays JSON, with all else as it was written: spaces, order, and digits of numbers; also if it was cut, as far as it goes.
 */
export const redactText = (text: string, replace = byMarker): string => {
  const { read, findAll } = makeReader();
  const reading = read(text);
  return fold(reading, findAll(), replace);
};

/** The values that replace strings and numbers of JSON, by the places where these begin: behind the quote. */
export const findReplaced = (json: string): Map<number, string> => {
  const { read, findAll } = makeReader();
  const reading = read(json, true);
  return new Map(listReplaced(reading, findAll(), byMarker).map(({ start, content }) => [start, content]));
};
