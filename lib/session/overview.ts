import type { Outcome } from '../domain/outcome.ts';
import type { Overview, Tick } from '../domain/overview.ts';
import { idleGapMs } from './derive.ts';
import { computeWorstOutcome } from './worst-outcome.ts';

/** One call of the strip before bucketing. */
export type OverviewCall = {
  callIndex: number;
  recordId: string;
  name: string;
  summary: string;
  outcome: Outcome;
  durationMs: number | null;
  atMs: number | null;
  endedAtMs: number | null;
  turnIdx: number | null;
  childSessionId: string | null;
  childAgentName: string | null;
};

type Window = { fromCall: number; toCall: number; totalCalls: number };

/** The overview strip of the calls of a window, in order, in at most `mostTicks` ticks. */
export const computeOverview = (calls: readonly OverviewCall[], window: Window, mostTicks: number): Overview => ({
  ...window,
  ticks: computeTicks(calls, mostTicks),
  gaps: computeGaps(calls),
  turns: computeTurnStarts(calls),
  lanes: computeLanes(calls),
});

const computeTicks = (calls: readonly OverviewCall[], mostTicks: number): Tick[] => {
  const size = Math.max(1, Math.ceil(calls.length / mostTicks));
  const ticks: Tick[] = [];
  for (let at = 0; at < calls.length; at += size) {
    const bucket = calls.slice(at, at + size);
    const worst = computeWorstOutcome(bucket.map((call) => call.outcome));
    const shown = bucket.find((call) => call.outcome === worst);
    const first = bucket[0];
    const last = bucket.at(-1);
    if (!shown || !first || !last) continue;
    ticks.push({
      firstCall: first.callIndex,
      lastCall: last.callIndex,
      outcome: worst,
      durationMs: bucket.reduce<number | null>(
        (most, { durationMs }) => (durationMs === null ? most : Math.max(most ?? 0, durationMs)),
        null,
      ),
      name: shown.name,
      summary: shown.summary,
      turnIdx: first.turnIdx,
      atMs: first.atMs,
      recordId: shown.recordId,
    });
  }
  return ticks;
};

const computeGaps = (calls: readonly OverviewCall[]): Overview['gaps'] => {
  const gaps: Overview['gaps'] = [];
  let busyUntilMs: number | null = null;
  for (const call of calls) {
    if (call.atMs !== null && busyUntilMs !== null && call.atMs - busyUntilMs > idleGapMs) {
      gaps.push({ beforeCall: call.callIndex, durationMs: call.atMs - busyUntilMs });
    }
    const endMs = call.endedAtMs ?? call.atMs;
    if (endMs !== null) busyUntilMs = Math.max(busyUntilMs ?? endMs, endMs);
  }
  return gaps;
};

const computeTurnStarts = (calls: readonly OverviewCall[]): Overview['turns'] => {
  const starts: Overview['turns'] = [];
  for (const call of calls) {
    if (call.turnIdx === null || starts.at(-1)?.turnIdx === call.turnIdx) continue;
    starts.push({ turnIdx: call.turnIdx, firstCall: call.callIndex, startedAtMs: call.atMs });
  }
  return starts;
};

/** A lane reaches to the last call that began before its child ended. */
const computeLanes = (calls: readonly OverviewCall[]): Overview['lanes'] =>
  calls.flatMap((call, at) => {
    if (call.childSessionId === null) return [];
    let last = at;
    while (last + 1 < calls.length && beginsWithin(calls[last + 1], call.endedAtMs)) last += 1;
    return [
      {
        sessionId: call.childSessionId,
        firstCall: call.callIndex,
        lastCall: calls[last]?.callIndex ?? call.callIndex,
        label: call.childAgentName ?? call.summary,
      },
    ];
  });

const beginsWithin = (call: OverviewCall | undefined, endMs: number | null): boolean =>
  call !== undefined && call.atMs !== null && endMs !== null && call.atMs < endMs;
