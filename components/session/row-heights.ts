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
