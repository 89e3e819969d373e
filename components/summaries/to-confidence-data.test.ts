import { expect, it } from 'vitest';
import { toConfidenceData, toConfidenceRows, toStepsData } from './to-confidence-data.ts';

const nowMs = Date.UTC(2026, 10, 25);
const group = (name: string | null, High: number, Low: number) => ({
  group: name,
  analytics: {
    total_summaries: High + Low,
    confidence_distribution: { High, Medium: 0, Low },
    unique_tools_used: [],
    average_reasoning_steps: 2.5,
    total_reasoning_steps: 0,
  },
});

it('keeps the last days in order, and the largest of other groups', () => {
  const groups = [group('a', 1, 0), group(null, 2, 3), { group: 'none', analytics: { total_summaries: 0 as const } }];
  expect(toConfidenceRows(groups, 'project', nowMs).map(({ name }) => name)).toEqual(['–', 'a']);
  const days = ['2025-12-31', ...Array.from({ length: 24 }, (_, at) => `2026-11-${String(at + 1).padStart(2, '0')}`)];
  const names = (some: readonly (string | null)[]) =>
    toConfidenceRows(
      some.map((day) => group(day, 1, 0)),
      'day',
      nowMs,
    ).map(({ name }) => name);
  expect(names(days)).toEqual(Array.from({ length: 24 }, (_, at) => `Nov ${at + 1}`));
  expect(names(['2025-12-31', null])).toEqual(['Dec 31, 2025', '–']);
});

it('writes both charts as tables', () => {
  const rows = toConfidenceRows([group('a', 1, 2)], 'model', nowMs);
  expect(toConfidenceData(rows, 'model')).toEqual({
    columns: ['Model', 'High', 'Medium', 'Low', 'Unknown'],
    rows: [['a', { value: 1, text: '1' }, { value: 0, text: '0' }, { value: 2, text: '2' }, { value: 0, text: '0' }]],
  });
  expect(toStepsData(rows, 'model').rows).toEqual([['a', { value: 2.5, text: '2.5' }]]);
});
