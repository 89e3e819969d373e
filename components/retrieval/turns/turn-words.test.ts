import { expect, it } from 'vitest';
import { toTurnOutcome } from './turn-words.ts';

it('says how a turn ended, and never takes the unknown for a failure', () => {
  const words = [
    toTurnOutcome({ completed: true, completedBasis: 'answered' }),
    toTurnOutcome({ completed: false, completedBasis: 'aborted' }),
    toTurnOutcome({ completed: false, completedBasis: 'reported' }),
    toTurnOutcome({ completed: null, completedBasis: 'running' }),
    toTurnOutcome({ completed: null, completedBasis: null }),
  ].map(({ mark, word }) => [mark, word]);
  expect(words).toEqual([
    ['ok', 'completed'],
    ['interrupted', 'aborted'],
    ['error', 'not completed'],
    ['running', 'running'],
    ['unknown', 'unknown'],
  ]);
});
