import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseEvidence, toCallWindows, toEvidenceRows, toNote } from './evidence-rows.ts';

const printRows = (calls: number[], callCount = calls.length) =>
  toEvidenceRows({ calls, callCount }).map((row) =>
    row.kind === 'gap' ? `… ${row.calls}${row.cited > 0 ? ` (${row.cited})` : ''}` : `${row.isCited ? '#' : ''}${row.call}`,
  );

describe('toEvidenceRows', () => {
  test('all calls of the evidence, with two before and two after', () => {
    expect(printRows([4, 5, 6])).toEqual(['2', '3', '#4', '#5', '#6', '7', '8']);
    expect(printRows([1, 3])).toEqual(['#1', '2', '#3', '4', '5']);
    expect(printRows([])).toEqual([]);
  });

  test('long stretches between are counted, and the newest is there', () => {
    expect(printRows([5, 21, 22])).toEqual(['3', '4', '#5', '… 15', '#21', '#22', '23', '24']);
  });

  test('calls that are not told lie in the widest gap', () => {
    expect(printRows([1, 2, 30, 31], 16)).toEqual(['#1', '#2', '… 27 (12)', '#30', '#31', '32', '33']);
    expect(printRows([1, 3], 3)).toEqual(['#1', '… 1 (1)', '#3', '4', '5']);
  });
});

test('what is drawn is asked for, once', () => {
  expect(toCallWindows([4, 9])).toEqual([{ from: 2, limit: 10 }]);
  expect(toCallWindows([1, 500])).toEqual([
    { from: 1, limit: 1 },
    { from: 500, limit: 3 },
  ]);
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 4_000 }), { minLength: 1, maxLength: 10 }), (numbers) => {
      const calls = numbers.sort((a, b) => a - b);
      const windows = toCallWindows(calls);
      const isAsked = (call: number) => windows.filter(({ from, limit }) => call >= from && call < from + limit).length === 1;
      for (const row of toEvidenceRows({ calls, callCount: calls.length })) if (row.kind === 'call') expect(isAsked(row.call)).toBe(true);
      expect(Math.max(...windows.map(({ limit }) => limit))).toBeLessThanOrEqual(500);
    }),
  );
});

test('lines are about a call, or about none', () => {
  const { said, loose } = parseEvidence('#5: Bash - exit 1\n#7: Read(a.ts)\nand more\n#99: other', [4, 5, 7]);
  expect([...said]).toEqual([
    [5, 'Bash - exit 1'],
    [7, 'Read(a.ts)'],
  ]);
  expect(loose).toBe('and more\n#99: other');
  expect(parseEvidence(null, [1]).loose).toBe('');
});

test('a note says how a call failed, not the call again', () => {
  expect(toNote('Bash - exit 1', 'Bash')).toBe('exit 1');
  expect(toNote('Read(a.ts)', 'Read')).toBeNull();
  expect(toNote('was seen before', 'Read')).toBe('was seen before');
  expect(toNote(undefined, 'Read')).toBeNull();
});
