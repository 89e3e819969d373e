import { describe, expect, it } from 'vitest';
import type { RowIndex } from '@/lib/domain/row.ts';
import { findRowLike, findRowOfCall, findRowOfSeq, findRowOfTurn } from './find-rows.ts';
import { countQuiet, findLastTurn, findTurnStart, hideQuiet, openRows, spliceRowIndex, toViewRows } from './view-rows.ts';

// 0 prompt, 1 response, 2-7 three reads with results, 8 a thought, 9-13 a call, a result and three quiet records, 14 a prompt,
// 15-16 a call and its result, 17-19 quiet records.
const index: RowIndex = {
  fromTurn: 0,
  firstTurn: 0,
  firstCall: 1,
  kinds: 'PRFTCMPCM',
  steps: [0, 1, 1, 6, 1, 1, 4, 1, 2],
  sizes: [3, 3, 3],
  gaps: [2, 2, 2, 1, 1, 1],
  totalRecords: 20,
};
const rows = toViewRows(index);
const open = (...keys: string[]) => openRows(rows, new Set(keys), null);

describe('toViewRows', () => {
  it('gives each row its place, its calls, its turn', () => {
    expect(rows.map((row) => `${row.key} ${row.kind}${row.seq}+${row.count} ${row.call}-${row.lastCall} T${row.turn}`)).toEqual([
      's0 P0+1 0-0 T0',
      's1 R1+1 0-0 T0',
      'f1 F2+5 1-3 T0',
      's8 T8+1 0-0 T0',
      'c4 C9+1 4-4 T0',
      'm10 M10+1 0-0 T0',
      's14 P14+1 0-0 T1',
      'c5 C15+1 5-5 T1',
      'm17 M17+1 0-0 T1',
    ]);
    expect(rows.map((row) => row.members)).toMatchObject({ 2: [2, 4, 6], 5: [10, 12, 13], 8: [17, 18, 19] });
  });
  it('takes one quiet record for a row of its own', () => {
    const one = toViewRows({ ...index, kinds: 'M', steps: [4], sizes: [1], gaps: [] });
    expect(one).toMatchObject([{ key: 's4', members: null }]);
  });
});

describe('openRows', () => {
  it('opens a fold into its calls, and quiet records into each of them', () => {
    const opened = open('f1', 'm10').map((row) => `${row.key}@${row.seq}${row.nested ? '+' : ''}`);
    expect(opened.slice(2, 6)).toEqual(['f1@2', 'c1@2+', 'c2@4+', 'c3@6+']);
    expect(opened.slice(8, 12)).toEqual(['m10@10', 's10@10+', 's12@12+', 's13@13+']);
  });
  it('keeps the wanted calls alone, also those inside collapses', () => {
    const kept = openRows(rows, new Set(), [2, 5]);
    expect(kept.map((row) => [row.key, row.seq, row.turn, row.nested])).toEqual([
      ['c2', 4, 0, false],
      ['c5', 15, 1, false],
    ]);
  });
  it('leaves rows that are not opened the objects that they were', () => {
    expect(open('f1').filter((row) => rows.includes(row))).toHaveLength(rows.length - 1);
    expect(open()).toBe(rows);
  });
});

describe('finding rows', () => {
  it('finds a call, and the fold that holds it', () => {
    expect([1, 2, 3, 4, 5].map((call) => findRowOfCall(rows, call))).toEqual([2, 2, 2, 4, 7]);
    expect(findRowOfCall(rows, 6)).toBe(-1);
    expect(findRowOfCall([], 1)).toBe(-1);
  });
  it('finds the child of an opened fold', () => {
    const opened = open('f1', 'm10');
    expect([1, 2, 3, 4].map((call) => opened[findRowOfCall(opened, call)]?.key)).toEqual(['c1', 'c2', 'c3', 'c4']);
  });
  it('finds each record, inside a row too', () => {
    const keysOf = (among: typeof rows, ...seqs: number[]) => seqs.map((seq) => among[findRowOfSeq(among, seq)]?.key);
    expect(keysOf(rows, 0, 1, 4, 8, 9, 10, 13, 14, 18)).toEqual(['s0', 's1', 'f1', 's8', 'c4', 'm10', 'm10', 's14', 'm17']);
    expect(keysOf([...open('m10', 'm17')], 9, 10, 13, 14, 18)).toEqual(['c4', 's10', 's13', 's14', 's18']);
    expect(findRowOfSeq([], 3)).toBe(-1);
  });
  it('finds a quiet record whose row comes before other calls', () => {
    // 0 response, 1 quiet, 2 call, 3 quiet, 4 result, 5 call, 6 quiet, 7 result.
    const stretch = toViewRows({ ...index, kinds: 'RMCC', steps: [0, 1, 1, 3], sizes: [3], gaps: [2, 3], totalRecords: 8 });
    const opened = openRows(stretch, new Set(['m1']), null);
    expect([1, 2, 3, 5, 6].map((seq) => stretch[findRowOfSeq(stretch, seq)]?.key)).toEqual(['m1', 'c1', 'm1', 'c2', 'm1']);
    expect([1, 2, 3, 5, 6].map((seq) => opened[findRowOfSeq(opened, seq)]?.key)).toEqual(['s1', 'c1', 's3', 'c2', 's6']);
  });
  it('finds a turn', () => {
    expect(findRowOfTurn(rows, 1)).toBe(6);
    expect(findRowOfTurn(rows, 7)).toBe(-1);
  });
  it('finds what shows the same among other rows', () => {
    expect(findRowLike(rows, open('f1')[4] ?? rows[0]!)).toBe(2);
    expect(findRowLike(rows, rows[6]!)).toBe(6);
    expect(findRowLike(openRows(rows, new Set(), [2, 5]), rows[4]!)).toBe(0);
  });
});

describe('spliceRowIndex', () => {
  const tail: RowIndex = {
    fromTurn: 1,
    firstTurn: 1,
    firstCall: 5,
    kinds: 'PFMR',
    steps: [14, 1, 6, 4],
    sizes: [3, 2],
    gaps: [2, 2, 1],
    totalRecords: 26,
  };
  it('replaces the rows from a turn on', () => {
    const joined = toViewRows(spliceRowIndex(index, tail));
    expect(joined.slice(0, 6)).toEqual(rows.slice(0, 6));
    expect(joined.slice(6)).toEqual(toViewRows(tail));
  });
  it('adds a turn that was not there', () => {
    const more = { ...tail, fromTurn: 2, firstTurn: 2, firstCall: 6, steps: [20, 1, 6, 4] };
    expect(toViewRows(spliceRowIndex(index, more))).toEqual([...rows, ...toViewRows(more)]);
  });
  it('knows where turns begin', () => {
    expect(findLastTurn(index)).toBe(1);
    expect(findTurnStart(index, 1)).toEqual({ row: 6, seq: 14, call: 5, sizes: 2, gaps: 4 });
    expect(findTurnStart(index, 2)).toBeNull();
  });
});

describe('hideQuiet', () => {
  it('leaves out quiet records, but for the row of the one that is looked at', () => {
    expect(countQuiet(rows)).toBe(6);
    expect(hideQuiet(rows, null).map(({ key }) => key)).toEqual(['s0', 's1', 'f1', 's8', 'c4', 's14', 'c5']);
    expect(hideQuiet(rows, 10).map(({ key }) => key)).toContain('m10');
    expect(hideQuiet(rows, 9)).toHaveLength(7);
  });
});
