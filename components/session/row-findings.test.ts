import { describe, expect, it } from 'vitest';
import { computeFindingMarks } from '@/components/findings/finding-marks.ts';
import { makeEpisode, buildFinding } from '@/components/findings/build-finding.ts';
import type { RowIndex } from '@/lib/domain/row.ts';
import { markRows, splitRuns } from './row-findings.ts';
import { openRows, toViewRows } from './view-rows.ts';

// A prompt, six fine calls in a fold (records 1 to 12), a response, a failing call, two repeats of it in a fold, a response.
const index: RowIndex = {
  fromTurn: 0,
  firstTurn: 0,
  firstCall: 1,
  kinds: 'PFRCER',
  steps: [0, 1, 12, 1, 2, 4],
  sizes: [6, 2],
  gaps: [2, 2, 2, 2, 2, 2],
  totalRecords: 22,
};
const rows = toViewRows(index);
const marksOf = (calls: number[], severity: 'warning' | 'caution' = 'warning') =>
  computeFindingMarks([makeEpisode({ finding: buildFinding({ calls, severity }), fromCall: calls.at(-1) ?? 1 })]);
const show = (list: ReturnType<typeof markRows>) =>
  list.map(({ key, seq, findings }) => `${key}@${seq}${findings ? ` ${findings.bar}${findings.ended.length > 0 ? ' ended' : ''}` : ''}`);

describe('splitFolds', () => {
  it('takes cited calls out of collapses of fine calls, with their places', () => {
    expect(splitRuns(rows, [2, 3, 6]).map(({ key, kind, seq, call, lastCall }) => `${key} ${kind}${seq} ${call}-${lastCall}`)).toEqual([
      's0 P0 0-0',
      'c1 C1 1-1',
      'c2 C3 2-2',
      'c3 C5 3-3',
      'f4 F7 4-5',
      'c6 C11 6-6',
      's13 R13 0-0',
      'c7 C14 7-7',
      'f8 E16 8-9',
      's20 R20 0-0',
    ]);
  });
  it('leaves repeats of a failing call together, and rows that nothing cites as they are', () => {
    expect(splitRuns(rows, [8])).toEqual(rows);
    expect(splitRuns(rows, [])).toBe(rows);
    expect(splitRuns(rows, [9]).every((row, at) => row === rows[at])).toBe(true);
  });
});

describe('markRows', () => {
  it('ties the rows from the first call to the last, with what stands between', () => {
    expect(show(markRows(splitRuns(rows, [6, 7]), marksOf([6, 7])))).toEqual([
      's0@0',
      'f1@1',
      'c6@11 warning',
      's13@13 warning',
      'c7@14 warning ended',
      'f8@16',
      's20@20',
    ]);
  });
  it('ends a finding in the fold that holds its last call, and in the call itself when the fold is open', () => {
    expect(show(markRows(rows, marksOf([7, 9]))).slice(3)).toEqual(['c7@14 warning', 'f8@16 warning ended', 's20@20']);
    const opened = openRows(rows, new Set(['f8']), null);
    expect(show(markRows(opened, marksOf([7, 9]))).slice(3)).toEqual([
      'c7@14 warning',
      'f8@16 warning',
      'c8@16 warning',
      'c9@18 warning ended',
      's20@20',
    ]);
  });
  it('gives a row of two findings the worse color', () => {
    const marks = [...marksOf([1, 9], 'caution'), ...marksOf([7, 9])];
    expect(show(markRows(rows, marks))).toEqual([
      's0@0',
      'f1@1 caution',
      's13@13 caution',
      'c7@14 warning',
      'f8@16 warning ended',
      's20@20',
    ]);
  });
});
