import { expect, it } from 'vitest';
import { toConfidenceData, toConfidenceRows, toStepsData } from './to-confidence-data.ts';

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
  expect(toConfidenceRows(groups, 'day').map(({ name }) => name)).toEqual(['a', '–']);
  expect(toConfidenceRows(groups, 'project').map(({ name }) => name)).toEqual(['–', 'a']);
  const days = Array.from({ length: 40 }, (_, at) => group(`day ${at}`, 1, 0));
  expect(toConfidenceRows(days, 'day').at(-1)?.name).toBe('day 39');
});

it('writes both charts as tables', () => {
  const rows = toConfidenceRows([group('a', 1, 2)], 'model');
  expect(toConfidenceData(rows, 'model')).toEqual({
    columns: ['Model', 'High', 'Medium', 'Low', 'Unknown'],
    rows: [['a', { value: 1, text: '1' }, { value: 0, text: '0' }, { value: 2, text: '2' }, { value: 0, text: '0' }]],
  });
  expect(toStepsData(rows, 'model').rows).toEqual([['a', { value: 2.5, text: '2.5' }]]);
});
