import { expect, it } from 'vitest';
import type { Example, TurnEnd } from '../domain/retrieval.ts';
import { formatSection } from './format-section.ts';
import { selectExamples } from './select-examples.ts';
import { toTurnEnd } from './turn-end.ts';

const makeExample = (over: Partial<Example> = {}): Example => ({
  sessionId: 's',
  recordId: 'r',
  turnIdx: 0,
  seq: 0,
  score: 16.1517,
  relativeScore: 1,
  prompt: 'fix the retry logic',
  end: 'succeeded',
  between: 0,
  closing: [],
  steps: [{ recordId: 'c', kind: 'tool_call', tool: 'bash', outcome: 'ok', text: '{"command": "ls -la"}\n' }],
  terms: null,
  session: null,
  ...over,
});

it('writes the section that an agent is given', () => {
  const failed = makeExample({ sessionId: 't', score: 2, end: 'failed', prompt: 'é'.repeat(500), steps: [] });
  expect(formatSection([makeExample(), failed], { isOneProject: true, maxChars: 5_000 })).toEqual({
    given: 2,
    text: `# Past Trajectories (from this project)

These past sessions handled similar requests. Use them as hints, not ground truth — verify any assumption before acting.

## Example 1  (score 16.15)
- past prompt: fix the retry logic
- session: s, ended well
  bash: {"command": "ls -la"}

## Example 2  (score 2.00)
- past prompt: ${'é'.repeat(400)}
- session: t, WARNING: ended in failure; do not repeat it`,
  });
  expect(formatSection([], { isOneProject: true, maxChars: 5_000 })).toBeNull();
});

it('gives as many examples as fit', () => {
  const examples = [makeExample(), makeExample({ prompt: 'x'.repeat(390) })];
  const section = formatSection(examples, { isOneProject: false, maxChars: 500 });
  expect([section?.given, (section?.text.length ?? 0) <= 500, section?.text.startsWith('# Past Trajectories\n')]).toEqual([1, true, true]);
  expect(formatSection(examples, { isOneProject: false, maxChars: 50 })).toBeNull();
});

it('prefers what ended well, one of each session, and leaves out failures and weak matches', () => {
  const candidate = (id: string, sessionId: string, score: number, end: TurnEnd, steps = 1) => ({
    id,
    sessionId,
    score,
    end,
    steps: Array(steps).fill(0),
  });
  const candidates = [
    candidate('failed', 'a', 10, 'failed'),
    candidate('unknown', 'b', 9, 'unknown'),
    candidate('good', 'c', 8, 'succeeded'),
    candidate('again', 'c', 7, 'succeeded'),
    candidate('idle', 'd', 6, 'unknown', 0),
    candidate('weak', 'e', 2, 'succeeded'),
  ];
  const select = (over: Partial<Parameters<typeof selectExamples>[1]>) => {
    const { examples, leftOut } = selectExamples(candidates, { topK: 3, minScore: 0.3, includeFailed: false, ...over });
    return [examples.map(({ id }) => id), Object.fromEntries(leftOut.map(({ candidate: { id }, reason }) => [id, reason]))];
  };
  expect(select({})).toEqual([['good', 'unknown'], { failed: 'failed', again: 'same_session', idle: 'no_calls', weak: 'low_score' }]);
  expect(select({ includeFailed: true, minScore: 0 })[0]).toEqual(['good', 'weak', 'unknown']);
  expect(select({ includeFailed: true })[0]).toEqual(['good', 'unknown', 'failed']);
  expect(select({ topK: 1 })[1]).toMatchObject({ unknown: 'over_limit' });
});

it('tells how a turn ended', () => {
  expect(toTurnEnd('ok', true)).toBe('succeeded');
  expect([toTurnEnd('ok', false), toTurnEnd('running', true), toTurnEnd(null, true)]).toEqual(['unknown', 'unknown', 'unknown']);
  expect([toTurnEnd('error', true), toTurnEnd('rejected', true), toTurnEnd('interrupted', false)]).toEqual(['failed', 'failed', 'failed']);
});
