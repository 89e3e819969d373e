import { parsePythonJson } from '../trajectories/python-json.ts';
import type { Head } from './format.ts';

/** From this size on, a head may be a part of its file, whose end is no fault. */
const headBytes = 256 * 1024;

const toText = ({ bytes }: Head): string => new TextDecoder().decode(bytes);

const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length;

/** The line, from 1, of one of the values of a head, which stand for its lines with more than blanks. Undefined behind its bytes. */
export const findValueLine = (head: Head, at: number): number | undefined =>
  toText(head)
    .split('\n')
    .flatMap((line, index) => (/[^\0-\x20]/u.test(line) ? [index + 1] : []))[at];

/**
 * Where a document stops being JSON: its line and column, from 1. Null where it is JSON, also a value on each line, or no document, or goes
 * on behind the head.
 */
export const findSyntaxFault = (head: Head): { line: number; column: number } | null => {
  const text = toText(head);
  if (!/^\s*[[{]/u.test(text) || head.bytes.length >= headBytes) return null;
  if (head.values.length > 1 && head.values.every((value) => value !== null)) return null;
  try {
    parsePythonJson(text, Number);
    return null;
  } catch (error) {
    const at = error instanceof SyntaxError ? error.cause : null;
    if (typeof at !== 'number') return null;
    const line = lineAt(text, at);
    // Lines of logs and notes begin with a bracket, too.
    return line === 1 && !/^\s*\{/u.test(text) ? null : { line, column: at - text.lastIndexOf('\n', at - 1) };
  }
};

/**
 * The line of a key of a document: of several, that of the least indented one; where the key is missing, the line on which it begins.
 * Undefined of a file of several values, and of a document over several lines that goes on behind the head, where the key may follow.
 */
export const findKeyLine = (head: Head, key: string): number | undefined => {
  const text = toText(head);
  if (head.values.length > 1 || (head.bytes.length >= headBytes && head.values.length === 0)) return undefined;
  const found = [...text.matchAll(new RegExp(`^(?<indent>[ \\t]*)"${key}"\\s*:`, 'gmu'))];
  const [least] = found.toSorted((a, b) => (a.groups?.indent?.length ?? 0) - (b.groups?.indent?.length ?? 0));
  return least ? lineAt(text, least.index) : findValueLine(head, 0);
};
