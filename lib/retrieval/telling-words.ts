import type { SearchTerm } from '../domain/search.ts';
import { toPlainTerms } from '../search/query.ts';
import { foldWord } from '../search/words.ts';

/** Different words that are looked up, from either end of a prompt: a question stands before or behind what was pasted. */
const edgeTerms = 200;
/** Words that are ranked, and documents that they are in, added up: the time of a ranking grows with it. */
type Limits = { maxTerms: number; maxDocuments: number };
export const promptLimits: Limits = { maxTerms: 60, maxDocuments: 50_000 };
/** Fewer stand close together, and more of the archive are results than prompts. */
export const resultLimits: Limits = { maxTerms: 12, maxDocuments: 8_000 };

/** The different words of a prompt; of more than 400, the first and the last 200. */
export const listPromptTerms = (prompt: string): { terms: SearchTerm[]; isCut: boolean } => {
  const byName = new Map<string, SearchTerm>();
  for (const term of toPlainTerms(prompt, Number.MAX_SAFE_INTEGER)) {
    const name = foldWord(term.words.join(' '));
    if (!byName.has(name)) byName.set(name, term);
  }
  const terms = [...byName.values()];
  if (terms.length <= 2 * edgeTerms) return { terms, isCut: false };
  return { terms: [...terms.slice(0, edgeTerms), ...terms.slice(-edgeTerms)], isCut: true };
};

/** In how many documents a word is; null for more than were counted. */
export type CountedTerm = { term: SearchTerm; documents: number | null };

/**
 * The words that a prompt is ranked by, in its order: of those that the archive has, the rarest, 60 at most, as long as all of them together
 * are in at most 50,000 documents, or within other limits. The rarest one is always among them, so that a prompt of common words finds
 * something.
 */
export const chooseTerms = (
  counted: readonly CountedTerm[],
  { maxTerms, maxDocuments }: Limits = promptLimits,
): { terms: SearchTerm[]; common: SearchTerm[] } => {
  const known = counted.filter(({ documents }) => documents !== 0);
  const chosen = new Set<SearchTerm>();
  let total = 0;
  for (const { term, documents } of known.toSorted((a, b) => (a.documents ?? Infinity) - (b.documents ?? Infinity) || 0)) {
    total += documents ?? Infinity;
    if (chosen.size > 0 && (chosen.size >= maxTerms || total > maxDocuments)) break;
    chosen.add(term);
  }
  const all = known.map(({ term }) => term);
  return { terms: all.filter((term) => chosen.has(term)), common: all.filter((term) => !chosen.has(term)) };
};
