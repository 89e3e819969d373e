import { describe, expect, it } from 'vitest';
import { computeRowIndex, type RowInput } from './rows.ts';

let seq = 0;
const input = (kind: RowInput['kind'], rest: Partial<RowInput> = {}): RowInput => ({
  seq: seq++,
  kind,
  turnIdx: 0,
  callIndex: 0,
  callName: '',
  outcome: null,
  sameAs: null,
  paired: false,
  ...rest,
});
const read = (callIndex: number, rest: Partial<RowInput> = {}): RowInput[] => [
  input('tool_call', { callIndex, callName: 'Read', outcome: 'ok', ...rest }),
  input('tool_result', { paired: true }),
];
const rowsOf = (...inputs: (RowInput | RowInput[])[]) => {
  const flat = inputs.flat();
  const offset = flat[0]?.seq ?? 0;
  const index = computeRowIndex(
    flat.map((one) => ({ ...one, seq: one.seq - offset })),
    0,
    flat.length,
  );
  return { kinds: index.kinds, seqs: index.seqs, counts: index.counts, calls: index.calls };
};

describe('computeRowIndex', () => {
  it('draws results inside their calls and orphans by themselves', () => {
    expect(rowsOf(input('prompt'), read(1), input('tool_result'))).toEqual({
      kinds: 'PCO',
      seqs: [0, 1, 3],
      counts: [1, 1, 1],
      calls: [0, 1, 0],
    });
  });

  it('folds three fine reading calls, not two', () => {
    expect(rowsOf(read(1), read(2), read(3))).toEqual({ kinds: 'F', seqs: [0], counts: [6], calls: [1] });
    expect(rowsOf(read(1), read(2)).kinds).toBe('CC');
  });

  it('never folds a failure, nor across turns', () => {
    expect(rowsOf(read(1), read(2, { outcome: 'error' }), read(3)).kinds).toBe('CCC');
    expect(rowsOf(read(1), read(2), read(3, { turnIdx: 1 })).kinds).toBe('CCC');
  });

  it('folds repeats of an earlier failure', () => {
    const failing = { callName: 'Bash', outcome: 'error' as const };
    expect(rowsOf(read(1, failing), read(2, { ...failing, sameAs: 1 }), read(3, { ...failing, sameAs: 1 })).kinds).toBe('CE');
  });

  it('folds meta records of a turn', () => {
    expect(rowsOf(input('meta'), input('meta'), input('response'), input('meta'))).toMatchObject({ kinds: 'MRM', counts: [2, 1, 1] });
  });

  it('never counts a result that stands between meta records as one of them', () => {
    const result = input('tool_result', { paired: true });
    expect(rowsOf(input('meta'), { ...result, seq: seq++ }, input('meta'))).toMatchObject({ kinds: 'MM', counts: [1, 1] });
  });
});
