export type ExcerptPart = { text: string; /** Where it begins in the excerpt. */ from: number; isMatch: boolean };

/** An excerpt as parts that match or do not, in order. Ranges outside of it and overlaps are left out. */
export const splitExcerpt = (excerpt: string, ranges: readonly (readonly [number, number])[]): ExcerptPart[] => {
  const parts: ExcerptPart[] = [];
  let from = 0;
  const add = (to: number, isMatch: boolean) => {
    if (to > from) parts.push({ text: excerpt.slice(from, to), from, isMatch });
    from = Math.max(from, to);
  };
  for (const [start, end] of ranges) {
    if (start < from || end > excerpt.length || end <= start) continue;
    add(start, false);
    add(end, true);
  }
  add(excerpt.length, false);
  return parts;
};
