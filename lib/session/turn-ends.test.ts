import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findTurnEnds, type TurnEntry } from './turn-ends.ts';

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
