import { describe, expect, it } from 'vitest';
import type { Outcome } from '../domain/outcome.ts';
import { computeOverview } from './overview.ts';
import { computeBars } from './worst-outcome.ts';

type Call = {
  callIndex: number;
  name: string;
  outcome: Outcome;
  durationMs: number | null;
  atMs: number | null;
  endedAtMs: number | null;
  turnIdx: number | null;
  child: string | null;
  isInherited: boolean;
  isTakenBack: boolean;
};
const call = (callIndex: number, rest: Partial<Call> = {}): Call => ({
  callIndex,
  name: 'Bash',
  outcome: 'ok',
  durationMs: 1_000,
  atMs: callIndex * 1_000,
  endedAtMs: callIndex * 1_000 + 500,
  turnIdx: 0,
  child: null,
  isInherited: false,
  isTakenBack: false,
  ...rest,
});
const childOf = (sessionId: string) => ({ sessionId, label: 'reviewer', toolCalls: 4, toolErrors: 1 });
const overviewOf = (calls: Call[], ticks = 100) => {
  const fromCall = calls[0]?.callIndex ?? 1;
  return computeOverview(
    {
      outcomes: calls.map((one) => one.outcome),
      durationMs: calls.map((one) => one.durationMs),
      atMs: calls.map((one) => one.atMs),
      endedAtMs: calls.map((one) => one.endedAtMs),
      turnIdx: calls.map((one) => one.turnIdx),
      isInherited: calls.map((one) => one.isInherited),
      isTakenBack: calls.map((one) => one.isTakenBack),
    },
    calls.flatMap(({ callIndex, child }) => (child === null ? [] : [{ callIndex, seq: 0, ...childOf(child) }])),
    { fromCall, toCall: fromCall + calls.length - 1, totalCalls: 100 },
    {
      maxTicks: ticks,
      listNames: async (wanted) =>
        calls
          .filter((one) => wanted.includes(one.callIndex))
          .map(({ callIndex, name }) => ({ callIndex, name, summary: '', recordId: `r${callIndex}` })),
    },
  );
};

describe('computeOverview', () => {
  it('shows the tallest bar and the worst outcome of a bucket', async () => {
    const { ticks } = await overviewOf([call(1), call(2, { outcome: 'error', name: 'Edit' }), call(3, { durationMs: 9_000 }), call(4)], 2);
    expect(ticks).toHaveLength(2);
    expect(ticks[0]).toMatchObject({ firstCall: 1, lastCall: 2, outcome: 'error', name: 'Edit' });
    expect(ticks[1]).toMatchObject({ durationMs: 9_000, outcome: 'ok' });
  });

  it('counts calls that were taken back in no outcome but their own', async () => {
    const gone = { outcome: 'error', isTakenBack: true } as const;
    const { ticks } = await overviewOf([call(1, { ...gone, name: 'Edit' }), call(2), call(3, gone), call(4, { ...gone, name: 'Read' })], 2);
    expect(ticks).toMatchObject([
      { firstCall: 1, outcome: 'ok', name: 'Bash', takenBack: false },
      { firstCall: 3, outcome: 'error', takenBack: true },
    ]);
  });

  it('marks buckets of calls that another session counts', async () => {
    const inherited = { isInherited: true };
    const { ticks } = await overviewOf([call(1, inherited), call(2, inherited), call(3, inherited), call(4), call(5)], 3);
    expect(ticks.map((tick) => tick.inherited)).toEqual([true, false, false]);
  });

  it('finds idle gaps of over five minutes, not the time a call took', async () => {
    const { gaps } = await overviewOf([call(1, { endedAtMs: 600_000 }), call(2, { atMs: 600_001 }), call(3, { atMs: 1_000_000 })]);
    expect(gaps).toEqual([{ beforeCall: 3, durationMs: 400_000 }]);
  });

  it('marks where turns begin, and spans lanes over the calls made meanwhile', async () => {
    const { turns, lanes } = await overviewOf([call(1, { child: 's', endedAtMs: 2_500 }), call(2), call(3, { turnIdx: 1 })]);
    expect(turns.map((turn) => turn.firstCall)).toEqual([1, 3]);
    expect(lanes).toEqual([{ ...childOf('s'), firstCall: 1, lastCall: 2 }]);
  });

  it('numbers the calls of a window as the session does', async () => {
    const overview = await overviewOf([call(41), call(42, { child: 's' }), call(43, { turnIdx: 1, atMs: 900_000 })]);
    expect(overview.ticks.map(({ firstCall, lastCall, recordId }) => [firstCall, lastCall, recordId])).toEqual([
      [41, 41, 'r41'],
      [42, 42, 'r42'],
      [43, 43, 'r43'],
    ]);
    expect(overview).toMatchObject({
      gaps: [{ beforeCall: 43 }],
      turns: [{ firstCall: 41 }, { firstCall: 43 }],
      lanes: [{ firstCall: 42 }],
    });
  });

  it('is empty for no calls', async () => {
    expect(await overviewOf([])).toMatchObject({ ticks: [], gaps: [], turns: [], lanes: [], totalCalls: 100 });
  });
});

describe('computeBars', () => {
  it('keeps a failure visible when bars stand for several calls', () => {
    expect(computeBars(['ok', 'error', 'ok', 'ok'], 2)).toEqual(['error', 'ok']);
  });
});
