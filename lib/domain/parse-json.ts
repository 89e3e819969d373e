import { AppError } from './errors.ts';

/** Bounds of JSON that is parsed. A value takes up to 100 bytes of memory, a hundred times its text. */
export const jsonLimits = { levels: 60_000, containers: 90_000, values: 2_000_000 };

/** Limits for a file that is one document: its elements are drafted part by part. */
export const documentJsonLimits: typeof jsonLimits = { ...jsonLimits, containers: 350_000 };

/** Shorter text cannot hold enough to matter. */
const unmeasuredChars = 64 * 1024;

/**
 * Parses JSON after a pass over its text that counts levels, lists and objects, and values, so that a small text cannot take gigabytes.
 * Its strings are normal, as `normalizeTexts` makes them. Throws `too_large` over the limits, and SyntaxError where the text is not JSON.
 */
export const parseJson = (text: string, limits = jsonLimits): unknown => parseExactJson(normalizeEscapes(text), limits);

/** The same, with strings as they are written: of what is kept as JSON text again. */
export const parseExactJson = (text: string, limits = jsonLimits): unknown => {
  if (text.length > unmeasuredChars) measure(text, limits);
  return JSON.parse(text);
};

/** Only escapes give a string of JSON NUL or half a surrogate pair: text has neither where it was decoded from UTF-8. */
const abnormal = /\\u(?:0000|[dD][89a-fA-F])/u;
const escapes = /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u(?:0000|[dD][89a-fA-F][\da-fA-F]{2})|\\[^]/gu;

const normalizeEscapes = (text: string): string =>
  text.includes('\\u') && abnormal.test(text) ? text.replace(escapes, (found) => (found.length === 6 ? '\\ufffd' : found)) : text;

const [quote, comma, colon, backslash] = [0x22, 0x2c, 0x3a, 0x5c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

const measure = (text: string, limits: typeof jsonLimits): void => {
  let [levels, containers, values] = [0, 0, 1];
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = findStringEnd(text, at + 1);
        break;
      case comma:
      case colon:
        if ((values += 1) > limits.values) throw tooLarge('values', limits.values);
        break;
      case openList:
      case openObject:
        if ((levels += 1) > limits.levels) throw tooLarge('levels', limits.levels);
        if ((containers += 1) > limits.containers) throw tooLarge('lists and objects', limits.containers);
        break;
      case closeList:
      case closeObject:
        levels -= 1;
        break;
    }
  }
};

/** Where the string that starts at `from` ends: at a quote after an even number of backslashes, or with the text. */
const findStringEnd = (text: string, from: number): number => {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (before >= from && text.charCodeAt(before) === backslash) before -= 1;
    if ((at - before) % 2 === 1) return at;
  }
  return text.length;
};

const tooLarge = (what: string, limit: number): AppError =>
  new AppError(
    'too_large',
    `This JSON has more than ${limit.toLocaleString('en')} ${what}, too many to be read.${what === 'levels' ? '' : ' Split it into smaller ones.'}`,
    { what, limit },
  );
