const maxDistance = 2;
/** In a shorter name, one letter may be wrong. */
const shortName = 5;

/** Levenshtein distance between two words. */
const computeEditDistance = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [line, letter] of from.split('').entries()) {
    const next = [line + 1];
    for (const [at, other] of to.split('').entries()) {
      next.push(Math.min((next[at] ?? 0) + 1, (row[at + 1] ?? 0) + 1, (row[at] ?? 0) + (letter === other ? 0 : 1)));
    }
    row = next;
  }
  return row[to.length] ?? 0;
};

/** `topK` and `top_k` are written differently, not misspelled. */
const toLetters = (name: string): string => name.replace(/[_-]/gu, '').toLowerCase();

/** The known name that a misspelled one probably means, up to two letters away; null if none is. */
export const findNearestName = (name: string, known: readonly string[]): string | null => {
  const given = toLetters(name);
  const near = known
    .map((one) => ({ one, letters: toLetters(one) }))
    // So much longer or shorter a name is not compared: it may be as long as a body.
    .filter(({ letters }) => Math.abs(letters.length - given.length) <= maxDistance)
    .map(({ one, letters }) => ({ one, distance: computeEditDistance(given, letters), letters }))
    .filter(({ distance, letters }) => distance <= (letters.length < shortName ? 1 : maxDistance))
    .toSorted((a, b) => a.distance - b.distance);
  return near[0]?.one ?? null;
};
