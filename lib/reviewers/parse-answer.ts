import { createScanner, getNodeValue, parseTree, type Node, type ParseError } from 'jsonc-parser';
import { maxLevels } from '../domain/nesting.ts';
import { normalizeTexts } from '../domain/normalize-texts.ts';

/**
 * Contents of the JSON of an answer. `findings` null: it has no list of them, only `keys`. `isCut`: it ends before it is complete, and
 * the lists hold what is; `isDamaged`: it is not valid JSON, and they hold what can be read.
 */
export type ParsedAnswer =
  { findings: unknown[]; resolved: unknown[]; isCut: boolean; isDamaged: boolean } | { findings: null; keys: string[]; isCut: boolean };

/** The list that is asked for, and what models call it. */
const findingNames = ['observations', 'findings', 'issues'];
const resolvedNames = ['resolved'];
/** Places in a text where an object may begin that are tried. */
const maxStarts = 20;

// `SyntaxKind` of jsonc-parser is a const enum, which cannot be imported from a module that is compiled by itself.
const [openObject, closeObject, openList, closeList, endOfText]: readonly number[] = [1, 2, 3, 4, 17];

/** Whether lists and objects are nested too deep for the parser, which calls itself for each level. */
const isTooDeep = (text: string): boolean => {
  const scanner = createScanner(text, true);
  let level = 0;
  for (let token: number = scanner.scan(); token !== endOfText; token = scanner.scan()) {
    if (token === openObject || token === openList) level += 1;
    if (token === closeObject || token === closeList) level -= 1;
    if (level > maxLevels) return true;
  }
  return false;
};

const endOf = ({ offset, length }: Node): number => offset + length;

/** Whether an object or list has its end: one without ends where its last part does. */
const isClosed = (node: Node, text: string): boolean => {
  const last = node.children?.at(-1);
  return /[}\]]/u.test(text.charAt(endOf(node) - 1)) && (last === undefined || endOf(last) < endOf(node));
};

const readList = (list: Node, text: string): unknown[] =>
  (list.children ?? [])
    .filter((item) => (item.type === 'object' ? isClosed(item, text) : endOf(item) < text.length))
    .map((item) => normalizeTexts(getNodeValue(item) as unknown));

const findList = (node: Node, names: readonly string[]): Node | null => {
  const values = names.map((name) => node.children?.find(({ children }) => children?.[0]?.value === name)?.children?.[1]);
  return values.find((value) => value?.type === 'array') ?? null;
};

/** The JSON that begins `text`, and where it ends there; null if it is no object and no list, or nested too deep. */
const parseAt = (text: string): { parsed: ParsedAnswer; end: number } | null => {
  if (isTooDeep(text)) return null;
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  if (root?.type !== 'object' && root?.type !== 'array') return null;
  const end = endOf(root);
  const isCut = !isClosed(root, text);
  const isDamaged = !isCut && errors.some(({ offset }) => offset < end);
  if (root.type === 'array') return { parsed: { findings: readList(root, text), resolved: [], isCut, isDamaged }, end };
  const [findings, resolved] = [findList(root, findingNames), findList(root, resolvedNames)];
  const lists = { findings: findings ? readList(findings, text) : [], resolved: resolved ? readList(resolved, text) : [] };
  if (findings || resolved) return { parsed: { ...lists, isCut, isDamaged }, end };
  const keys = (root.children ?? []).map(({ children }) => String(children?.[0]?.value));
  return { parsed: { findings: null, keys, isCut }, end };
};

/** -1 where there is no list. */
const countFindings = (parsed: ParsedAnswer | null): number => parsed?.findings?.length ?? -1;

/**
 * The JSON of an answer, also between lines of Markdown or within prose; of several objects the last one with the most findings. Null if
 * the answer is a text. Never throws.
 */
export const parseAnswer = (answer: string): ParsedAnswer | null => {
  const text = answer.replace(/^\s*(?:```\w*\s*)?/u, '');
  const isJson = /^(?:\{|\[\s*[\]{"])/u.test(text);
  let best = isJson ? (parseAt(text)?.parsed ?? { findings: null, keys: [], isCut: false }) : null;
  if (countFindings(best) >= 0) return best;
  let end = 0;
  for (const { index } of [...text.matchAll(/\{\s*"/gu)].slice(0, maxStarts)) {
    const found = index < end ? null : parseAt(text.slice(index));
    if (found === null || countFindings(found.parsed) < 0) continue;
    end = index + found.end;
    if (countFindings(found.parsed) >= countFindings(best)) best = found.parsed;
  }
  return best;
};
