import fc from 'fast-check';
import { expect, it } from 'vitest';
import { computeTurnEnded, turnAbortSubtypes } from './turn-ends.ts';
import { computeTurnState, type TurnFacts } from './turn-state.ts';

const facts: TurnFacts = {
  isLast: true,
  answerSeq: 6,
  workSeq: 6,
  endSeq: null,
  cut: null,
  isPrintedWell: null,
  runningSeq: null,
  unansweredSeq: null,
};
const cutAt = (seq: number, subtype = 'interrupted'): Pick<TurnFacts, 'cut'> => ({ cut: { seq, subtype } });
const silent = { saysEnds: true, isLive: false, isRecent: true };
const running = { saysEnds: true, isLive: true, isRecent: true };
const unsaid = { ...running, saysEnds: false };

it.each<[string, Partial<TurnFacts>, typeof silent, { isOver: boolean; isAnswered: boolean }]>([
  ['a silent session', {}, silent, { isOver: true, isAnswered: true }],
  ['a running agent that has not said that it is done', {}, running, { isOver: false, isAnswered: true }],
  ['a running agent that has', { endSeq: 7 }, running, { isOver: true, isAnswered: true }],
  ['a running agent whose answer says so', { endSeq: 6 }, running, { isOver: true, isAnswered: true }],
  ['a running agent that has no record yet', { answerSeq: null, workSeq: null }, running, { isOver: false, isAnswered: false }],
  ['a running agent that said so before it went on', { endSeq: 3 }, running, { isOver: false, isAnswered: true }],
  ['a running agent that never says so', {}, unsaid, { isOver: true, isAnswered: true }],
  ['a next prompt', { isLast: false }, running, { isOver: true, isAnswered: true }],
  ['a call behind the last response', { workSeq: 8 }, unsaid, { isOver: false, isAnswered: false }],
  ['an interruption', cutAt(7), running, { isOver: true, isAnswered: false }],
  ['a call that waits', { workSeq: 8, unansweredSeq: 8 }, silent, { isOver: false, isAnswered: false }],
  ['a call that waited for a day', { workSeq: 8, unansweredSeq: 8 }, { ...silent, isRecent: false }, { isOver: true, isAnswered: false }],
  ['a call that was cut short', { workSeq: 8, unansweredSeq: 8, ...cutAt(9) }, silent, { isOver: true, isAnswered: false }],
  ['a call without a result behind which the agent went on', { unansweredSeq: 2 }, silent, { isOver: true, isAnswered: true }],
  ['a command in the background', { endSeq: 7, runningSeq: 4 }, silent, { isOver: false, isAnswered: true }],
  ['a command in the background, and a prompt', { isLast: false, runningSeq: 4 }, silent, { isOver: true, isAnswered: true }],
  ['no answer at all', { answerSeq: null, workSeq: 4 }, silent, { isOver: true, isAnswered: false }],
])('knows when a turn is over: %s', (_, over, about, state) => {
  expect(computeTurnState({ ...facts, ...over }, about)).toEqual(state);
});

it('calls a turn answered exactly where its end does, once nothing may follow', () => {
  const seq = fc.option(fc.nat(9), { nil: null });
  const marks = fc.record({
    answerSeq: seq,
    workSeq: fc.nat(9),
    endSeq: seq,
    cut: fc.option(fc.record({ seq: fc.nat(9), subtype: fc.constantFrom(...turnAbortSubtypes) }), { nil: null }),
    isPrintedWell: fc.option(fc.boolean(), { nil: null }),
  });
  fc.assert(
    fc.property(marks, ({ answerSeq, ...rest }) => {
      const placed = { ...rest, answerSeq: answerSeq === null ? null : Math.min(answerSeq, rest.workSeq), isLast: false };
      const { isAnswered } = computeTurnState({ ...placed, runningSeq: null, unansweredSeq: null }, silent);
      expect(isAnswered).toBe(computeTurnEnded({ ...placed, isTakenBack: false }, { saysEnds: true }) === 'answered');
    }),
  );
});
