import { expect, it } from 'vitest';
import { buildCall, buildTurn, fixedTest } from './__fixtures__/build-turn.ts';
import { summarizeTurn } from './extractive.ts';
import { printOutcome, toOutcome } from './outcome.ts';

const outcomeOf = (turn: ReturnType<typeof buildTurn>) => printOutcome({ ...summarizeTurn(turn), message_id: 'r0' });
const prompt = { kind: 'prompt' as const, text: 'Rename the parser module to reader.' };
const intention = { kind: 'response' as const, text: 'Let me look at the module that reads the lines.' };

it.each<[string, ReturnType<typeof buildTurn>, string]>([
  [
    'the answer',
    fixedTest,
    '“The overdue test passes now. isOverdue in format.js compared with <=, so an item due today counted as late.”',
  ],
  [
    'an answer of one word',
    buildTurn([prompt, ...buildCall('Edit', { file_path: '/a/b.ts' }, 'x'), { kind: 'response', text: 'Done.' }]),
    '“Done.”',
  ],
  [
    'the last finding of a turn without an answer',
    buildTurn([prompt, intention, ...buildCall('Bash', { command: 'mv' }, 'Error: no such file', true)], true),
    'Bash failed: “Error: no such file”',
  ],
  [
    'what was said last where nothing was found',
    buildTurn([prompt, intention, ...buildCall('Read', {}, 'x')], true),
    `Last said: “${intention.text}”`,
  ],
  ['that there is no answer', buildTurn([prompt, ...buildCall('Read', {}, 'x')], true), 'No answer.'],
])('is %s', (_, turn, outcome) => {
  expect(outcomeOf(turn)).toBe(outcome);
});

it('leads to the record of what it quotes, and is all that a model wrote', () => {
  const summary = { ...summarizeTurn(fixedTest), message_id: 'r0' };
  expect(toOutcome(summary).map(({ recordId }) => recordId)).toEqual([
    fixedTest.records.at(-1)?.recordId,
    fixedTest.records.at(-1)?.recordId,
  ]);
  expect(toOutcome({ ...summary, method: 'model', sentences: [] })).toEqual([{ text: summary.summary, recordId: null }]);
});
