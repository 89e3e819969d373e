import type { SearchTerm } from '../../domain/search.ts';
import { listTelling } from '../../retrieval/filler-words.ts';
import { chooseTerms, listPromptTerms, promptLimits, resultLimits, type CountedTerm } from '../../retrieval/telling-words.ts';
import { printCount } from '../../print/number.ts';
import type { Store } from '../../store/store.ts';

/** Documents of each word that are counted at first; of words in more, further ones, while that is little work or no word is counted yet. */
const firstCount = 1_000;
const growth = 4;
const maxCounted = 50_000;
const maxCountedFirst = 200_000;

/**
 * The words that a prompt is ranked by, those of them that results and answers are, all of them with how many documents have each, and
 * notes about those that it is not ranked by. Counts at most 600,000 documents.
 */
export const findTerms = async (
  store: Pick<Store, 'countDocuments'>,
  prompt: string,
): Promise<{ terms: SearchTerm[]; rarest: SearchTerm[]; counted: CountedTerm[]; notes: string[] }> => {
  const { terms: listed, isCut } = listPromptTerms(prompt);
  const counts = new Map<SearchTerm, number>();
  let [open, documentsRead] = [listed, 0];
  for (let max = firstCount; open.length > 0; max = Math.min(max * growth, promptLimits.maxDocuments)) {
    if (max > firstCount && open.length * max > (documentsRead === 0 ? maxCountedFirst : maxCounted)) break;
    const found = await store.countDocuments(open, max + 1);
    for (const [at, term] of open.entries()) {
      const documents = found[at] ?? 0;
      if (documents > max) continue;
      counts.set(term, documents);
      documentsRead += documents;
    }
    open = open.filter((term) => !counts.has(term));
    // Terms in more documents would not fit beside those that are counted.
    if (max === promptLimits.maxDocuments || documentsRead + max > promptLimits.maxDocuments) break;
  }
  const toCounted = (term: SearchTerm): CountedTerm => ({ term, documents: counts.get(term) ?? null });
  const counted = listed.map(toCounted);
  const { terms, common } = chooseTerms(counted);
  const { terms: rarest } = chooseTerms(listTelling(terms).map(toCounted), resultLimits);
  const notes = isCut ? ['Of a prompt this long, only the first and the last 200 different words are looked up.'] : [];
  if (common.length > 0) {
    const all = printCount(terms.length + common.length);
    notes.push(`Ranked by the ${printCount(terms.length)} rarest of ${all} words; the others are in too many records.`);
  }
  return { terms, rarest, counted, notes };
};
