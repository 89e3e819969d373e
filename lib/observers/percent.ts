/** A ratio as whole percent, halves to even, as Python's `:.0%`. */
export const toPercent = (ratio: number): string => {
  const percent = ratio * 100;
  const below = Math.floor(percent);
  const isHalf = percent - below === 0.5;
  return `${isHalf ? below + (below % 2) : Math.round(percent)}%`;
};
