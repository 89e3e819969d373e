import { nothing, redacted, type Redacted } from '../redaction/redact.ts';
import { renderAssessments, type Printed } from './render.ts';

/** The prompt section that reports findings to the agent, or '' when there is nothing to report. */
export const renderSection = (assessments: readonly Printed[]): Redacted<string> => {
  const reported = assessments.filter(({ findings }) => findings.length > 0);
  if (reported.length === 0) return nothing;
  return redacted`# Trajectory Assessment

The following is an automated assessment of your recent activity. Use this
feedback to evaluate whether you are making progress toward the goal.

${renderAssessments(reported)}
`;
};
