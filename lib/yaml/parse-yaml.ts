import { isScalar, LineCounter, parseDocument, visit, type Document } from 'yaml';
import { isNestedWithin, maxLevels } from '../domain/nesting.ts';
import { normalizeTexts } from '../domain/normalize-texts.ts';
import { findLine } from './find-line.ts';
import { findTooDeep } from './find-too-deep.ts';
import { toSentence } from './to-key-problems.ts';

/** `line` is 1-based; null if no single line is at fault. */
export type YamlProblem = { line: number | null; message: string };

/** `findLine`: 1-based line of a key, or of its closest existing parent. Null if the document is empty. */
export type Yaml = { value: unknown; findLine: (path: readonly (string | number)[]) => number | null };

/** Limit for a document that cannot be read: later problems usually follow from the first ones. */
const maxProblems = 100;
const tooDeep = `This is nested more than ${maxLevels} levels deep. Check for brackets that are not closed.`;
const endless = `With its aliases, this is nested more than ${maxLevels} levels deep. Check for one that stands inside its own anchor.`;

/** Reads a document; its first line has the number `firstLine`. Keys must be unique. Never throws. */
export const parseYaml = (text: string, firstLine = 1): Yaml | { problems: YamlProblem[] } => {
  const lines = new LineCounter();
  const lineAt = (offset: number): number => lines.linePos(offset).line + firstLine - 1;
  const tooDeepAt = findTooDeep(text);
  if (tooDeepAt !== null)
    return { problems: [{ line: text.slice(0, tooDeepAt).split(/\r?\n/u).length + firstLine - 1, message: tooDeep }] };
  // The library compares each key with each other one.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false, merge: true });
  if (document.errors.length > 0) {
    return {
      problems: document.errors.slice(0, maxProblems).map(({ message, pos }) => ({ line: lineAt(pos[0]), message: toSentence(message) })),
    };
  }
  const repeated = findRepeatedKey(document);
  if (repeated)
    return {
      problems: [{ line: lineAt(repeated.at), message: `Keys must be unique; ${repeated.key.replace(/\s+/gu, ' ')} appears twice.` }],
    };
  const toLine = (path: readonly (string | number)[]) => {
    const line = findLine(document, lines, path);
    return line === null ? null : line + firstLine - 1;
  };
  try {
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    if (!isNestedWithin(value, maxLevels)) return { problems: [{ line: toLine([]), message: endless }] };
    return { value: normalizeTexts(value), findLine: toLine };
  } catch (error) {
    return { problems: [{ line: toLine([]), message: toSentence(error instanceof Error ? error.message : String(error)) }] };
  }
};

const findRepeatedKey = (document: Document.Parsed): { key: string; at: number } | null => {
  let found: { key: string; at: number } | null = null;
  visit(document, {
    Map: (_key, map) => {
      const keys = new Set<unknown>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        if (keys.has(key.value)) found = { key: String(key.value), at: key.range?.[0] ?? 0 };
        if (found) return visit.BREAK;
        keys.add(key.value);
      }
      return undefined;
    },
  });
  return found;
};
