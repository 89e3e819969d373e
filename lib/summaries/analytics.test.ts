import { expect, it } from 'vitest';
import { computeAnalytics } from './analytics.ts';

it('is the object of the proposal', () => {
  const counts = [
    { confidence: 'High' as const, summaries: 2, steps: 7 },
    { confidence: 'Low' as const, summaries: 1, steps: 3 },
  ];
  expect(computeAnalytics(counts, ['search', 'bash', 'search'])).toEqual({
    total_summaries: 3,
    confidence_distribution: { High: 2, Medium: 0, Low: 1 },
    unique_tools_used: ['bash', 'search'],
    average_reasoning_steps: 3.33,
    total_reasoning_steps: 10,
  });
});

it('counts what has no known confidence as that', () => {
  const analytics = computeAnalytics([{ confidence: 'Unknown', summaries: 1, steps: 0 }], []);
  expect(analytics).toMatchObject({ confidence_distribution: { High: 0, Medium: 0, Low: 0, Unknown: 1 } });
});

it('is nothing but a zero without summaries', () => {
  expect(computeAnalytics([], [])).toEqual({ total_summaries: 0 });
});

// round(x / 200, 2) in Python 3.
it.each([
  [1, 200, 0.01],
  [25, 200, 0.12],
  [35, 200, 0.17],
  [45, 200, 0.23],
  [125, 200, 0.62],
  [535, 200, 2.67],
])('rounds %d of %d as Python does', (steps, summaries, average) => {
  expect(computeAnalytics([{ confidence: 'High', summaries, steps }], [])).toMatchObject({ average_reasoning_steps: average });
});
