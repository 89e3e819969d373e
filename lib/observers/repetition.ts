import { clip } from './clip.ts';
import { toEvidence, toLine, toQuoted, toTitled } from './evidence.ts';
import type { ObservedCall } from './observed-call.ts';
import { maxRecentCalls, type FoundNow, type ObserverContext } from './observer.ts';
import type { StallCategory, StallParameters } from './stall-parameters.ts';
import { citeTrail, extendTrail, hasDecision, lastIndexOf, listRefs, startTrail, type Trail } from './trail.ts';

/** The same thing done again and again while nothing changed. */
type Streak = {
  key: string;
  waits: boolean;
  trail: Trail;
  /** Numbers of the newest of its calls, as many as make a repetition. */
  newest: readonly number[];
  /** Whether enough of them were in one window once: the finding then stays active until the window holds none of them. */
  isDense: boolean;
  /** The call at which there was enough to say of it; null: there is not yet. */
  foundAt: number | null;
  /** Its calls fail. */
  failed: boolean;
  /** Something was changed since it was found, which did not end it. */
  isChanged?: boolean;
};

/** A finding with the call at which it was first detected; `advice` replaces its category's suggestions. */
export type FoundAt = { foundAt: number; finding: FoundNow<StallCategory>; advice?: string };

const none: readonly FoundAt[] = [];

export type Repetition = { streaks: readonly Streak[]; lastWait: number };

export const startRepetition = (): Repetition => ({ streaks: [], lastWait: 0 });

/** Keeps the found repetitions after a change: they go on if the same call comes again. */
export const keepFound = ({ streaks, lastWait }: Repetition): Repetition => ({
  streaks: streaks.flatMap((streak) => (streak.foundAt === null || streak.waits ? [] : [{ ...streak, isChanged: true }])),
  lastWait,
});

/** Length of a call's part of a key. */
const callBytes = 11;
const shorten = (key: string | null): string => (key === null ? '' : key.slice(-callBytes));

/**
 * The subject of a finding about one call that fails in one way, by its repeat key. It is the same whichever rule found it, so that the
 * refusal is one group.
 */
export const toRefusalSubject = (repeatKey: string): string => `call ${repeatKey}`;

/**
 * Key that calls share if they are the same: arguments and result. Errors are the same whatever their numbers and paths; the result of a
 * check must match closely, as fewer failures are progress.
 */
export const toRepeatKey = (call: ObservedCall, by: StallParameters['repetition_key']): string => {
  if (by === 'tool_name') return call.name;
  const isPlainError = call.errorKey !== null && !call.traits.includes('checks');
  return `${shorten(call.callKey)}${shorten(isPlainError ? call.errorKey : call.resultKey)}`;
};

export const isWait = ({ traits }: ObservedCall): boolean => traits.includes('polls') || traits.includes('runs');

/** Such calls cannot be distinguished, or exist to wait. */
export const isPatient = (call: ObservedCall): boolean =>
  isWait(call) || call.traits.includes('no_arguments') || call.traits.includes('no_result');

/** Waiting for something that is not ready is no repetition, and neither are the pauses between. */
export const stepWaiting = ({ streaks }: Repetition, call: ObservedCall): Repetition => ({
  streaks: streaks.filter(({ waits, foundAt }) => !waits || foundAt !== null),
  lastWait: call.index,
});

/** Adds a call; forgets what was not done for a window. */
export const stepRepetition = (state: Repetition, call: ObservedCall, key: string, parameters: StallParameters): Repetition => {
  const { window_size, repetition_threshold } = parameters;
  const before = state.streaks.find((streak) => streak.key === key);
  if (before && hasDecision(before.trail, call)) return isWait(call) ? { ...state, lastWait: call.index } : state;
  const waits = isPatient(call) || (before !== undefined && (before.waits || state.lastWait > lastIndexOf(before.trail)));
  const known = before?.newest ?? [];
  const newest = [...known.slice(known.length < repetition_threshold ? 0 : 1), call.index];
  const trail = extendTrail(before?.trail ?? startTrail(1), call);
  const isDense = before?.isDense === true || (newest.length === repetition_threshold && (newest[0] ?? 0) > call.index - window_size);
  const isEnough = waits ? trail.count >= parameters.polling_threshold : isDense;
  const foundAt = isEnough ? (before?.foundAt ?? call.index) : null;
  const failed = call.outcome === 'error';
  const streak: Streak = { key, waits, trail, newest, isDense, foundAt, failed, ...(before?.isChanged && { isChanged: true }) };
  const isCured = (one: Streak): boolean =>
    one.foundAt !== null && (one.isChanged === true || (one.failed && !failed)) && isOtherResult(one.key, key, parameters);
  const isGone = (one: Streak): boolean => lastIndexOf(one.trail) <= call.index - window_size || isCured(one);
  const streaks = state.streaks.filter((one) => one !== before && !isGone(one));
  streaks.push(streak);
  return { streaks, lastWait: isWait(call) ? call.index : state.lastWait };
};

/** Whether two keys are of one call with different results. */
const isOtherResult = (one: string, other: string, { repetition_key }: StallParameters): boolean =>
  repetition_key === 'call' && one !== other && one.slice(0, callBytes) === other.slice(0, callBytes);

/** Findings of what is repeated, but for what `explained` says is part of something larger; each with the call at which it was found. */
export const findRepetitions = (
  { streaks }: Repetition,
  call: ObservedCall,
  context: ObserverContext,
  parameters: StallParameters,
  explained: (key: string, first: number) => boolean,
): readonly FoundAt[] => {
  const { window_size } = parameters;
  let found: FoundAt[] | null = null;
  for (const streak of streaks) {
    const { key, waits, trail, foundAt } = streak;
    if (foundAt === null) continue;
    const first = trail.head[0]?.[0] ?? 0;
    if (lastIndexOf(trail) <= call.index - window_size || explained(key, first)) continue;
    const cited = new Set(listRefs(trail).map(([index]) => index));
    const calls = context.recentCalls(maxRecentCalls).filter(({ index }) => cited.has(index));
    const finding = waits ? toPolling(key, trail, calls, parameters) : toRepetition(streak, calls, parameters);
    (found ??= []).push({ foundAt, finding });
  }
  return found ?? none;
};

/** A call by what it asks. */
const toTitle = (call: ObservedCall | undefined): string => (call ? toTitled({ ...call, error: null }) : 'Same call');

const toRange = (trail: Trail): string => `from #${trail.head[0]?.[0] ?? 0} to #${lastIndexOf(trail)}`;

const toRepetition = (
  { key, trail, failed, isChanged = false }: Streak,
  calls: readonly ObservedCall[],
  parameters: StallParameters,
): FoundNow<StallCategory> => {
  const last = calls.at(-1);
  const { count, waste } = trail;
  const severity = count >= parameters.repetition_threshold * 2 && !isChanged ? 'warning' : 'caution';
  const unchanged = isChanged ? '' : ', and nothing was changed in between';
  const subject = failed && parameters.repetition_key === 'call' ? toRefusalSubject(key) : clip(key, 60);
  const common = { category: 'Repetitive Pattern', evidence: toEvidence(calls, toLine), severity, subject, waste } as const;
  if (parameters.repetition_key === 'tool_name')
    return {
      ...common,
      ...citeTrail(trail),
      title: `${last?.name ?? key}, ${count} times`,
      description: `Tool ${toQuoted(last?.name ?? key, '')} was called ${count} times, ${toRange(trail)}.`,
    };
  const what = last ? toQuoted(last.name, last.summary) : '';
  return {
    ...common,
    ...citeTrail(trail),
    title: `${toTitle(last)}: same ${failed ? 'failure' : 'result'}, ${count} times`,
    description: failed
      ? `${what} failed ${count} times in the same way, ${toRange(trail)}${unchanged}.`
      : `${what} was called ${count} times with the same result, ${toRange(trail)}${unchanged}.`,
  };
};

const toPolling = (key: string, trail: Trail, calls: readonly ObservedCall[], parameters: StallParameters): FoundNow<StallCategory> => {
  const last = calls.at(-1);
  const { count } = trail;
  return {
    ...citeTrail(trail),
    category: 'Polling',
    title: `${toTitle(last)}: polled ${count} times, always the same result`,
    description: `${last ? toQuoted(last.name, last.summary) : 'The same call'} was called ${count} times, ${toRange(trail)}, and the result never changed.`,
    evidence: toEvidence(calls, toLine),
    severity: count >= parameters.polling_threshold * 2 ? 'warning' : 'caution',
    subject: clip(key, 60),
    waste: trail.waste,
  };
};
