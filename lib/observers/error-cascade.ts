import type { CascadeCategory, CascadeParameters } from './cascade-parameters.ts';
import { extendRun, maxKinds, noFailures, toLinesFromFirst, toRunFinding, toRunSuggestions, type FailureRun } from './failure-run.ts';
import { isFault } from './fault.ts';
import type { ObservedCall } from './observed-call.ts';
import type { Observer, Verdict } from './observer.ts';

const calm: Verdict<CascadeCategory> = { severity: 'info', summary: 'No failures in a row.', findings: [] };

/**
 * What a check says, what a person refused and what was not made are neither a failure nor a success. A check that passes is a
 * success, and so is a result that nothing calls a failure.
 */
const endsRun = ({ outcome, traits, resultId }: ObservedCall): boolean =>
  outcome === 'ok' || (outcome === 'unknown' && resultId !== null) || (outcome === 'error' && traits.includes('finds_nothing'));

/** Finds failures in a row, and tells outages of a service from the agent's own. */
export const makeCascade = ({ consecutive_threshold }: CascadeParameters): Observer<FailureRun, CascadeCategory> => ({
  init: () => noFailures,
  step(run, call) {
    if (isFault(call) || (call.outcome === 'error' && call.traits.includes('outage'))) return extendRun(run, call);
    return endsRun(call) ? noFailures : run;
  },
  shouldRun: () => true,
  assess(run) {
    if (run.trail.count < consecutive_threshold) return calm;
    return run.outages * 2 > run.trail.count ? toOutage(run) : toCascade(run, consecutive_threshold);
  },
});

const toCascade = (run: FailureRun, threshold: number): Verdict<CascadeCategory> => {
  const { count } = run.trail;
  const isAlike = run.kinds.length === 1;
  const severity = count >= threshold * 2 ? 'warning' : 'caution';
  const ways = run.kinds.length === maxKinds ? 'many' : run.kinds.length;
  return {
    severity,
    summary: `Detected ${count} consecutive failures. Immediate reassessment recommended.`,
    findings: [
      toRunFinding(
        run,
        {
          category: 'Error Cascade',
          // The first is what tells it from other runs.
          title: isAlike ? `${run.newest}: ${count} failures in a row, all alike` : `${run.first}: the first of ${count} failures in a row`,
          description: `${count} consecutive tool calls have failed${isAlike ? ', all in the same way' : `, in ${ways} different ways`}.`,
          severity,
        },
        isAlike ? run.lines : toLinesFromFirst(run),
      ),
    ],
    suggestions: toRunSuggestions(run),
  };
};

const toOutage = (run: FailureRun): Verdict<CascadeCategory> => ({
  severity: 'caution',
  summary: `A service does not answer: ${run.trail.count} consecutive calls have failed.`,
  findings: [
    toRunFinding(run, {
      category: 'Outage',
      title: `${run.newest}: a service did not answer, ${run.outages} of ${run.trail.count} times`,
      description: `${run.outages} of ${run.trail.count} consecutive failures are those of a service: too many requests, a fault on its side, or no connection.`,
      severity: 'caution',
    }),
  ],
});
