import type { RowIndex, RowKind } from '@/lib/domain/row.ts';

/**
 * One drawn row. A child of an opened fold knows its call but only the range of records that holds it, so `seq` and
 * `count` are then the fold's.
 */
export type ViewRow = {
  key: string;
  kind: RowKind;
  seq: number;
  count: number;
  /** First callIndex, 0: none. */
  call: number;
  /** Last callIndex; the same as `call` for one call. */
  lastCall: number;
  turn: number;
  /** Row opened in place: its children follow. */
  opened: boolean;
  /** True for a child of an opened fold. */
  nested: boolean;
};

const folds = new Set<RowKind>(['F', 'E']);

/** Last callIndex of each row: of a fold, one before the next row's first call. Rows without calls stay 0. */
const computeLastCalls = (index: RowIndex, totalCalls: number): number[] => {
  const last = new Array<number>(index.calls.length).fill(0);
  let next = totalCalls + 1;
  for (let i = index.calls.length - 1; i >= 0; i -= 1) {
    const call = index.calls[i] ?? 0;
    if (call === 0) continue;
    last[i] = folds.has(index.kinds[i] as RowKind) ? Math.max(call, next - 1) : call;
    next = call;
  }
  return last;
};

/** Keys of rows are stable while records are appended: calls by number, others by position. */
export const keyOfRow = (kind: RowKind, seq: number, call: number): string =>
  call > 0 ? `${folds.has(kind) ? 'f' : 'c'}${call}` : `s${seq}`;

/**
 * The rows to draw. An opened fold is followed by one row a call. `onlyCalls` (ascending) keeps these calls alone, each as a
 * row of its own. Linear in the number of rows.
 */
export const computeViewRows = (
  index: RowIndex,
  totalCalls: number,
  openFolds: ReadonlySet<string>,
  onlyCalls: readonly number[] | null,
): ViewRow[] => {
  const lastCalls = computeLastCalls(index, totalCalls);
  const rows: ViewRow[] = [];
  let wanted = 0;
  const pushCall = (i: number, call: number, nested: boolean) =>
    rows.push({
      key: `c${call}`,
      kind: 'C',
      seq: index.seqs[i] ?? 0,
      count: index.counts[i] ?? 1,
      call,
      lastCall: call,
      turn: index.turns[i] ?? 0,
      opened: false,
      nested,
    });
  for (let i = 0; i < index.seqs.length; i += 1) {
    const kind = index.kinds[i] as RowKind;
    const call = index.calls[i] ?? 0;
    const lastCall = lastCalls[i] ?? 0;
    if (onlyCalls) {
      for (; call > 0 && wanted < onlyCalls.length && (onlyCalls[wanted] ?? 0) <= lastCall; wanted += 1)
        pushCall(i, onlyCalls[wanted] ?? 0, false);
      continue;
    }
    const seq = index.seqs[i] ?? 0;
    const key = keyOfRow(kind, seq, call);
    const opened = openFolds.has(key);
    rows.push({ key, kind, seq, count: index.counts[i] ?? 1, call, lastCall, turn: index.turns[i] ?? 0, opened, nested: false });
    if (opened && folds.has(kind)) for (let child = call; child <= lastCall; child += 1) pushCall(i, child, true);
  }
  return rows;
};

/** Index of the row that shows a call: the call itself, else the fold that holds it; -1 if no row does. Logarithmic but for rows without calls. */
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

/** Index of the row that shows the record at `seq`; the nearest before it where none does; -1 without rows. */
export const findRowOfSeq = (rows: readonly ViewRow[], seq: number): number => {
  let low = 0;
  let high = rows.length - 1;
  let found = rows.length > 0 ? 0 : -1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.seq ?? 0) <= seq) {
      found = middle;
      low = middle + 1;
    } else {
      high = middle - 1;
    }
  }
  return found;
};

/** Index of the row that shows what `row` showed in other rows: itself, else what holds its call, else the nearest before it. */
export const findRowLike = (rows: readonly ViewRow[], row: ViewRow): number => {
  const same = rows.findIndex((one) => one.key === row.key);
  if (same >= 0) return same;
  const holder = row.call > 0 ? findRowOfCall(rows, row.call) : -1;
  return holder >= 0 ? holder : findRowOfSeq(rows, row.seq);
};

/** First row of a turn, -1 if it has none. */
export const findRowOfTurn = (rows: readonly ViewRow[], turn: number): number => rows.findIndex((row) => row.turn === turn);

/** The index with its rows from `tail.fromTurn` on replaced by `tail`. */
export const spliceRowIndex = (index: RowIndex, tail: RowIndex): RowIndex => {
  const found = index.turns.findIndex((turn) => turn >= tail.fromTurn);
  const cut = found < 0 ? index.turns.length : found;
  return {
    fromTurn: index.fromTurn,
    kinds: index.kinds.slice(0, cut) + tail.kinds,
    seqs: [...index.seqs.slice(0, cut), ...tail.seqs],
    counts: [...index.counts.slice(0, cut), ...tail.counts],
    calls: [...index.calls.slice(0, cut), ...tail.calls],
    turns: [...index.turns.slice(0, cut), ...tail.turns],
    totalRecords: tail.totalRecords,
  };
};
