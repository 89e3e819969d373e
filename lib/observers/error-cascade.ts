import type { CascadeCategory, CascadeParameters } from './cascade-parameters.ts';
import {
  extendRun,
  isAlike,
  isAttempt,
  maxKinds,
  noFailures,
  toLinesFromFirst,
  toRunFinding,
  toRunSubject,
  toSeriesKey,
  type FailureRun,
} from './failure-run.ts';
import { endsRun, isFault } from './fault.ts';
import type { ObservedCall } from './observed-call.ts';
import type { Observer, Verdict } from './observer.ts';
import { hasDecision, lastIndexOf } from './trail.ts';

/** A run that is long enough, until its cause is gone. */
type Cascade = {
  run: FailureRun;
  subject: string;
  /** Something else succeeded since its last failure; and whether that was so before one of its failures. */
  isBroken: boolean;
  hasGaps: boolean;
};

/** Failures of one attempt in one way, which a success of something else does not end. */
type Series = { key: string; run: FailureRun; hasGaps: boolean; isChanged: boolean };

type CascadeState = {
  turn: number | null;
  /** Failures in a row that do not belong to the cascade. */
  run: FailureRun;
  series: readonly Series[];
  cascade: Cascade | null;
};

const calm: Verdict<CascadeCategory> = { severity: 'info', summary: 'No failures in a row.', findings: [] };

/** Calls without a failure of a cascade, or of a series, after which the agent has moved on. */
const movedOnAfter = 10;
const maxSeries = 2;

const fails = (call: ObservedCall): boolean => isFault(call) || (call.outcome === 'error' && call.traits.includes('outage'));

/** Adds a failure. Among calls that were issued together only the first counts: none of them could learn from another. */
const extend = (run: FailureRun, call: ObservedCall): FailureRun => (hasDecision(run.trail, call) ? run : extendRun(run, call));

/** A cascade is over when what failed succeeds, and when nothing of it fails any more for a while. */
const isOver = ({ run, isBroken }: Cascade, call: ObservedCall): boolean =>
  (endsRun(call) && isAttempt(run, call)) || (isBroken && lastIndexOf(run.trail) <= call.index - movedOnAfter);

/** Series after a success: what it tried works, and what it changed may help. */
const afterSuccess = (series: readonly Series[], call: ObservedCall): readonly Series[] =>
  series
    .filter(({ run }) => !isAttempt(run, call) && lastIndexOf(run.trail) > call.index - movedOnAfter)
    .map((one) => ({ ...one, hasGaps: true, isChanged: one.isChanged || call.traits.includes('changes') }));

const afterFailure = (series: readonly Series[], call: ObservedCall): readonly Series[] => {
  const key = toSeriesKey(call);
  const before = series.find((one) => one.key === key) ?? { key, run: noFailures, hasGaps: false, isChanged: false };
  return [...series.filter((one) => one !== before).slice(1 - maxSeries), { ...before, run: extend(before.run, call) }];
};

/**
 * The same call with nothing changed is for the Stall Detector. To look for a file in several places is ordinary, and so is another try after a change: it takes
 * one more.
 */
const isSeriesLong = ({ run, isChanged }: Series, { kind }: ObservedCall, threshold: number): boolean =>
  (isChanged || run.calls.length > 1) && run.trail.count >= threshold + (isChanged || kind === 'read' || kind === 'search' ? 1 : 0);

const begin = (run: FailureRun, hasGaps: boolean): Cascade => ({ run, subject: toRunSubject(run), isBroken: false, hasGaps });

/**
 * Finds consecutive failures, and the same failure again and again with something else between, and separates service outages from the agent's
 * own failures. A success of something else does not end what was found: if the same fails again, it is the same cascade.
 */
export const makeCascade = ({ consecutive_threshold }: CascadeParameters): Observer<CascadeState, CascadeCategory> => ({
  init: () => ({ turn: null, run: noFailures, series: [], cascade: null }),
  step(before, call) {
    const turn = call.turnIdx;
    const known = turn === before.turn ? before.series : [];
    const cascade = before.cascade && isOver(before.cascade, call) ? null : before.cascade;
    if (!fails(call)) {
      if (!endsRun(call)) return { ...before, turn, series: known, cascade };
      const broken = cascade && !cascade.isBroken ? { ...cascade, isBroken: true } : cascade;
      return { turn, run: noFailures, series: afterSuccess(known, call), cascade: broken };
    }
    if (cascade && (!cascade.isBroken || isAlike(cascade.run, call))) {
      const hasGaps = cascade.hasGaps || cascade.isBroken;
      return { turn, run: noFailures, series: [], cascade: { ...cascade, run: extend(cascade.run, call), isBroken: false, hasGaps } };
    }
    const run = extend(before.run, call);
    if (run.trail.count >= consecutive_threshold) return { turn, run: noFailures, series: [], cascade: begin(run, false) };
    const series = afterFailure(known, call);
    const longest = series.at(-1);
    if (longest && isSeriesLong(longest, call, consecutive_threshold))
      return { turn, run: noFailures, series: [], cascade: begin(longest.run, longest.hasGaps) };
    return { turn, run, series, cascade };
  },
  shouldRun: () => true,
  assess({ cascade }) {
    if (!cascade) return calm;
    return cascade.run.outages * 2 > cascade.run.trail.count ? toOutage(cascade) : toCascade(cascade, consecutive_threshold);
  },
});

const toCascade = ({ run, subject, hasGaps }: Cascade, threshold: number): Verdict<CascadeCategory> => {
  const { count } = run.trail;
  const isOneKind = run.kinds.length === 1;
  const severity = count >= threshold * 2 ? 'warning' : 'caution';
  const ways = run.kinds.length === maxKinds ? 'many' : run.kinds.length;
  const inRow = hasGaps ? '' : ' in a row';
  return {
    severity,
    summary: hasGaps ? `The same keeps failing: ${count} failed attempts.` : `${count} attempts in a row failed.`,
    findings: [
      toRunFinding(
        run,
        subject,
        {
          category: 'Error Cascade',
          // The first failure identifies the run.
          title: isOneKind ? `${run.newest}: ${count} identical failures${inRow}` : `${run.first}: the first of ${count} failures${inRow}`,
          description: `${count} attempts${inRow} failed, ${isOneKind ? 'all in the same way' : `in ${ways} different ways`}.`,
          severity,
        },
        isOneKind ? run.lines : toLinesFromFirst(run),
      ),
    ],
    ...(isOneKind && { suggestions: oneCause }),
  };
};

const oneCause = [
  'The error is the same each time. Fix what it names before you try again: other options of the same call will not help.',
  'If the cause is outside your reach, say what blocks you instead of trying again.',
];

const toOutage = ({ run, subject }: Cascade): Verdict<CascadeCategory> => ({
  severity: 'caution',
  summary: `A service is not responding: ${run.outages} of ${run.trail.count} failed calls.`,
  findings: [
    toRunFinding(run, subject, {
      category: 'Outage',
      title: `${run.newest}: service not responding, ${run.outages} of ${run.trail.count} times`,
      description: `${run.outages} of ${run.trail.count} failures came from a service: rate limit, server error or no connection.`,
      severity: 'caution',
    }),
  ],
});
