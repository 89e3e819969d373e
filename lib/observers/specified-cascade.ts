import type { CascadeCategory, CascadeParameters } from './cascade-parameters.ts';
import { extendRun, noFailures, toRunFinding, toRunSubject, type FailureRun } from './failure-run.ts';
import type { Observer } from './observer.ts';

const suggestions = ['Stop and reassess the current approach before continuing.', "Check if there's a common cause across these failures."];
const alike = 'All errors appear similar - this suggests a systemic issue rather than individual problems.';

/** The specification's ErrorCascadeDetector to the letter, but that the whole run of failures counts. */
export const makeSpecifiedCascade = ({ consecutive_threshold }: CascadeParameters): Observer<FailureRun, CascadeCategory> => ({
  init: () => noFailures,
  step: (run, call) => (call.outcome === 'error' ? extendRun(run, call) : noFailures),
  shouldRun: (run) => run.trail.count >= consecutive_threshold,
  assess(run) {
    const { count } = run.trail;
    return {
      severity: 'warning',
      summary: `Detected ${count} consecutive failures. Immediate reassessment recommended.`,
      findings: [
        toRunFinding(run, toRunSubject(run), {
          category: 'Error Cascade',
          title: `${count} failures in a row`,
          description: `${count} consecutive tool calls have failed.`,
          severity: 'warning',
        }),
      ],
      suggestions: run.kinds.length === 1 ? [...suggestions, alike] : suggestions,
    };
  },
});
