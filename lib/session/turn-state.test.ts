import { expect, it } from 'vitest';
import { computeTurnState, type TurnFacts } from './turn-state.ts';

const nowMs = 100_000_000;
const facts: TurnFacts = { isLast: true, ended: 'open', lastCallSeq: 4, lastResponseSeq: 6, openCallAtMs: null };
const waits = { openCallAtMs: nowMs - 1 };

it.each<[string, Partial<TurnFacts>, boolean, { isOver: boolean; isAnswered: boolean }]>([
  ['a silent session', {}, false, { isOver: true, isAnswered: true }],
  ['a running agent that has not said that it is done', {}, true, { isOver: false, isAnswered: true }],
  ['a running agent that has', { ended: 'answered' }, true, { isOver: true, isAnswered: true }],
  ['a running agent that has no record yet', { lastCallSeq: null, lastResponseSeq: null }, true, { isOver: false, isAnswered: false }],
  ['a next prompt', { isLast: false, ended: 'answered' }, true, { isOver: true, isAnswered: true }],
  ['a call behind the last response', { lastCallSeq: 8 }, true, { isOver: false, isAnswered: false }],
  ['no answer at all', { lastResponseSeq: null }, false, { isOver: true, isAnswered: false }],
  ['an interruption', { ended: 'interrupted' }, true, { isOver: true, isAnswered: false }],
  ['an end without an answer', { ended: 'unknown' }, true, { isOver: true, isAnswered: false }],
  ['a call that waits', { lastCallSeq: 8, ...waits }, false, { isOver: false, isAnswered: false }],
  ['a call that waited for a day', { openCallAtMs: nowMs - 24 * 3_600_000 }, false, { isOver: true, isAnswered: true }],
  ['a command in the background', { ended: 'answered', ...waits }, false, { isOver: false, isAnswered: true }],
  ['a command in the background, and a prompt', { isLast: false, ended: 'answered', ...waits }, true, { isOver: true, isAnswered: true }],
])('knows when a turn is over: %s', (_, over, goesOn, state) => {
  expect(computeTurnState({ ...facts, ...over }, { goesOn, nowMs })).toEqual(state);
});
