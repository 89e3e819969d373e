import type { Sentence } from './sentences.ts';

/** As in the paper: how far a walk follows connections. */
const damping = 0.85;
const rounds = 20;

type Words = ReadonlySet<string>;

/** How many words two sentences share. */
const countShared = (a: Words, b: Words): number => {
  const [short, long] = a.size <= b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const word of short) if (long.has(word)) shared += 1;
  return shared;
};

/** The share of the shorter one's words that stand in the other one, too. */
export const computeOverlap = (a: Words, b: Words): number => countShared(a, b) / Math.max(1, Math.min(a.size, b.size));

/**
 * How central each sentence is: the score of a random walk over sentences that share words, as many as their lengths let expect. R.
 * Mihalcea and P. Tarau, "TextRank: Bringing Order into Texts", EMNLP 2004. Takes time that grows with the square of their number.
 */
export const rankByTextRank = (sentences: readonly Pick<Sentence, 'words'>[]): number[] => {
  const sets = sentences.map(({ words }) => new Set(words));
  const neighbors = sets.map((): { to: number; weight: number }[] => []);
  const sums = new Float64Array(sets.length);
  for (const [from, a] of sets.entries()) {
    for (let to = from + 1; to < sets.length; to += 1) {
      const b = sets[to];
      if (!b || a.size < 2 || b.size < 2) continue;
      const weight = countShared(a, b) / (Math.log(a.size) + Math.log(b.size));
      if (weight === 0) continue;
      neighbors[from]?.push({ to, weight });
      neighbors[to]?.push({ to: from, weight });
      sums[from] = (sums[from] ?? 0) + weight;
      sums[to] = (sums[to] ?? 0) + weight;
    }
  }
  let scores = sets.map(() => 1);
  for (let round = 0; round < rounds; round += 1) {
    const next = sets.map(() => 1 - damping);
    for (const [from, all] of neighbors.entries()) {
      const share = (damping * (scores[from] ?? 0)) / (sums[from] || 1);
      for (const { to, weight } of all) next[to] = (next[to] ?? 0) + share * weight;
    }
    scores = next;
  }
  return scores;
};
