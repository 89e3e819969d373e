import { hash } from 'node:crypto';
import type { CallArguments } from './call-arguments.ts';

/** Version of the normalizers below. Each key begins with it, so keys of two versions are never equal. */
export const keysVersion = 2;

const toKey = (text: string): string => `${keysVersion}:${hash('sha256', text, 'base64url').slice(0, 22)}`;

/** A user's home folder in Linux, macOS, Windows (also with escaped backslashes) and WSL. */
const home = /(?:(?<![\w.~/\\-])(?:\/mnt\/[a-z])?\/(?:home|Users)\/|\b[A-Za-z]:(?:\\{1,2}|\/)Users(?:\\{1,2}|\/))[^\s/\\"'`:;,<>|]+/gu;

/** The same text whoever's home it mentions. */
const dropHome = (text: string): string => (/[/\\](?:home|Users)[/\\]/u.test(text) ? text.replace(home, '~') : text);

const sortKeys = (value: unknown): unknown => {
  if (typeof value === 'string') return dropHome(value);
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'description')
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  );
};

/** The same tool with the same arguments. The order of arguments, a free description and the name of the home folder make no difference. */
export const computeCallKey = (name: string, { text, json }: CallArguments): string => {
  try {
    return toKey(`${name}\0${json ? JSON.stringify(sortKeys(json.value)) : dropHome(text)}`);
  } catch {
    // Nested deeper than the stack.
    return toKey(`${name}\0${text}`);
  }
};

const keyedCharacters = 65_536;

/** Codex begins what a command gave with an id of that run. */
const runId = /^Chunk ID: [0-9a-f]{1,16}$/mu;

const isSpace = (character: string | undefined): boolean => character === ' ' || character === '\t';

const endsInSpace = (text: string, end: number): boolean => isSpace(text[end - 1]) || (text[end - 1] === '\r' && isSpace(text[end - 2]));

/** Most texts have no spaces at the ends of their lines, which is found out several times as fast as by a pattern. */
const hasSpacesAtLineEnds = (text: string): boolean => {
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) if (endsInSpace(text, end)) return true;
  return endsInSpace(text, text.length);
};

/** From the first of some spaces on: else each indentation is tried from each of its spaces. */
const dropSpacesAtLineEnds = (text: string): string =>
  hasSpacesAtLineEnds(text) ? text.replace(/(?<![ \t])[ \t]+(?=\r?\n|$)/gu, '') : text;

/**
 * The same result, apart from durations, times, run ids, home folders and trailing spaces. Reads the first 65,536 characters, and compares
 * the length of longer results.
 */
export const computeResultKey = (text: string): string =>
  toKey(
    dropSpacesAtLineEnds(
      dropHome(text.slice(0, keyedCharacters))
        .replace(runId, '')
        .replace(/(?<!\d)\d+(?:\.\d+)?\s?(?:ms|s|sec|seconds|minutes|min)\b/gu, '#')
        .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?Z?/gu, '#'),
    ) + (text.length > keyedCharacters ? `\0${text.length}` : ''),
  );

/**
 * Where an error message begins to quote code: what an edit looked for, or the lines that a patch expected. The rest of it says nothing about
 * the kind of failure.
 */
const quotedCode =
  /(?<=String to replace not found(?: in file)?|No changes to make: old_string and new_string are exactly the same|Found # matches of the string to replace|Failed to find (?:expected lines|context)|(?:[Ii]nvalid|[Uu]nexpected) (?:patch|hunk|context)|old_str)\b[^]*/u;
/** A quotation that spans lines or is long is code; a short one may be the name that failed. */
const longQuote = /`(?:[^`\n]{40,}|[^`\n]*\n[^`]*)`/gu;

/** The same failure: error text without quoted code, paths, numbers, ids and times. Reads the first 2,000 characters. */
export const computeErrorKey = (text: string): string =>
  toKey(
    text
      .slice(0, 2_000)
      .replace(runId, '')
      .replace(/<\/?tool_use_error>/gu, '')
      .replace(longQuote, '<code>')
      .replace(/(?<![\w.~-])[\w.~-]*[/\\][\w./\\~-]+/gu, '<path>')
      .replace(/\b[0-9a-f]{8,}(?:-[0-9a-f]{4,})*\b/giu, '<id>')
      .replace(/\d+/gu, '#')
      .replace(quotedCode, '')
      .replace(/\s+/gu, ' ')
      .trim(),
  );
