import type { SearchTerm } from '../domain/search.ts';
import { hasLetter, splitScripts, toPairs } from './words.ts';

/** FTS5 expressions for the index of words and for that of pairs of letters; null: nothing is looked for there. */
export type FtsQuery = { words: string | null; pairs: string | null };

const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;

type Expressions = { words: string[]; pairs: string[] };

/** A term in each index: a phrase of its words, and a phrase of its pairs. */
const toPhrases = ({ words, isPrefix }: SearchTerm): Expressions => {
  const found: Expressions = { words: [], pairs: [] };
  let phrase: string[] = [];
  const close = (isLast: boolean): void => {
    if (phrase.length > 0) found.words.push(`${quote(phrase.join(' '))}${isLast && isPrefix ? '*' : ''}`);
    phrase = [];
  };
  for (const { text, isUnspaced } of words.flatMap(splitScripts)) {
    if (!isUnspaced) {
      if (hasLetter(text)) phrase.push(text);
      continue;
    }
    close(false);
    const pairs = toPairs(text);
    // The last letter alone stands for any pair that begins with it.
    found.pairs.push(pairs.length === 1 ? `${quote(text)}*` : quote(pairs.slice(0, -1).join(' ')));
  }
  close(true);
  return found;
};

const join = (expressions: readonly string[], operator: 'AND' | 'OR'): string | null =>
  expressions.length === 0 ? null : expressions.length === 1 ? (expressions[0] ?? null) : `(${expressions.join(` ${operator} `)})`;

const collect = (terms: readonly SearchTerm[], role: SearchTerm['role']): Expressions => {
  const all = terms.filter((term) => term.role === role).map(toPhrases);
  return { words: all.flatMap(({ words }) => words), pairs: all.flatMap(({ pairs }) => pairs) };
};

/**
 * Queries for each index. `scored`: any match counts for the score. If one index holds all the terms, its `scored` also decides what
 * matches; otherwise `required` and `any` say what must match in both.
 */
export type FtsPlan = { scored: FtsQuery; required: FtsQuery; any: FtsQuery; excluded: FtsQuery; isSplit: boolean };

export const toFts5 = (terms: readonly SearchTerm[]): FtsPlan => {
  const [any, all, none] = [collect(terms, 'any'), collect(terms, 'all'), collect(terms, 'none')];
  const isSplit = any.words.length + all.words.length > 0 && any.pairs.length + all.pairs.length > 0;
  const toScored = (name: keyof Expressions): string | null =>
    isSplit ? join([...any[name], ...all[name]], 'OR') : join([join(any[name], 'OR') ?? [], ...all[name]].flat(), 'AND');
  const inBoth = (expressions: Expressions, operator: 'AND' | 'OR'): FtsQuery => ({
    words: join(expressions.words, operator),
    pairs: join(expressions.pairs, operator),
  });
  return {
    scored: { words: toScored('words'), pairs: toScored('pairs') },
    required: inBoth(all, 'AND'),
    any: inBoth(any, 'OR'),
    excluded: inBoth(none, 'OR'),
    isSplit,
  };
};
