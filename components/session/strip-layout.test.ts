import { describe, expect, it } from 'vitest';
import type { Overview, Tick } from '@/lib/domain/overview.ts';
import { clampZoom, computeBarShare, computeStripLayout, findBarOfCall, findCallAt, findXOfCall, mergeTicks } from './strip-layout.ts';
import { chooseMarked } from './strip-paths.ts';

const tickOf = (call: number, over: Partial<Tick> = {}): Tick => ({
  firstCall: call,
  lastCall: call,
  outcome: 'ok',
  inherited: false,
  takenBack: false,
  durationMs: 1000,
  name: 'Bash',
  summary: 'ls',
  turnIdx: 0,
  atMs: null,
  recordId: `r${call}`,
  ...over,
});
const overviewOf = (calls: number, over: Partial<Overview> = {}): Overview => ({
  fromCall: 1,
  toCall: calls,
  totalCalls: calls,
  ticks: Array.from({ length: calls }, (_, i) => tickOf(i + 1)),
  gaps: [],
  turns: [{ turnIdx: 0, firstCall: 1, startedAtMs: null }],
  lanes: [],
  ...over,
});

describe('mergeTicks', () => {
  it('keeps the tallest bar and the worst outcome', () => {
    const ticks = [tickOf(1), tickOf(2, { outcome: 'error', durationMs: 5 }), tickOf(3, { durationMs: 9000 }), tickOf(4)];
    expect(mergeTicks(ticks, 1)).toMatchObject([{ firstCall: 1, lastCall: 4, outcome: 'error', durationMs: 9000, recordId: 'r2' }]);
    expect(mergeTicks(ticks, 4)).toHaveLength(4);
  });
});

describe('computeBarShare', () => {
  it('is logarithmic between 0.1 s and 10 min', () => {
    expect(computeBarShare(null)).toBe(0.08);
    expect(computeBarShare(600_000)).toBe(1);
    expect(computeBarShare(7746)).toBeCloseTo(0.5, 2);
  });
});

describe('computeStripLayout', () => {
  it('fills the width with one bar a call and keeps gaps at a fixed width', () => {
    const layout = computeStripLayout(overviewOf(100, { gaps: [{ beforeCall: 50, durationMs: 900_000 }] }), null, null, 1026);
    expect(layout.bars).toHaveLength(100);
    expect(layout.bars[0]?.width).toBeCloseTo(10);
    expect(layout.gaps).toEqual([{ x: 491, width: 24, durationMs: 900_000, beforeCall: 50 }]);
    const last = layout.bars[99];
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeCloseTo(1026);
  });
  it.each([
    ['few calls', null],
    ['few calls with a zoom', { from: 3, to: 5 }],
  ])('fills the width with %s, too', (_, zoom) => {
    const { bars } = computeStripLayout(overviewOf(8), null, zoom, 1000);
    expect(bars).toHaveLength(8);
    expect((bars[7]?.x ?? 0) + (bars[7]?.width ?? 0)).toBeCloseTo(1000);
  });
  it('gives gaps at most 30 % and keeps the longest', () => {
    const gaps = Array.from({ length: 40 }, (_, i) => ({ beforeCall: i + 2, durationMs: 300_000 + i }));
    const layout = computeStripLayout(overviewOf(100, { gaps }), null, null, 520);
    expect(layout.gaps.length).toBeLessThanOrEqual((520 * 0.3) / 14);
    expect(layout.gaps.some((gap) => gap.durationMs === 300_039)).toBe(true);
  });
  it('buckets when there is no room, and finds calls both ways', () => {
    const layout = computeStripLayout(overviewOf(2000), null, null, 900);
    expect(layout.bars.length).toBeLessThanOrEqual(500);
    expect(findBarOfCall(layout, 1999)?.tick.lastCall).toBe(2000);
    for (const call of [1, 777, 2000]) expect(findCallAt(layout, findXOfCall(layout, call))).toBe(call);
  });
  it('widens the zoom window and squeezes the rest', () => {
    const layout = computeStripLayout(overviewOf(1000), null, { from: 101, to: 150 }, 1000);
    expect(findBarOfCall(layout, 120)?.width).toBeGreaterThan(10);
    expect(findXOfCall(layout, 1000)).toBeLessThanOrEqual(1000);
    expect(layout.bars.map((bar) => bar.x)).toEqual([...layout.bars.map((bar) => bar.x)].sort((a, b) => a - b));
  });
  it('marks of thousands of turns those that a number has room for', () => {
    const turns = Array.from({ length: 400 }, (_, turnIdx) => ({ turnIdx, firstCall: turnIdx * 2 + 1, startedAtMs: null }));
    const crowded = computeStripLayout(overviewOf(800, { turns }), null, null, 1_000).turns;
    expect(crowded.length).toBeGreaterThan(8);
    expect(crowded.slice(0, -1).every((turn, at) => turn.label === 'full' && (crowded[at + 1]?.x ?? 0) - turn.x >= 90)).toBe(true);
    const zoomed = computeStripLayout(overviewOf(800, { turns }), null, { from: 101, to: 120 }, 1_000).turns;
    expect(zoomed.filter((turn) => turn.firstCall > 101 && turn.firstCall < 120)).toHaveLength(9);
  });
  it('stacks overlapping lanes and shortens labels of near turns', () => {
    const layout = computeStripLayout(
      overviewOf(100, {
        turns: [
          { turnIdx: 0, firstCall: 1, startedAtMs: null },
          { turnIdx: 1, firstCall: 5, startedAtMs: null },
        ],
        lanes: [
          { sessionId: 'a', firstCall: 3, lastCall: 9, label: 'a', toolCalls: 4, toolErrors: 0 },
          { sessionId: 'b', firstCall: 5, lastCall: 9, label: 'b', toolCalls: 4, toolErrors: 0 },
          { sessionId: 'c', firstCall: 100, lastCall: 100, label: 'c', toolCalls: 4, toolErrors: 0 },
        ],
      }),
      null,
      null,
      1000,
    );
    expect(layout.lanes.map((lane) => lane.level)).toEqual([0, 1, 0]);
    const last = layout.lanes.at(-1);
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(1000);
    expect(layout.turns.map((turn) => turn.label)).toEqual(['short', 'full']);
  });
  it('is empty without calls', () => {
    const layout = computeStripLayout({ ...overviewOf(0), turns: [] }, null, null, 500);
    expect(layout.bars).toEqual([]);
    expect(findCallAt(layout, 10)).toBeNull();
  });
});

/** Half the width in px of each mark with its line. */
const reaches: Partial<Record<Tick['outcome'], number>> = { error: 3.75, interrupted: 2.5, rejected: 4.25, running: 4.25, unknown: 4.25 };
const outcomes = Object.keys(reaches) as Tick['outcome'][];

describe.each([
  ['a desktop', 1_340],
  ['a phone', 366],
])('the strip on %s', (_, width) => {
  it.each([7, 60, 300, 2_500].flatMap((calls) => [null, { from: 3, to: 6 }].map((zoom) => ({ calls, zoom }))))(
    'draws nothing over another thing: $calls calls, zoom $zoom',
    ({ calls, zoom }) => {
      const at = (share: number) => 1 + Math.floor(share * (calls - 1));
      const shares = Array.from({ length: 12 }, (__, one) => one / 12);
      const layout = computeStripLayout(
        overviewOf(calls, {
          ticks: Array.from({ length: calls }, (__, one) => tickOf(one + 1, { outcome: outcomes[(one * one + (one >> 2)) % 9] ?? 'ok' })),
          gaps: shares.map((share, one) => ({ beforeCall: at(share), durationMs: 400_000 * (one + 1) })),
          turns: shares.map((share, turnIdx) => ({ turnIdx, firstCall: at(share), startedAtMs: 0 })),
          lanes: shares.map((share, one) => ({
            ...{
              sessionId: `${one}`,
              firstCall: at(share),
              lastCall: at(Math.min(1, share + 0.2)),
              label: '',
              toolCalls: 1,
              toolErrors: 0,
            },
          })),
        }),
        null,
        zoom,
        width,
      );
      const expectApart = (spans: { from: number; to: number }[]) => {
        const sorted = spans.toSorted((one, other) => one.from - other.from);
        for (const [place, span] of sorted.slice(1).entries()) expect(span.from).toBeGreaterThanOrEqual((sorted[place]?.to ?? 0) - 0.01);
      };
      const spanOf = ({ x, width: drawn }: { x: number; width: number }) => ({ from: x, to: x + drawn });
      expectApart([...layout.bars, ...layout.gaps].map(spanOf));
      expectApart(
        chooseMarked(layout.bars).map(({ x, width: drawn, tick }) => {
          const reach = reaches[tick.outcome] ?? 0;
          return { from: x + drawn / 2 - reach, to: x + drawn / 2 + reach };
        }),
      );
      for (const level of new Set(layout.lanes.map((lane) => lane.level)))
        expectApart(layout.lanes.filter((lane) => lane.level === level).map(spanOf));
      expectApart(
        layout.turns.map(({ x, turnIdx, label }) => {
          const text = `T${turnIdx}${label === 'full' ? ' 10:00' : ''}`;
          return { from: x, to: label === 'none' ? x + 1 : x + 5 + text.length * 6.6 };
        }),
      );
    },
  );
});

describe('clampZoom', () => {
  it('stays inside and is null when it is the whole', () => {
    expect(clampZoom({ from: -5, to: 4 }, 100)).toEqual({ from: 1, to: 10 });
    expect(clampZoom({ from: 98, to: 120 }, 100)).toEqual({ from: 78, to: 100 });
    expect(clampZoom({ from: 50, to: 50 }, 100)).toEqual({ from: 50, to: 52 });
    expect(clampZoom({ from: 1, to: 100 }, 100)).toBeNull();
  });
});
