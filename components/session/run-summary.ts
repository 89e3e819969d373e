const maxNames = 5;

/** `Read ×4, Grep ×2, Edit ×1`: names by how often they occur, at most five; without numbers where not all are known. */
export const printNameCounts = (names: readonly string[], whole = true): string => {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const sorted = [...counts].sort((a, b) => b[1] - a[1]);
  const shown = sorted.slice(0, maxNames).map(([name, count]) => (whole ? `${name} ×${count}` : name));
  return (sorted.length > maxNames || !whole) && shown.length > 0 ? `${shown.join(', ')}, …` : shown.join(', ');
};

/** Sum of what is known; null when nothing is. */
export const sumKnown = (values: readonly (number | null | undefined)[]): number | null => {
  const known = values.filter((value): value is number => value !== null && value !== undefined);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
};
