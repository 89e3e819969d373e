import { describe, expect, it } from 'vitest';
import { computeOverview, type OverviewCall } from './overview.ts';
import { computeBars } from './worst-outcome.ts';

const call = (callIndex: number, rest: Partial<OverviewCall> = {}): OverviewCall => ({
  callIndex,
  recordId: `r${callIndex}`,
  name: 'Bash',
  summary: '',
  outcome: 'ok',
  durationMs: 1_000,
  atMs: callIndex * 1_000,
  endedAtMs: callIndex * 1_000 + 500,
  turnIdx: 0,
  childSessionId: null,
  childAgentName: null,
  ...rest,
});
const overviewOf = (calls: OverviewCall[], ticks = 100) =>
  computeOverview(calls, { fromCall: 1, toCall: calls.length, totalCalls: calls.length }, ticks);

describe('computeOverview', () => {
  it('shows the tallest bar and the worst outcome of a bucket', () => {
    const { ticks } = overviewOf([call(1), call(2, { outcome: 'error', name: 'Edit' }), call(3, { durationMs: 9_000 }), call(4)], 2);
    expect(ticks).toHaveLength(2);
    expect(ticks[0]).toMatchObject({ firstCall: 1, lastCall: 2, outcome: 'error', name: 'Edit' });
    expect(ticks[1]).toMatchObject({ durationMs: 9_000, outcome: 'ok' });
  });

  it('finds idle gaps of over five minutes, not the time a call took', () => {
    const { gaps } = overviewOf([call(1, { endedAtMs: 600_000 }), call(2, { atMs: 600_001 }), call(3, { atMs: 1_000_000 })]);
    expect(gaps).toEqual([{ beforeCall: 3, durationMs: 400_000 }]);
  });

  it('marks where turns begin, and spans lanes over the calls made meanwhile', () => {
    const { turns, lanes } = overviewOf([call(1, { childSessionId: 's', endedAtMs: 2_500 }), call(2), call(3, { turnIdx: 1 })]);
    expect(turns.map((turn) => turn.firstCall)).toEqual([1, 3]);
    expect(lanes).toEqual([{ sessionId: 's', firstCall: 1, lastCall: 2, label: '' }]);
  });

  it('is empty for no calls', () => {
    expect(overviewOf([])).toMatchObject({ ticks: [], gaps: [], turns: [], lanes: [], totalCalls: 0 });
  });
});

describe('computeBars', () => {
  it('keeps a failure visible when bars stand for several calls', () => {
    expect(computeBars(['ok', 'error', 'ok', 'ok'], 2)).toEqual(['error', 'ok']);
  });
});
