import { hash } from 'node:crypto';
import type { CallArguments } from './call-arguments.ts';

/** Version of the normaliser below. It stands before each key, so that keys of two versions are never the same. */
export const keysVersion = 1;

const toKey = (text: string): string => `${keysVersion}:${hash('sha256', text, 'base64url').slice(0, 22)}`;

const sortKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'description')
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  );
};

/** Same tool with the same arguments, whatever their order; a free description of the call does not tell calls apart. */
export const computeCallKey = (name: string, { text, json }: CallArguments): string => {
  try {
    return toKey(`${name}\0${json ? JSON.stringify(sortKeys(json.value)) : text}`);
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

/** Same result but for durations, times, ids of runs and spaces at the end. Looks at the first 65,536 characters, and at the length of longer ones. */
export const computeResultKey = (text: string): string =>
  toKey(
    dropSpacesAtLineEnds(
      text
        .slice(0, keyedCharacters)
        .replace(runId, '')
        .replace(/\d+(?:\.\d+)?\s?(?:ms|s|sec|seconds|minutes|min)\b/gu, '#')
        .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?Z?/gu, '#'),
    ) + (text.length > keyedCharacters ? `\0${text.length}` : ''),
  );

/** Same failure: error text without paths, numbers, ids and times. Looks at its first 2,000 characters. */
export const computeErrorKey = (text: string): string =>
  toKey(
    text
      .slice(0, 2_000)
      .replace(runId, '')
      .replace(/[\w.~-]*[/\\][\w./\\~-]+/gu, '<path>')
      .replace(/\b[0-9a-f]{8,}(?:-[0-9a-f]{4,})*\b/giu, '<id>')
      .replace(/\d+/gu, '#')
      .replace(/\s+/gu, ' ')
      .trim(),
  );
