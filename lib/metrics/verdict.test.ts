import { expect, it } from 'vitest';
import type { MetricComparison } from '../domain/cohort.ts';
import { toVerdict } from './verdict.ts';

const comparison: MetricComparison = {
  metric: 'reward',
  a: null,
  b: { value: 0.4, n: 300, clusters: 200, interval: null },
  difference: null,
  interval: null,
  relative: null,
  pValue: null,
  atLeast: { a: 0, b: 0 },
  isClear: false,
};
const names = { a: 'of all others', b: 'by chat' };

it('too few sessions are those with a known value, of all that the groups have', () => {
  expect(toVerdict(comparison, 'agent', names, { a: 106, b: 202 })).toMatchObject({
    code: 'too_few',
    missingSessions: 20,
    sentence:
      'Too few sessions to say: 200 of 202 sessions by chat have a known reward, 0 of 106 of all others. At least 20 of each are needed; 20 sessions are missing.',
  });
  expect(toVerdict(comparison, 'agent', names, { a: 0, b: 200 }).sentence).toContain('say: 200 sessions by chat, 0 of all others.');
  const few = { ...comparison, b: { value: 0.4, n: 8, clusters: 8, interval: null } };
  expect(toVerdict(few, 'agent', names)).toMatchObject({ missingSessions: 20 });
  expect(toVerdict(few, 'agent', names).sentence).toContain('are needed; 12 and 20 sessions are missing.');
});

it('carries the caution where nothing differs clearly, too', () => {
  const group = { value: 0.6, n: 90, clusters: 40, interval: null };
  const alike = {
    ...comparison,
    metric: 'completed' as const,
    ...{ a: group, b: { ...group, value: 0.62 }, difference: 0.02, interval: { low: -0.1, high: 0.14 } },
  };
  expect(toVerdict(alike, 'retrieval', { a: 'without examples', b: 'with examples' })).toMatchObject({
    code: 'no_evidence',
    sentence: expect.stringMatching(
      /^No clear difference: turns with examples .* within what chance does\. Nobody assigned the turns, .* say that examples help\.$/u,
    ) as string,
  });
});
