import type { Outcome } from '../domain/outcome.ts';
import type { Overview, Tick } from '../domain/overview.ts';
import { idleGapMs } from './derive.ts';
import { computeWorstOutcome } from './worst-outcome.ts';

/** Fields that the strip needs for every call of a window, in order, column by column: there can be 100,000 calls. */
export type CallSpans = {
  outcomes: Outcome[];
  durationMs: (number | null)[];
  atMs: (number | null)[];
  endedAtMs: (number | null)[];
  turnIdx: (number | null)[];
  isInherited: boolean[];
  isTakenBack: boolean[];
};
/** Fields that the strip needs for the few calls that a tick shows. */
export type CallName = { callIndex: number; recordId: string; name: string; summary: string };
/** A call that started a session; `seq`: its position. */
export type CallChild = { callIndex: number; seq: number } & Pick<
  Overview['lanes'][number],
  'sessionId' | 'label' | 'toolCalls' | 'toolErrors'
>;

type Window = { fromCall: number; toCall: number; totalCalls: number };
type NamelessTick = Omit<Tick, 'name' | 'summary' | 'recordId'> & { shownCall: number };

/** The overview strip for a window of calls, in at most `maxTicks` ticks. `listNames` is called once, for the calls shown. */
export const computeOverview = async (
  spans: CallSpans,
  children: readonly CallChild[],
  window: Window,
  { maxTicks, listNames }: { maxTicks: number; listNames: (calls: number[]) => Promise<CallName[]> },
): Promise<Overview> => {
  const ticks = computeTicks(spans, window.fromCall, maxTicks);
  const names = new Map((await listNames(ticks.map((tick) => tick.shownCall))).map((name) => [name.callIndex, name]));
  return {
    ...window,
    ticks: ticks.flatMap(({ shownCall, ...tick }) => {
      const shown = names.get(shownCall);
      return shown ? [{ ...tick, name: shown.name, summary: shown.summary, recordId: shown.recordId }] : [];
    }),
    gaps: computeGaps(spans, window.fromCall),
    turns: computeTurnStarts(spans, window.fromCall),
    lanes: computeLanes(spans, window.fromCall, children),
  };
};

const computeTicks = (
  { outcomes, durationMs, atMs, turnIdx, isInherited, isTakenBack }: CallSpans,
  fromCall: number,
  maxTicks: number,
): NamelessTick[] => {
  const size = Math.max(1, Math.ceil(outcomes.length / maxTicks));
  const ticks: NamelessTick[] = [];
  for (let at = 0; at < outcomes.length; at += size) {
    const end = Math.min(at + size, outcomes.length);
    const gone = isTakenBack.slice(at, end);
    const takenBack = gone.every(Boolean);
    // Calls that were taken back count in no outcome, unless all were.
    const outcome = computeWorstOutcome(outcomes.slice(at, end).filter((_, index) => takenBack || gone[index] !== true));
    let shown = at;
    while (shown < end - 1 && (outcomes[shown] !== outcome || (isTakenBack[shown] === true && !takenBack))) shown += 1;
    const known = durationMs.slice(at, end).filter((duration) => duration !== null);
    ticks.push({
      firstCall: fromCall + at,
      lastCall: fromCall + end - 1,
      shownCall: fromCall + shown,
      outcome,
      durationMs: known.length === 0 ? null : Math.max(...known),
      turnIdx: turnIdx[at] ?? null,
      atMs: atMs[at] ?? null,
      inherited: isInherited.slice(at, end).every(Boolean),
      takenBack,
    });
  }
  return ticks;
};

const computeGaps = ({ atMs, endedAtMs }: CallSpans, fromCall: number): Overview['gaps'] => {
  const gaps: Overview['gaps'] = [];
  let busyUntilMs: number | null = null;
  for (const [at, startMs] of atMs.entries()) {
    if (startMs !== null && busyUntilMs !== null && startMs - busyUntilMs > idleGapMs) {
      gaps.push({ beforeCall: fromCall + at, durationMs: startMs - busyUntilMs });
    }
    const endMs = endedAtMs[at] ?? startMs;
    if (endMs !== null) busyUntilMs = Math.max(busyUntilMs ?? endMs, endMs);
  }
  return gaps;
};

const computeTurnStarts = ({ turnIdx, atMs }: CallSpans, fromCall: number): Overview['turns'] => {
  const starts: Overview['turns'] = [];
  for (const [at, turn] of turnIdx.entries()) {
    if (turn === null || starts.at(-1)?.turnIdx === turn) continue;
    starts.push({ turnIdx: turn, firstCall: fromCall + at, startedAtMs: atMs[at] ?? null });
  }
  return starts;
};

/** A lane reaches to the last call that began before its child ended. */
const computeLanes = ({ atMs, endedAtMs }: CallSpans, fromCall: number, children: readonly CallChild[]): Overview['lanes'] =>
  children.map(({ callIndex, seq: _, ...child }) => {
    const endMs = endedAtMs[callIndex - fromCall] ?? null;
    let last = callIndex - fromCall;
    while (last + 1 < atMs.length && beginsWithin(atMs[last + 1], endMs)) last += 1;
    return { ...child, firstCall: callIndex, lastCall: fromCall + last };
  });

const beginsWithin = (startMs: number | null | undefined, endMs: number | null): boolean =>
  startMs !== null && startMs !== undefined && endMs !== null && startMs < endMs;
