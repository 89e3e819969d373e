import { clip } from './clip.ts';
import { toErrorLine, toEvidence, toTitled } from './evidence.ts';
import { endsRun, hasRun, isFault } from './fault.ts';
import type { ObservedCall } from './observed-call.ts';
import type { FoundNow, ObserverContext } from './observer.ts';
import { toPercent } from './percent.ts';
import type { StallCategory, StallParameters } from './stall-parameters.ts';

/** A failure of the newest window. `inRun`: it is one of several in a row, which the Error Cascade Detector reports. */
type Failure = { index: number; kind: string; inRun: boolean };

export type Failures = {
  failures: readonly Failure[];
  /** Failures in a row up to now. */
  run: number;
  /** Identifies this rate from the call where it first was too high until its last failure leaves the window. */
  subject: string | null;
};

export const noFailures: Failures = { failures: [], run: 0, subject: null };

const worstRate = 0.7;
/** The Error Cascade Detector's default threshold: this many failures in a row are reported there. */
const cascadeLength = 3;

/** The kind of failure that comes most often, the earliest of several. */
const toSubject = (failures: readonly Failure[]): string => {
  const counts = new Map<string, number>();
  for (const { kind } of failures) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const [[kind] = ['']] = [...counts].toSorted(([, a], [, b]) => b - a);
  return clip(`error rate ${kind}`, 40);
};

const markRun = (failures: readonly Failure[], run: number): readonly Failure[] =>
  run < cascadeLength ? failures : failures.map((one, at) => (at >= failures.length - run && !one.inRun ? { ...one, inRun: true } : one));

const listApart = (failures: readonly Failure[]): readonly Failure[] => failures.filter(({ inRun }) => !inRun);

/** Kinds of failure that come so often are a series, which the Error Cascade Detector reports. */
const seriesLength = 4;

/** Failures of kinds that come again, but not so often that they are a series: failures with nothing in common are no rate. */
const isRelated = (failures: readonly Failure[]): boolean => {
  const counts = new Map<string, number>();
  for (const { kind } of failures) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts.size * 2 <= failures.length + 1 && Math.max(...counts.values()) < seriesLength;
};

const isMany = (failures: readonly Failure[], { window_size, error_rate_threshold }: StallParameters): boolean =>
  failures.length >= window_size * error_rate_threshold;

/** Adds a call. */
export const stepFailures = (state: Failures, call: ObservedCall, parameters: StallParameters): Failures => {
  // Calls that were issued together fail as one.
  const isNew = isFault(call) && (state.failures.at(-1)?.index ?? 0) < call.decision;
  const run = isNew ? state.run + 1 : endsRun(call) ? 0 : state.run;
  const isOld = (state.failures[0]?.index ?? call.index) <= call.index - parameters.window_size;
  if (!isNew && !isOld) return run === state.run ? state : { ...state, run };
  const kept = state.failures.filter(({ index }) => index > call.index - parameters.window_size);
  const added = isNew ? [...kept, { index: call.index, kind: (call.errorKey ?? call.name).slice(-11), inRun: false }] : kept;
  const failures = markRun(added, run);
  const apart = listApart(failures);
  const subject = state.subject ?? (isMany(apart, parameters) && isRelated(apart) ? toSubject(apart) : null);
  return { failures, run, subject: failures.length === 0 ? null : subject };
};

/**
 * Too many failures among the newest calls, apart from those that another finding covers: failures in a row, and those from `explainedFrom` on, which
 * belong to a loop that was found. Failing checks, searches that found nothing, refusals and outages are not failures here. As many
 * must have failed as would be too many in a full window: the first call alone is no rate.
 */
export const findErrorRate = (
  { failures, subject }: Failures,
  context: ObserverContext,
  parameters: StallParameters,
  explainedFrom: number,
): FoundNow<StallCategory> | null => {
  if (subject === null || !isMany(failures, parameters)) return null;
  const apart = listApart(failures).filter(({ index }) => index < explainedFrom);
  if (!isMany(apart, parameters)) return null;
  const calls = context.recentCalls(parameters.window_size).filter(hasRun);
  const failed = calls.filter(isFault);
  const [rate, last] = [failed.length / calls.length, failed.at(-1)];
  if (rate < parameters.error_rate_threshold) return null;
  return {
    category: 'Elevated Error Rate',
    title: `${failed.length} of ${calls.length} calls failed${last ? `, last ${toTitled(last)}` : ''}`,
    description: `${failed.length}/${calls.length} recent calls failed (${toPercent(rate)}).`,
    evidence: toEvidence(failed, toErrorLine),
    severity: rate >= worstRate ? 'warning' : 'caution',
    subject,
    calls: failed.map(({ index }) => index),
    callCount: failed.length,
    records: failed.flatMap(({ id, resultId }) => (resultId === null || resultId === id ? [id] : [id, resultId])),
    waste: null,
  };
};
