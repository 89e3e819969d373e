/**
 * Adjusted p-values, in the order given: those at most α are significant together at family-wise error rate α (S. Holm, Scandinavian
 * Journal of Statistics 6, 1979). Unknown p-values stay null and are not counted as tests.
 */
export const adjustHolm = (pValues: readonly (number | null)[]): (number | null)[] => {
  const known = pValues.flatMap((p, at) => (p === null ? [] : [{ p, at }])).toSorted((first, second) => first.p - second.p);
  const adjusted: (number | null)[] = pValues.map(() => null);
  let largest = 0;
  for (const [rank, { p, at }] of known.entries()) {
    largest = Math.min(1, Math.max(largest, (known.length - rank) * p));
    adjusted[at] = largest;
  }
  return adjusted;
};
