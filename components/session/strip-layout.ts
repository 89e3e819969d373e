import type { Overview, Tick } from '@/lib/domain/overview.ts';
import { computeWorstOutcome } from '@/lib/session/worst-outcome.ts';
import { printTurn } from '@/lib/print/turn.ts';

export type CallRange = { from: number; to: number };
export type StripBar = { x: number; width: number; tick: Tick };
export type StripGap = { x: number; width: number; durationMs: number; beforeCall: number };
export type StripTurn = { x: number; turnIdx: number; startedAtMs: number | null; firstCall: number; label: 'full' | 'short' | 'none' };
export type StripLane = Overview['lanes'][number] & { x: number; width: number; level: number };
export type StripLayout = { width: number; bars: StripBar[]; gaps: StripGap[]; turns: StripTurn[]; lanes: StripLane[] };

/** Least width in px of one tick with its gap; below that calls share a bucket. */
export const leastPitch = 1.8;
const zoomedPitch = 14;
const zoomedShare = 0.6;
const gapShare = 0.3;
/** More subagents at once than this are not drawn. */
const maxLaneLevels = 7;
const leastLanePx = 6;

/** Joins neighbouring ticks until at most `max` remain: tallest duration, worst outcome. */
export const mergeTicks = (ticks: readonly Tick[], max: number): Tick[] => {
  if (ticks.length <= max || max < 1) return [...ticks];
  const size = Math.ceil(ticks.length / max);
  const merged: Tick[] = [];
  for (let i = 0; i < ticks.length; i += size) {
    const group = ticks.slice(i, i + size);
    const takenBack = group.every((tick) => tick.takenBack);
    // Turns that were taken back count in no outcome.
    const counted = group.filter((tick) => takenBack || !tick.takenBack);
    const outcome = computeWorstOutcome(counted.map((tick) => tick.outcome));
    const [first] = group;
    const worst = counted.find((tick) => tick.outcome === outcome) ?? first;
    if (!first || !worst) continue;
    const durations = group.flatMap((tick) => (tick.durationMs === null ? [] : [tick.durationMs]));
    merged.push({
      ...worst,
      firstCall: first.firstCall,
      lastCall: group[group.length - 1]?.lastCall ?? first.lastCall,
      durationMs: durations.length > 0 ? Math.max(...durations) : null,
      inherited: group.every((tick) => tick.inherited),
      takenBack,
    });
  }
  return merged;
};

/** Share of the bar's height, 0.08 to 1, on a log scale from 0.1 s to 10 min. Unknown durations get the least. */
export const computeBarShare = (durationMs: number | null): number => {
  if (durationMs === null || durationMs <= 100) return 0.08;
  return Math.min(1, Math.max(0.08, Math.log(durationMs / 100) / Math.log(6000)));
};

const chooseGaps = (overview: Overview, width: number, gapWidth: number) => {
  const max = Math.floor((width * gapShare) / gapWidth);
  const longest = [...overview.gaps].sort((a, b) => b.durationMs - a.durationMs).slice(0, max);
  return new Map(longest.map((gap) => [gap.beforeCall, gap.durationMs]));
};

/** Ticks to draw, each with its pitch: one part without a zoom, three (before, window, after) with it. */
const computeParts = (
  overview: Overview,
  detail: Overview | null,
  zoom: CallRange | null,
  available: number,
): { ticks: Tick[]; pitch: number }[] => {
  if (!zoom) {
    const ticks = mergeTicks(overview.ticks, Math.floor(available / leastPitch));
    return [{ ticks, pitch: available / Math.max(1, ticks.length) }];
  }
  const before = overview.ticks.filter((tick) => tick.lastCall < zoom.from);
  const after = overview.ticks.filter((tick) => tick.firstCall > zoom.to);
  const coarse = overview.ticks.filter((tick) => tick.lastCall >= zoom.from && tick.firstCall <= zoom.to);
  const inside = detail && detail.fromCall === zoom.from && detail.toCall === zoom.to ? detail.ticks : coarse;
  const calls = zoom.to - zoom.from + 1;
  const natural = available * Math.min(1, calls / Math.max(1, overview.totalCalls));
  const rest = before.length + after.length;
  const wanted = rest === 0 ? available : Math.max(natural, Math.min(available * zoomedShare, calls * zoomedPitch));
  const windowTicks = mergeTicks(inside, Math.floor(wanted / leastPitch));
  const windowPitch = wanted / Math.max(1, windowTicks.length);
  const restWidth = Math.max(0, available - windowPitch * windowTicks.length);
  const share = (ticks: Tick[]) => mergeTicks(ticks, Math.max(1, Math.floor((restWidth * ticks.length) / Math.max(1, rest) / leastPitch)));
  const [left, right] = [share(before), share(after)];
  const restPitch = restWidth / Math.max(1, left.length + right.length);
  return [
    { ticks: left, pitch: restPitch },
    { ticks: windowTicks, pitch: windowPitch },
    { ticks: right, pitch: restPitch },
  ];
};

const computeLanes = (overview: Overview, width: number, spanOf: (first: number, last: number) => [number, number]): StripLane[] => {
  const ends: number[] = [];
  return overview.lanes.flatMap((lane) => {
    const [start, end] = spanOf(lane.firstCall, lane.lastCall);
    const x = Math.max(0, Math.min(start, width - leastLanePx));
    const free = ends.findIndex((taken) => taken < x);
    const level = free >= 0 ? free : ends.length;
    if (level >= maxLaneLevels) return [];
    const drawn = Math.max(leastLanePx, Math.min(end, width) - x);
    ends[level] = x + drawn;
    return [{ ...lane, x, width: drawn, level }];
  });
};

/**
 * Positions in the strip, in px from its left. x is call order, over the whole width; gaps take a fixed width and at most 30 % of
 * all, the longest first. With a zoom the window is widened, and what is outside shares the rest in buckets.
 */
export const computeStripLayout = (overview: Overview, detail: Overview | null, zoom: CallRange | null, width: number): StripLayout => {
  const gapWidth = width < 640 ? 14 : 26;
  const kept = chooseGaps(overview, width, gapWidth);
  const parts = computeParts(overview, detail, zoom, Math.max(1, width - kept.size * gapWidth));
  const bars: StripBar[] = [];
  const gaps: StripGap[] = [];
  let x = 0;
  for (const part of parts) {
    for (const tick of part.ticks) {
      for (const [beforeCall, durationMs] of kept) {
        if (beforeCall < tick.firstCall || beforeCall > tick.lastCall) continue;
        gaps.push({ x: x + 1, width: gapWidth - 2, durationMs, beforeCall });
        kept.delete(beforeCall);
        x += gapWidth;
      }
      bars.push({ x, width: part.pitch, tick });
      x += part.pitch;
    }
  }
  const draft: StripLayout = { width, bars, gaps, turns: [], lanes: [] };
  const spanOf = (first: number, last: number): [number, number] => [findXOfCall(draft, first), findXOfCall(draft, last) + 4];
  return { ...draft, turns: computeTurns(overview, draft), lanes: computeLanes(overview, width, spanOf) };
};

/** Turns nearer to each other than this are marked only as often as a number with its time has room. */
const leastTurnPx = 8;
const crowdedTurnPx = 90;
/** Least room in px of a turn's number with its time, and of its number alone; longer numbers take more. */
const labelRoom = { full: 74, short: 30 };
const labelMargin = 12;
const letterPx = 6.6;

/** Turn starts that are far enough apart to be distinguishable. */
const computeTurns = (overview: Overview, layout: StripLayout): StripTurn[] => {
  const placed: (Overview['turns'][number] & { x: number })[] = [];
  let beforeX = -Infinity;
  for (const turn of overview.turns) {
    const x = findBarOfCall(layout, turn.firstCall)?.x ?? 0;
    if (x - beforeX >= leastTurnPx || x - (placed.at(-1)?.x ?? -Infinity) >= crowdedTurnPx) placed.push({ ...turn, x });
    beforeX = x;
  }
  return placed.map((turn, i) => {
    const room = (placed[i + 1]?.x ?? layout.width) - turn.x;
    const short = Math.max(labelRoom.short, labelMargin + printTurn(turn.turnIdx).length * letterPx);
    const full = Math.max(labelRoom.full, short + labelRoom.full - labelRoom.short);
    return { ...turn, label: room >= full ? 'full' : room >= short ? 'short' : 'none' };
  });
};

/** The bar that shows a call, or the nearest; null in an empty strip. */
export const findBarOfCall = (layout: StripLayout, call: number): StripBar | null => {
  let low = 0;
  let high = layout.bars.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((layout.bars[middle]?.tick.lastCall ?? 0) < call) low = middle + 1;
    else high = middle;
  }
  return layout.bars[low] ?? null;
};

/** Middle of a call's place in its bar. */
export const findXOfCall = (layout: StripLayout, call: number): number => {
  const bar = findBarOfCall(layout, call);
  if (!bar) return 0;
  const calls = bar.tick.lastCall - bar.tick.firstCall + 1;
  const place = Math.min(calls - 1, Math.max(0, call - bar.tick.firstCall));
  return bar.x + (bar.width * (place + 0.5)) / calls;
};

/** The bar at or before `x`; null in an empty strip. */
export const findBarAt = (layout: StripLayout, x: number): StripBar | null => {
  let found: StripBar | null = layout.bars[0] ?? null;
  let low = 0;
  let high = layout.bars.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const bar = layout.bars[middle];
    if (bar && bar.x <= x) {
      found = bar;
      low = middle + 1;
    } else high = middle - 1;
  }
  return found;
};

/** The call at `x`; null in an empty strip. */
export const findCallAt = (layout: StripLayout, x: number): number | null => {
  const bar = findBarAt(layout, x);
  if (!bar) return null;
  const calls = bar.tick.lastCall - bar.tick.firstCall + 1;
  const place = Math.floor(((x - bar.x) / Math.max(0.01, bar.width)) * calls);
  return bar.tick.firstCall + Math.min(calls - 1, Math.max(0, place));
};

/** A range inside 1 to `total`, at least `least` calls wide where there are as many; null when it is the whole. */
export const clampZoom = (range: CallRange, total: number, least = 3): CallRange | null => {
  const size = Math.max(Math.min(least, total), range.to - range.from + 1);
  if (size >= total) return null;
  const from = Math.min(Math.max(1, range.from), total - size + 1);
  return { from, to: from + size - 1 };
};

/** Left and right edge of the zoom window in px. */
export const computeWindow = (layout: StripLayout, zoom: CallRange): { left: number; right: number } => {
  const last = findBarOfCall(layout, zoom.to);
  return { left: findBarOfCall(layout, zoom.from)?.x ?? 0, right: last ? last.x + last.width : 0 };
};
