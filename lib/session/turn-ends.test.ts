import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TurnEnded } from '../domain/turn-ended.ts';
import { computeTurnEnded, findTakenBack, findTurnEnds, type TurnEntry, type TurnMarks } from './turn-ends.ts';

const response = (seq: number, subtype: string | null = null): TurnEntry => ({ seq, kind: 'response', subtype });
const prompt = (seq: number): TurnEntry => ({ seq, kind: 'prompt', subtype: null });
const meta = (seq: number, subtype: string): TurnEntry => ({ seq, kind: 'meta', subtype });
const call = { callIndex: 1, seq: 1, resultSeq: 2 };

describe('the end of a turn', () => {
  it.each<[string, TurnEntry[], number | null]>([
    ['the next prompt ends it', [response(3), prompt(4)], 3],
    ['the last response is the answer', [response(3), response(4), prompt(5)], 4],
    ['the agent says that it is done', [response(3, 'end_turn')], 3],
    ['Codex says so with another record', [response(3), meta(4, 'task_complete')], 3],
    ['without either it may go on', [response(3)], null],
    ['no answer was given', [prompt(3)], null],
    ['it was cut short', [response(3), meta(4, 'interrupted'), prompt(5)], null],
    ['what was said before the result is no answer', [{ ...response(2), seq: 1.5 }, prompt(3)], null],
    ['what follows the prompt is of the next turn', [prompt(3), response(4), prompt(5)], null],
  ])('%s', (_, entries, expected) => {
    expect(findTurnEnds([call], entries)).toEqual(expected === null ? [] : [{ callIndex: 1, answerSeq: expected }]);
  });

  it('is that of the last call before it, and none of a call that is followed by others', () => {
    const calls = [1, 2, 3].map((callIndex) => ({ callIndex, seq: callIndex * 10, resultSeq: callIndex * 10 + 1 }));
    const entries = [response(12), response(22), prompt(23), response(32, 'end_turn')];
    expect(findTurnEnds(calls, entries)).toEqual([
      { callIndex: 2, answerSeq: 22 },
      { callIndex: 3, answerSeq: 32 },
    ]);
    expect(findTurnEnds(calls, entries, 31)).toEqual([{ callIndex: 2, answerSeq: 22 }]);
  });

  it('never changes by what is appended', () => {
    const entry = fc.constantFrom(response(0), response(0, 'end_turn'), prompt(0), meta(0, 'interrupted'), meta(0, 'turn_duration'));
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 8 }), fc.array(entry, { maxLength: 8 }), (first, more) => {
        const entries = [...first, ...more].map((one, at) => ({ ...one, seq: at + 3 }));
        const [early] = findTurnEnds([call], entries.slice(0, first.length));
        if (early) expect(findTurnEnds([call], entries)).toEqual([early]);
      }),
    );
  });
});

const marks: TurnMarks = {
  ...{ isLast: true, isTakenBack: false, answerSeq: 6, workSeq: 6, endSeq: null, cut: null, isPrintedWell: null },
};
const cutAt = (seq: number, subtype: string): Pick<TurnMarks, 'cut'> => ({ cut: { seq, subtype } });

it.each<[string, Partial<TurnMarks>, TurnEnded]>([
  ['an answer that the agent says is the last', { endSeq: 6 }, 'answered'],
  ['an answer before the next prompt', { isLast: false }, 'answered'],
  ['an answer that may not be the last', {}, 'open'],
  ['a call without an answer', { workSeq: 8 }, 'open'],
  ['a call without an answer before the next prompt', { workSeq: 8, isLast: false }, 'unknown'],
  ['a prompt that nothing follows', { answerSeq: null, workSeq: null, isLast: false }, 'unknown'],
  ['an interruption', cutAt(7, 'interrupted'), 'interrupted'],
  ['an interruption behind which results stand', { ...cutAt(7, 'turn_aborted'), workSeq: 8 }, 'interrupted'],
  ['an interruption behind the end', { ...cutAt(8, 'interrupted'), endSeq: 7 }, 'answered'],
  ['a failed request alone', { ...cutAt(1, 'service_error'), answerSeq: null, workSeq: null, isLast: false }, 'service_error'],
  ['a failed request that was repeated', { ...cutAt(3, 'service_error'), endSeq: 6 }, 'answered'],
  ['a usage limit', cutAt(7, 'usage_limit'), 'usage_limit'],
  ['a refusal', cutAt(7, 'refused'), 'refused'],
  ['a printed run that went well', { endSeq: 9, workSeq: 8, isPrintedWell: true }, 'answered'],
  ['a printed run that was broken off', { ...cutAt(9, 'result_error'), isPrintedWell: false }, 'interrupted'],
  ['a printed run that ended in an error', { ...cutAt(9, 'result_service_error'), isPrintedWell: false }, 'service_error'],
  ['what was taken back', { endSeq: 6, isTakenBack: true }, 'taken_back'],
])('knows how a turn ended: %s', (_, over, ended) => {
  expect(computeTurnEnded({ ...marks, ...over }, { saysEnds: true })).toBe(ended);
});

it.each<[string, Parameters<typeof findTakenBack>[0], number[]]>([
  ['nothing', [], []],
  ['the last turn', [{ turnIdx: 2, takesBack: 1 }], [2]],
  [
    'turns that still stood',
    [
      { turnIdx: 2, takesBack: 1 },
      { turnIdx: 4, takesBack: 3 },
    ],
    [1, 2, 3, 4],
  ],
  ['more turns than there are', [{ turnIdx: 1, takesBack: 9 }], [0, 1]],
  ['no turn without a prompt', [{ turnIdx: -1, takesBack: 1 }], []],
])('knows which turns were taken back: %s', (_, all, gone) => {
  expect([...findTakenBack(all)].sort()).toEqual(gone);
});
