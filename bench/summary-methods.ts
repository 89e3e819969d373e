import { listWords } from '../lib/search/words.ts';
import type { Rank } from '../lib/summaries/extractive.ts';
import type { Sentence } from '../lib/summaries/sentences.ts';

const countWords = (sentences: readonly Sentence[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { words } of sentences) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
};

/** The baseline: the first sentences. */
export const rankByLead: Rank = (sentences) => sentences.map((_, at) => -at);

/** Words between two significant ones that a cluster may span, as in the paper. */
const maxGap = 4;

/** H. P. Luhn, "The Automatic Creation of Literature Abstracts", IBM Journal 2 (1958): the densest cluster of frequent words. */
export const rankByLuhn: Rank = (sentences) => {
  const counts = countWords(sentences);
  const least = Math.max(2, Math.ceil(sentences.length / 20));
  return sentences.map(({ text, words }) => {
    const total = listWords(text).length;
    const places = words.flatMap((word, at) => ((counts.get(word) ?? 0) >= least ? [at] : []));
    let best = 0;
    let from = 0;
    for (let at = 0; at < places.length; at += 1) {
      if (at > 0 && (places[at] ?? 0) - (places[at - 1] ?? 0) > maxGap) from = at;
      const span = (places[at] ?? 0) - (places[from] ?? 0) + 1;
      best = Math.max(best, (at - from + 1) ** 2 / span);
    }
    return total === 0 ? 0 : best;
  });
};

/** A. Nenkova and L. Vanderwende, "The Impact of Frequency on Summarization", MSR-TR-2005-101: the average probability of a sentence's words. */
export const rankBySumBasic: Rank = (sentences) => {
  const counts = countWords(sentences);
  let total = 0;
  for (const count of counts.values()) total += count;
  return sentences.map(({ words }) => words.reduce((sum, word) => sum + (counts.get(word) ?? 0) / total, 0) / Math.max(1, words.length));
};

/** As in the paper: similarity below which two sentences are not connected, and how far a walk follows connections. */
const threshold = 0.1;
const [lexDamping, lexRounds] = [0.85, 20];

type Vector = { weights: ReadonlyMap<string, number>; length: number };

/** tf · idf over the sentences themselves. */
const toVectors = (sentences: readonly Pick<Sentence, 'words'>[]): Vector[] => {
  const inSentences = new Map<string, number>();
  for (const { words } of sentences) for (const word of new Set(words)) inSentences.set(word, (inSentences.get(word) ?? 0) + 1);
  return sentences.map(({ words }) => {
    const weights = new Map<string, number>();
    for (const word of words) weights.set(word, (weights.get(word) ?? 0) + Math.log(1 + sentences.length / (inSentences.get(word) ?? 1)));
    return { weights, length: Math.hypot(...weights.values()) };
  });
};

const computeCosine = (a: Vector, b: Vector): number => {
  const [short, long] = a.weights.size <= b.weights.size ? [a, b] : [b, a];
  let product = 0;
  for (const [word, weight] of short.weights) product += weight * (long.weights.get(word) ?? 0);
  return product === 0 ? 0 : product / (a.length * b.length);
};

/**
 * How central each sentence is: the share of time that a random walk over similar sentences spends at it. G. Erkan and D. Radev, "LexRank:
 * Graph-based Lexical Centrality as Salience in Text Summarization", JAIR 22 (2004). Shares add up to 1.
 */
export const rankByLexRank: Rank = (sentences) => {
  const vectors = toVectors(sentences);
  const count = vectors.length;
  const neighbors = vectors.map((): number[] => []);
  for (let a = 0; a < count; a += 1) {
    for (let b = a + 1; b < count; b += 1) {
      const [one, other] = [vectors[a], vectors[b]];
      if (!one || !other || computeCosine(one, other) < threshold) continue;
      neighbors[a]?.push(b);
      neighbors[b]?.push(a);
    }
  }
  let scores = vectors.map(() => 1 / count);
  for (let round = 0; round < lexRounds; round += 1) {
    const next = vectors.map(() => (1 - lexDamping) / count);
    for (const [from, to] of neighbors.entries()) {
      const share = (lexDamping * (scores[from] ?? 0)) / Math.max(1, to.length);
      // A sentence like no other keeps its own.
      for (const at of to.length > 0 ? to : [from]) next[at] = (next[at] ?? 0) + share;
    }
    scores = next;
  }
  return scores;
};
