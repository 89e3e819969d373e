import { expect, it } from 'vitest';
import { foldTakenBack } from './taken-back-rows.ts';
import { toViewRows } from './view-rows.ts';

const rows = toViewRows({
  ...{ fromTurn: 0, firstTurn: 0, firstCall: 1, kinds: 'PRPCBPRPR', sizes: [], gaps: [], totalRecords: 10 },
  steps: [0, 1, 1, 1, 2, 1, 1, 1, 1],
});
const print = (open: ReadonlyMap<string, boolean>, wanted: number | null, gone = [1, 2]): string =>
  foldTakenBack(rows, new Set(gone), open, ({ seq }) => seq === wanted)
    .map(({ kind, turns = '' }) => `${kind}${turns}`)
    .join(' ');

it('folds turns that were taken back into one row, and opens it by choice or for what was jumped to', () => {
  expect(print(new Map(), null, [])).toBe('P R P C B P R P R');
  expect(print(new Map(), null)).toBe('P R K2 P R');
  expect(print(new Map(), null, [1])).toBe('P R K1 P R P R');
  expect(print(new Map([['k1', true]]), null)).toBe('P R K2 P C B P R P R');
  expect(print(new Map(), 3)).toBe('P R K2 P C B P R P R');
  expect(print(new Map([['k1', false]]), 3)).toBe('P R K2 P R');
});
