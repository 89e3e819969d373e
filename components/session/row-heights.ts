import type { ViewRow } from './view-rows.ts';

/** Heights in px of one line of text, as rows draw it. */
const heights: Partial<Record<ViewRow['kind'], number>> = { P: 34, R: 32, B: 34, A: 26 };

/** A finding's sentence under its last row. */
const cardPx = 32;

/** Height in px that a row is expected to have before it is drawn; drawn rows are measured. It is that of most rows, exactly: each that differs moves all behind it. */
export const estimateRowHeight = (row: Pick<ViewRow, 'kind' | 'findings'> | undefined, touch: boolean): number =>
  ((row && heights[row.kind]) ?? (touch ? 32 : 22)) + (row?.findings?.ended.length ?? 0) * cardPx;

/** Values of each row that the virtual list reads often, computed once: a unique number (none for a row of a subagent), and its height. */
export const computeRowSizes = (rows: readonly ViewRow[], touch: boolean): { ids: Float64Array; heights: Uint16Array } => ({
  ids: Float64Array.from(rows, ({ agent, kind, seq, call, members }) =>
    agent !== null ? NaN : call > 0 ? 4 * call + (kind === 'C' ? 0 : 1) : 4 * seq + (members ? 2 : 3),
  ),
  heights: Uint16Array.from(rows, (row) => estimateRowHeight(row, touch)),
});

const digitPx = 6.7;
const leastIndexPx = 52;

/** Width in px of the column of call numbers, for the widest one: a run of the last calls, `#5003–5005`. */
export const computeIndexWidth = (rows: readonly ViewRow[]): number => {
  const digits = String(rows.findLast((row) => row.call > 0)?.lastCall ?? 0).length;
  return Math.max(leastIndexPx, Math.ceil((2 * digits + 2) * digitPx));
};
