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
    total_reasoning_steps: (High + Low) * 2.5,
  },
});
const overTime = (...days: (string | null)[]) => {
  const { rows, unit } = toConfidenceRows(
    days.map((day) => group(day, 1, 0)),
    'day',
    nowMs,
  );
  return { unit, bars: rows.map(({ name, total }) => `${name}: ${total}`) };
};

it('keeps the largest of projects and models', () => {
  const groups = [group('a', 1, 0), group(null, 2, 3), { group: 'none', analytics: { total_summaries: 0 as const } }];
  const { rows, unit } = toConfidenceRows(groups, 'project', nowMs);
  expect([rows.map(({ name }) => name), unit]).toEqual([['–', 'a'], 'project']);
});

it('shows days without turns, and longer periods where there are too many', () => {
  expect(overTime('2026-11-20', '2026-11-23')).toEqual({ unit: 'day', bars: ['Nov 20: 1', 'Nov 21: 0', 'Nov 22: 0', 'Nov 23: 1'] });
  expect(overTime('2026-09-30', '2026-11-04', '2026-11-08')).toEqual({
    unit: 'week',
    bars: ['Sep 28: 1', 'Oct 5: 0', 'Oct 12: 0', 'Oct 19: 0', 'Oct 26: 0', 'Nov 2: 2'],
  });
  const months = overTime('2024-01-31', '2025-07-01');
  expect([months.unit, months.bars.length, months.bars[0], months.bars[1], months.bars.at(-1)]).toEqual([
    ...['month', 19],
    ...['Jan 2024: 1', 'Feb 2024: 0', 'Jul 2025: 1'],
  ]);
  expect(overTime('2019-06-01', '2025-07-01').bars).toHaveLength(7);
  expect(overTime('2026-11-20', null)).toEqual({ unit: 'day', bars: ['Nov 20: 1', 'Undated: 1'] });
  expect(overTime()).toEqual({ unit: 'day', bars: [] });
});

it('writes both charts as tables', () => {
  const shown = toConfidenceRows([group('a', 1, 2)], 'model', nowMs);
  expect(toConfidenceData(shown)).toEqual({
    columns: ['Model', 'High', 'Medium', 'Low', 'Unknown'],
    rows: [['a', { value: 1, text: '1' }, { value: 0, text: '0' }, { value: 2, text: '2' }, { value: 0, text: '0' }]],
  });
  expect(toStepsData(shown).rows).toEqual([['a', { value: 2.5, text: '2.5' }]]);
  const gap = toConfidenceRows([group('2026-11-20', 1, 0), group('2026-11-22', 1, 0)], 'day', nowMs);
  expect(toStepsData(gap).rows[1]).toEqual(['Nov 21', { value: null, text: '–' }]);
});
