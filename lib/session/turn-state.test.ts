import { expect, it } from 'vitest';
import { computeTurnState, type TurnFacts } from './turn-state.ts';

const facts: TurnFacts = {
  isLast: true,
  lastCallSeq: 4,
  lastResponseSeq: 6,
  endSeq: null,
  abortSeq: null,
  runningSeq: null,
  unansweredSeq: null,
};
const silent = { saysEnds: true, isLive: false, isRecent: true };
const running = { saysEnds: true, isLive: true, isRecent: true };
const unsaid = { ...running, saysEnds: false };

it.each<[string, Partial<TurnFacts>, typeof silent, { isOver: boolean; isAnswered: boolean }]>([
  ['a silent session', {}, silent, { isOver: true, isAnswered: true }],
  ['a running agent that has not said that it is done', {}, running, { isOver: false, isAnswered: true }],
  ['a running agent that has', { endSeq: 7 }, running, { isOver: true, isAnswered: true }],
  ['a running agent whose answer says so', { endSeq: 6 }, running, { isOver: true, isAnswered: true }],
  ['a running agent that has no record yet', { lastCallSeq: null, lastResponseSeq: null }, running, { isOver: false, isAnswered: false }],
  ['a running agent that said so before it went on', { endSeq: 3 }, running, { isOver: false, isAnswered: true }],
  ['a running agent that never says so', {}, unsaid, { isOver: true, isAnswered: true }],
  ['a next prompt', { isLast: false }, running, { isOver: true, isAnswered: true }],
  ['a call behind the last response', { lastCallSeq: 8 }, unsaid, { isOver: false, isAnswered: false }],
  ['an interruption', { abortSeq: 7 }, running, { isOver: true, isAnswered: false }],
  ['a call that waits', { lastCallSeq: 8, unansweredSeq: 8 }, silent, { isOver: false, isAnswered: false }],
  [
    'a call that waited for a day',
    { lastCallSeq: 8, unansweredSeq: 8 },
    { ...silent, isRecent: false },
    { isOver: true, isAnswered: false },
  ],
  ['a call that was cut short', { lastCallSeq: 8, unansweredSeq: 8, abortSeq: 9 }, silent, { isOver: true, isAnswered: false }],
  ['a call without a result behind which the agent went on', { unansweredSeq: 2 }, silent, { isOver: true, isAnswered: true }],
  ['a command in the background', { endSeq: 7, runningSeq: 4 }, silent, { isOver: false, isAnswered: true }],
  ['a command in the background, and a prompt', { isLast: false, runningSeq: 4 }, silent, { isOver: true, isAnswered: true }],
  ['no answer at all', { lastResponseSeq: null }, silent, { isOver: true, isAnswered: false }],
])('knows when a turn is over: %s', (_, over, about, state) => {
  expect(computeTurnState({ ...facts, ...over }, about)).toEqual(state);
});
