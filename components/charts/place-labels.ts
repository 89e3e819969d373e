/** Moves labels apart that would overlap, `gapPx` from line to line, in the order of their places and within `low` and `high`. */
export const placeLabels = <L extends { y: number }>(labels: readonly L[], gapPx: number, low: number, high: number): L[] => {
  const placed = labels.toSorted((one, other) => one.y - other.y).map((label) => ({ ...label }));
  placed.forEach((label, index) => {
    const before = placed[index - 1];
    label.y = Math.max(label.y, before ? before.y + gapPx : low);
  });
  placed.toReversed().forEach((label, index) => {
    const after = placed[placed.length - index];
    label.y = Math.min(label.y, after ? after.y - gapPx : high);
  });
  return placed;
};
