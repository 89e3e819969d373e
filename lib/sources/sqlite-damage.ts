/** True where a database's bytes cannot be made sense of, or are not there. */
export const isDamage = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  (/^SQLITE_(?:CORRUPT|NOTADB|IOERR|FORMAT)/u.test(error.code) ||
    // A number of its header that no version writes.
    (error.code === 'SQLITE_ERROR' && error.message === 'unsupported file format'));

/** Ids that are tried one by one; beyond, the step doubles. */
const singleSteps = 2_000;

/**
 * The id of the first row from `from` on that can be read, where damage lies before it; null where none is found. `probe`
 * gives the first row from an id on, its id first, or throws. A stretch of damage of any length costs a few thousand probes.
 */
export const findReadable = (probe: (rowid: number) => unknown[] | undefined, from: number): number | null => {
  const find = (rowid: number): number | null | 'damaged' => {
    try {
      const row = probe(rowid);
      if (row === undefined) return null;
      // A row before the one asked for: the pages that lead there are out of order.
      const found = Number(row[0]);
      return found < rowid ? 'damaged' : found;
    } catch (error) {
      if (isDamage(error)) return 'damaged';
      throw error;
    }
  };
  let at = Math.max(from, 0);
  let step = 1;
  for (let tries = 1; at <= Number.MAX_SAFE_INTEGER; tries++) {
    const found = find(at);
    if (found !== 'damaged') return step === 1 ? found : findFirst(find, at - step, at);
    if (tries > singleSteps) step *= 2;
    at += step;
  }
  return null;
};

/** Narrows a stretch whose begin is damaged and whose end is not. */
const findFirst = (find: (rowid: number) => number | null | 'damaged', damaged: number, readable: number): number | null => {
  let [low, high] = [damaged, readable];
  while (high - low > 1) {
    const middle = low + Math.floor((high - low) / 2);
    if (find(middle) === 'damaged') low = middle;
    else high = middle;
  }
  const found = find(high);
  return found === 'damaged' ? null : found;
};
