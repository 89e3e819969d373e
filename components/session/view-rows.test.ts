import { describe, expect, it } from 'vitest';
import type { RowIndex } from '@/lib/domain/row.ts';
import { computeViewRows, findRowLike, findRowOfCall, findRowOfSeq, findRowOfTurn, spliceRowIndex } from './view-rows.ts';

const index: RowIndex = {
  fromTurn: 0,
  kinds: 'PRFTCPCM',
  seqs: [0, 1, 2, 8, 9, 11, 12, 14],
  counts: [1, 1, 6, 1, 2, 1, 2, 3],
  calls: [0, 0, 1, 0, 4, 0, 5, 0],
  turns: [0, 0, 0, 0, 0, 1, 1, 1],
  totalRecords: 17,
};
const closed = new Set<string>();

describe('computeViewRows', () => {
  it('gives each row its range of calls', () => {
    const rows = computeViewRows(index, 5, closed, null);
    expect(rows.map((row) => `${row.kind}${row.call}-${row.lastCall}`)).toEqual([
      'P0-0',
      'R0-0',
      'F1-3',
      'T0-0',
      'C4-4',
      'P0-0',
      'C5-5',
      'M0-0',
    ]);
    expect(new Set(rows.map((row) => row.key)).size).toBe(rows.length);
  });
  it('opens a fold into its calls', () => {
    const rows = computeViewRows(index, 5, new Set(['f1']), null);
    expect(rows.slice(2, 6).map((row) => `${row.key}${row.nested ? '+' : ''}`)).toEqual(['f1', 'c1+', 'c2+', 'c3+']);
  });
  it('keeps the wanted calls alone, also those inside folds', () => {
    expect(computeViewRows(index, 5, closed, [2, 5]).map((row) => [row.call, row.seq, row.turn])).toEqual([
      [2, 2, 0],
      [5, 12, 1],
    ]);
  });
});

describe('finding rows', () => {
  const rows = computeViewRows(index, 5, closed, null);
  it('finds a call, and the fold that holds it', () => {
    expect([1, 2, 3, 4, 5].map((call) => findRowOfCall(rows, call))).toEqual([2, 2, 2, 4, 6]);
    expect(findRowOfCall(rows, 6)).toBe(-1);
    expect(findRowOfCall([], 1)).toBe(-1);
  });
  it('finds the child of an opened fold', () => {
    const open = computeViewRows(index, 5, new Set(['f1']), null);
    expect([1, 2, 3, 4].map((call) => open[findRowOfCall(open, call)]?.key)).toEqual(['c1', 'c2', 'c3', 'c4']);
  });
  it('finds a record inside a row and a turn', () => {
    expect(findRowOfSeq(rows, 5)).toBe(2);
    expect(findRowOfSeq(rows, 16)).toBe(7);
    expect(findRowOfTurn(rows, 1)).toBe(5);
    expect(findRowOfTurn(rows, 7)).toBe(-1);
  });
});

describe('findRowLike', () => {
  const opened = computeViewRows(index, 5, new Set(['f1']), null);
  const folded = computeViewRows(index, 5, closed, null);
  const likeOf = (key: string) => {
    const row = opened.find((one) => one.key === key);
    return row && folded[findRowLike(folded, row)]?.key;
  };
  it('finds the row itself, the fold around it, or the nearest before', () => {
    expect([likeOf('s8'), likeOf('c2'), likeOf('c4')]).toEqual(['s8', 'f1', 'c4']);
    const onlyCalls = computeViewRows(index, 5, closed, [2]);
    const [first, , , last] = folded;
    expect([first && findRowLike(onlyCalls, first), last && findRowLike(onlyCalls, last)]).toEqual([0, 0]);
    expect(first && findRowLike([], first)).toBe(-1);
  });
});

describe('spliceRowIndex', () => {
  it('replaces the last turn', () => {
    const tail: RowIndex = {
      fromTurn: 1,
      kinds: 'PCC',
      seqs: [11, 12, 14],
      counts: [1, 2, 2],
      calls: [0, 5, 6],
      turns: [1, 1, 1],
      totalRecords: 16,
    };
    const joined = spliceRowIndex(index, tail);
    expect(joined.kinds).toBe('PRFTCPCC');
    expect(joined.seqs).toEqual([0, 1, 2, 8, 9, 11, 12, 14]);
    expect(joined.totalRecords).toBe(16);
  });
});
