import type { CascadeCategory, CascadeParameters } from './cascade-parameters.ts';
import { extendRun, maxKinds, noFailures, toLinesFromFirst, toRunFinding, toRunSuggestions, type FailureRun } from './failure-run.ts';
import { endsRun, isFault } from './fault.ts';
import type { Observer, Verdict } from './observer.ts';

const calm: Verdict<CascadeCategory> = { severity: 'info', summary: 'No failures in a row.', findings: [] };

/** Finds consecutive failures, and separates service outages from the agent's own failures. */
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
          // The first failure identifies the run.
          title: isAlike ? `${run.newest}: ${count} identical failures in a row` : `${run.first}: the first of ${count} failures in a row`,
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
  summary: `A service is not responding: ${run.trail.count} consecutive calls failed.`,
  findings: [
    toRunFinding(run, {
      category: 'Outage',
      title: `${run.newest}: service not responding, ${run.outages} of ${run.trail.count} times`,
      description: `${run.outages} of ${run.trail.count} consecutive failures came from a service: rate limit, server error or no connection.`,
      severity: 'caution',
    }),
  ],
});
