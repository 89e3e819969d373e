import type { ViewRow } from './view-rows.ts';

/** Height in px that a row is expected to have before it is drawn; drawn rows are measured. */
export const estimateRowHeight = (row: ViewRow | undefined, touch: boolean): number => {
  const line = touch ? 32 : 22;
  switch (row?.kind) {
    case 'P':
      return 38;
    case 'R':
      return 50;
    case 'B':
      return 34;
    case 'C':
    case 'E':
      return line + 2;
    default:
      return line;
  }
};

const digitPx = 6.7;
const leastIndexPx = 52;

/** Width in px of the column of call numbers: that of the widest, a fold of the last calls, `#5003–5005`. */
export const computeIndexWidth = (rows: readonly ViewRow[]): number => {
  const digits = String(rows.findLast((row) => row.call > 0)?.lastCall ?? 0).length;
  return Math.max(leastIndexPx, Math.ceil((2 * digits + 2) * digitPx));
};
