import type { ViewRow } from './view-rows.ts';

/** Index of the row that shows a call: its own, else the run that contains it; -1: none. Logarithmic except for rows without calls. */
export const findRowOfCall = (rows: readonly ViewRow[], call: number): number => {
  let found = -1;
  let low = 0;
  let high = rows.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    let at = middle;
    while (at >= low && (rows[at]?.call ?? 0) === 0) at -= 1;
    if (at < low) {
      low = middle + 1;
    } else if ((rows[at]?.call ?? 0) <= call) {
      found = at;
      low = middle + 1;
    } else {
      high = at - 1;
    }
  }
  const row = rows[found];
  return row && call >= row.call && call <= row.lastCall ? found : -1;
};

const inStretch = new Set<ViewRow['kind']>(['C', 'F', 'E', 'M']);

/**
 * Index of the row that shows the record at `seq`: its own, else the one that holds it, else the nearest before it; -1 without
 * rows. Quiet records are between the calls they were written between.
 */
export const findRowOfSeq = (rows: readonly ViewRow[], seq: number): number => {
  const nearest = rows.findLastIndex((row) => !row.nested && row.seq <= seq);
  if (nearest < 0) return rows.length > 0 ? 0 : -1;
  if (rows[nearest]?.seq === seq && !rows[nearest].members) return nearest;
  for (let at = nearest; at >= 0; at -= 1) {
    const row = rows[at];
    if (!row || !(row.nested || inStretch.has(row.kind))) break;
    const member = row.members?.indexOf(seq) ?? -1;
    if (member >= 0) return row.opened ? at + 1 + member : at;
  }
  return nearest;
};

/** Index of the row that shows what `row` showed in other rows: itself, else the one that it was in, else the nearest before it. */
export const findRowLike = (rows: readonly ViewRow[], row: ViewRow): number => {
  for (let { key } = row; key !== ''; key = key.slice(0, Math.max(0, key.lastIndexOf('_')))) {
    const same = rows.findIndex((one) => one.key === key);
    if (same >= 0) return same;
  }
  if (row.agent !== null) return -1;
  const own = rows.filter(({ agent }) => agent === null);
  const holder = row.call > 0 ? findRowOfCall(own, row.call) : -1;
  const like = own[holder >= 0 ? holder : findRowOfSeq(own, row.seq)];
  return like ? rows.indexOf(like) : -1;
};

/** First row of a turn, or the one that it is folded into; -1 if it has none. */
export const findRowOfTurn = (rows: readonly ViewRow[], turn: number): number => {
  const own = rows.findIndex((row) => row.turn === turn);
  return own >= 0 ? own : rows.findIndex((row) => row.kind === 'K' && row.turn <= turn && turn < row.turn + (row.turns ?? 0));
};
