import { describe, expect, it } from 'vitest';
import { printNameCounts, sumKnown } from './run-summary.ts';
import { buildRecord, makeToolCall } from './build-record.ts';
import { computeNeededPages, computeRecordLookup, sumTokens } from './record-lookup.ts';
import { estimateRowHeight } from './row-heights.ts';

describe('computeRecordLookup', () => {
  const tokens = { input: 100, cacheRead: 8000, cacheWrite: null, output: 118, reasoning: 7 };
  const records = [
    buildRecord({ seq: 3, kind: 'response', responseId: 'r', responseTokens: tokens }),
    buildRecord({ seq: 4, kind: 'tool_call', responseId: 'r', toolCall: makeToolCall({ callIndex: 9, seq: 4 }) }),
    buildRecord({ seq: 5, kind: 'tool_result', toolCall: makeToolCall({ callIndex: 9, seq: 4 }) }),
  ];
  const lookup = computeRecordLookup([undefined, { from: 3, total: 6, records }]);
  it('finds records by position and calls by number', () => {
    expect(lookup.at(5)?.kind).toBe('tool_result');
    expect(lookup.call(9)?.seq).toBe(4);
    expect(lookup.call(1)).toBeUndefined();
  });
  it('gives the tokens of a response once, to its first call', () => {
    expect(lookup.response('r')).toEqual({ tokens, costUsd: null, isAtLeast: false, firstCall: 9 });
    expect(sumTokens(tokens)).toBe(8218);
    expect(sumTokens({ input: null, cacheRead: null, cacheWrite: null, output: null, reasoning: null })).toBeNull();
  });
});

describe('computeNeededPages', () => {
  it('covers rows and bounds long ones', () => {
    expect(computeNeededPages([{ seq: 95, count: 10 }], 1000)).toEqual([0, 1]);
    expect(
      computeNeededPages(
        [
          { seq: 0, count: 5000 },
          { seq: 9000, count: 1 },
        ],
        9050,
      ),
    ).toEqual([0, 1, 2, 3, 90]);
    expect(computeNeededPages([{ seq: 0, count: 1 }], 0)).toEqual([0]);
  });
});

describe('fold summaries and heights', () => {
  it('counts tools, the most used first', () => {
    expect(printNameCounts(['Grep', 'Read', 'Read'])).toBe('Read ×2, Grep ×1');
    expect(printNameCounts(['Grep', 'Read', 'Read'], false)).toBe('Read, Grep, …');
    expect(sumKnown([1, null, 2])).toBe(3);
    expect(sumKnown([null])).toBeNull();
  });
  it('gives touch rows their least height', () => {
    const row = {
      key: 's1',
      kind: 'M' as const,
      seq: 1,
      count: 2,
      call: 0,
      lastCall: 0,
      turn: 0,
      members: null,
      opened: false,
      opensAgent: false,
      nested: false,
      findings: null,
    };
    expect(estimateRowHeight(row, true)).toBe(32);
    expect(estimateRowHeight(undefined, false)).toBe(22);
  });
});
