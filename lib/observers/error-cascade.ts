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

type CascadeState = {
  /** Failures in a row that do not belong to the cascade. */
  run: FailureRun;
  cascade: Cascade | null;
};

const calm: Verdict<CascadeCategory> = { severity: 'info', summary: 'No failures in a row.', findings: [] };

/** Calls without a failure of a cascade after which the agent has moved on. */
const movedOnAfter = 10;

const fails = (call: ObservedCall): boolean => isFault(call) || (call.outcome === 'error' && call.traits.includes('outage'));

/** Adds a failure. Of calls that were issued together only the first counts: none of them could learn from another. */
const extend = (run: FailureRun, call: ObservedCall): FailureRun => (hasDecision(run.trail, call) ? run : extendRun(run, call));

/** A cascade is over when what failed succeeds, and when nothing of it fails any more for a while. */
const isOver = ({ run, isBroken }: Cascade, call: ObservedCall): boolean =>
  (endsRun(call) && isAttempt(run, call)) || (isBroken && lastIndexOf(run.trail) <= call.index - movedOnAfter);

/**
 * Finds consecutive failures, and separates service outages from the agent's own failures. A success of something else does not end what
 * was found: if the same fails again, it is the same cascade.
 */
export const makeCascade = ({ consecutive_threshold }: CascadeParameters): Observer<CascadeState, CascadeCategory> => ({
  init: () => ({ run: noFailures, cascade: null }),
  step({ run, cascade: before }, call) {
    const cascade = before && isOver(before, call) ? null : before;
    if (!fails(call)) {
      if (!endsRun(call)) return { run, cascade };
      return { run: noFailures, cascade: cascade && !cascade.isBroken ? { ...cascade, isBroken: true } : cascade };
    }
    if (cascade && (!cascade.isBroken || isAlike(cascade.run, call))) {
      const hasGaps = cascade.hasGaps || cascade.isBroken;
      return { run: noFailures, cascade: { ...cascade, run: extend(cascade.run, call), isBroken: false, hasGaps } };
    }
    const longer = extend(run, call);
    if (longer.trail.count < consecutive_threshold) return { run: longer, cascade };
    return { run: noFailures, cascade: { run: longer, subject: toRunSubject(longer), isBroken: false, hasGaps: false } };
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
