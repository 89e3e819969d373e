import type { ViewRow } from './view-rows.ts';

/**
 * Folds the rows of turns that were taken back into one row of the kind K for each stretch of them, which they follow where it is opened.
 * `isWanted`: the stretch with this row is open whatever was chosen, as it holds what was jumped to. Other rows stay the same objects.
 */
export const foldTakenBack = (
  rows: readonly ViewRow[],
  gone: ReadonlySet<number>,
  open: ReadonlyMap<string, boolean>,
  isWanted: (row: ViewRow) => boolean,
): readonly ViewRow[] => {
  if (gone.size === 0) return rows;
  const folded: ViewRow[] = [];
  for (let at = 0; at < rows.length;) {
    const first = rows[at];
    if (!first || !gone.has(first.turn)) {
      if (first) folded.push(first);
      at += 1;
      continue;
    }
    let end = at;
    while (gone.has(rows[end]?.turn ?? NaN)) end += 1;
    const stretch = rows.slice(at, end);
    const key = `k${first.turn}`;
    const opened = open.get(key) ?? stretch.some(isWanted);
    const turns = new Set(stretch.map(({ turn }) => turn)).size;
    folded.push({
      ...first,
      key,
      kind: 'K',
      count: 1,
      call: 0,
      lastCall: 0,
      members: null,
      opened,
      opensAgent: false,
      findings: null,
      turns,
    });
    if (opened) folded.push(...stretch);
    at = end;
  }
  return folded;
};
