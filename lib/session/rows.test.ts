import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../domain/outcome.ts';
import { computeRowIndex, type RowColumns } from './rows.ts';

type Call = [name: string, outcome: Outcome, repeats?: boolean];
const read: Call = ['Read', 'ok'];
const bash: Call = ['Bash', 'ok'];

/** `kinds` has one letter a record; `o` is a result that completes no call. */
const columnsOf = (kinds: string, calls: readonly Call[] = []): RowColumns => ({
  firstSeq: 0,
  firstTurn: kinds.startsWith('P') ? 0 : null,
  kinds: kinds.replaceAll('o', 'O'),
  firstCall: 1,
  callNames: calls.map(([name]) => name),
  outcomes: calls.map(([, outcome]) => outcome),
  repeats: calls.flatMap(([, , repeats], at) => (repeats ? [at + 1] : [])),
  orphans: Array.from(kinds).flatMap((kind, at) => (kind === 'o' ? [at] : [])),
});
const rowsOf = (kinds: string, ...calls: Call[]) => {
  const index = computeRowIndex(columnsOf(kinds, calls), 0);
  return { kinds: index.kinds, steps: index.steps, sizes: index.sizes, gaps: index.gaps };
};

describe('computeRowIndex', () => {
  it('draws results inside their calls and orphans by themselves', () => {
    expect(rowsOf('PCOo', bash)).toEqual({ kinds: 'PCO', steps: [0, 1, 2], sizes: [], gaps: [] });
  });

  it('folds three fine reading calls, not two', () => {
    expect(rowsOf('COCOCO', read, read, read)).toEqual({ kinds: 'F', steps: [0], sizes: [3], gaps: [2, 2] });
    expect(rowsOf('COCO', read, read).kinds).toBe('CC');
    expect(rowsOf('COCOCO', ['read_file', 'ok'], ['functions.grep_files', 'ok'], ['update_plan', 'ok']).kinds).toBe('F');
  });

  it('never folds a failure, nor across turns', () => {
    expect(rowsOf('COCOCO', read, ['Read', 'error'], read).kinds).toBe('CCC');
    expect(rowsOf('PCOCOPCO', read, read, read).kinds).toBe('PCCPC');
  });

  it('folds repeats of an earlier failure', () => {
    const failing: Call = ['Bash', 'error', true];
    expect(rowsOf('COCOCO', ['Bash', 'error'], failing, failing)).toMatchObject({ kinds: 'CE', sizes: [2] });
  });

  it('lets quiet records end no fold: they stand together behind it', () => {
    expect(rowsOf('PCMOtCMMOtCMO', read, read, read)).toEqual({
      kinds: 'PFM',
      steps: [0, 1, 1],
      sizes: [3, 6],
      gaps: [4, 5, 2, 2, 1, 2, 2],
    });
  });

  it('puts the quiet records of a stretch of calls into one row, where the first of them stands', () => {
    expect(rowsOf('RMtCMOtCMOR', bash, bash)).toEqual({ kinds: 'RMCCR', steps: [0, 1, 2, 4, 3], sizes: [5], gaps: [1, 2, 2, 2] });
    expect(rowsOf('RCMOCMOR', bash, bash)).toMatchObject({ kinds: 'RCMCR', sizes: [2], gaps: [3] });
  });

  it('lets what was said part quiet records', () => {
    expect(rowsOf('MMRM')).toEqual({ kinds: 'MRM', steps: [0, 2, 1], sizes: [2, 1], gaps: [1] });
    expect(rowsOf('PMPM')).toMatchObject({ kinds: 'PMPM', sizes: [1, 1] });
  });

  it('says where it begins', () => {
    const index = computeRowIndex({ ...columnsOf('PCO', [bash]), firstSeq: 7, firstTurn: 3, firstCall: 12 }, 3);
    expect(index).toMatchObject({ fromTurn: 3, firstTurn: 3, firstCall: 12, kinds: 'PC', steps: [7, 1], totalRecords: 10 });
    expect(computeRowIndex(columnsOf(''), 0)).toMatchObject({ firstTurn: -1, kinds: '', totalRecords: 0 });
  });

  it('shows each record that has no call once, whatever the order', () => {
    const record = fc.constantFrom('P', 'R', 'T', 't', 'C', 'O', 'o', 'S', 'B', 'M');
    const call = fc.constantFrom<Call>(read, bash, ['Bash', 'error', true]);
    fc.assert(
      fc.property(fc.array(record, { maxLength: 40 }), fc.array(call, { minLength: 40, maxLength: 40 }), (letters, calls) => {
        const kinds = letters.join('');
        const own = calls.slice(0, kinds.split('C').length - 1);
        const { kinds: rows, steps, sizes, gaps } = computeRowIndex(columnsOf(kinds, own), 0);
        const shown: number[] = [];
        const [size, gap] = [[...sizes], [...gaps]];
        let first = 0;
        for (const [at, row] of Array.from(rows).entries()) {
          first += steps[at] ?? 0;
          let seq = first;
          shown.push(seq);
          if ('FEM'.includes(row)) for (let rest = (size.shift() ?? 1) - 1; rest > 0; rest -= 1) shown.push((seq += gap.shift() ?? 0));
        }
        const wanted = Array.from(kinds).flatMap((kind, at) => (kind === 'O' ? [] : [at]));
        expect(shown.toSorted((a, b) => a - b)).toEqual(wanted);
        expect(steps.every((step, at) => at === 0 || step > 0)).toBe(true);
      }),
    );
  });
});
