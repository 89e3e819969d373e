import type { SearchTerm } from '../domain/search.ts';
import { toStem } from '../search/stem.ts';
import { foldWord, listWords, splitScripts } from '../search/words.ts';
import { listTelling } from './filler-words.ts';
import type { CountedTerm } from './telling-words.ts';

/**
 * Minimum coverage (0 to 1) of what a prompt asks for, by a past prompt, and by a result or an answer. Below it, they share words that any
 * prompt may have.
 */
export const leastCoverage = { prompt: 0.35, result: 0.6 };
/** Minimum coverage (0 to 1) relative to the best example: success does not make up for another task. */
export const leastOfMost = 0.65;
/** With fewer prompts in the archive, nothing is known of how rare words are. */
export const fewPrompts = 20;
/** Words further apart have nothing to do with each other. */
const closeWords = 40;

/** Words and their number in the archive, of which documents and prompts are counted; of prompts only whether they are few. */
export type Archive = { documents: number; prompts: number };

/** Numbers, hashes and ids: no other prompt has them. */
const isId = (word: string): boolean => /^[\p{Nd}_]+$/u.test(word) || /^(?=.*\d)(?=.*[a-f])[\da-f]{7,}$/iu.test(word);

const toParts = (text: string): string[] =>
  listWords(text).flatMap((word) =>
    splitScripts(word).flatMap(({ text: part, isUnspaced }) => (isUnspaced ? part : part.split('_').filter((one) => one !== ''))),
  );
const toKey = (word: string): string => toStem(foldWord(word));
const isUnspaced = (word: string): boolean => splitScripts(word)[0]?.isUnspaced ?? false;

/** How rare a word is: as in BM25, and never below 0. */
const computeRarity = (found: number, all: number): number => Math.log(1 + (Math.max(0, all - found) + 0.5) / (found + 0.5));

/**
 * Share of a prompt's request that a text holds close together, from 0 to 1. Words other than fillers count by their rarity, even if the
 * archive does not have them; in an archive of fewer than 20 prompts, all count the same. Forms of a word count as that word. The shared
 * words alone must be rare enough.
 */
export const makeCoverage = (terms: readonly CountedTerm[], { documents: all, prompts }: Archive) => {
  // Rarity of a word that only the square root of all documents have. Rarer words count no more, and shared words must be as rare together.
  const rare = Math.log(Math.max(1, all)) / 2;
  const weights = new Map<string, number>();
  const countOf = new Map(terms.map(({ term, documents }) => [term, documents]));
  for (const term of listTelling(terms.map((one) => one.term))) {
    const rarity = prompts < fewPrompts ? 1 : Math.min(computeRarity(countOf.get(term) ?? all, all), rare);
    const parts = term.words.flatMap(toParts).filter((word) => !isId(word));
    for (const word of parts) {
      const key = toKey(word);
      weights.set(key, Math.max(weights.get(key) ?? 0, rarity / parts.length));
    }
  }
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const pairs = [...weights.keys()].filter(isUnspaced);
  const computeWeight = (keys: Iterable<string>): number => [...new Set(keys)].reduce((sum, key) => sum + (weights.get(key) ?? 0), 0);
  const least = prompts < fewPrompts ? 0 : rare;
  const toShare = (weight: number): number => (total === 0 || weight < least * (1 - 1e-9) ? 0 : Math.min(1, weight / total));
  return {
    ofTerms: (found: readonly SearchTerm[]): number =>
      toShare(computeWeight(found.flatMap(({ words }) => words.flatMap(toParts).map(toKey)))),
    ofText: (text: string): number => {
      const places: { at: number; key: string }[] = [];
      for (const [at, word] of toParts(text).entries()) {
        const folded = foldWord(word);
        if (isUnspaced(folded)) places.push(...pairs.filter((key) => folded.includes(key)).map((key) => ({ at, key })));
        else if (weights.has(toKey(folded))) places.push({ at, key: toKey(folded) });
      }
      let [best, from] = [0, 0];
      const inside = new Map<string, number>();
      let weight = 0;
      for (const { at, key } of places) {
        const count = inside.get(key) ?? 0;
        if (count === 0) weight += weights.get(key) ?? 0;
        inside.set(key, count + 1);
        for (let first = places[from]; first && at - first.at >= closeWords; first = places[from]) {
          const left = (inside.get(first.key) ?? 1) - 1;
          inside.set(first.key, left);
          if (left === 0) weight -= weights.get(first.key) ?? 0;
          from += 1;
        }
        best = Math.max(best, weight);
      }
      return toShare(best);
    },
  };
};
export type Coverage = ReturnType<typeof makeCoverage>;
