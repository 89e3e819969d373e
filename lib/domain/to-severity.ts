import type { AssessmentSeverity } from './assessment.ts';

const severities = { warning: 'high', caution: 'medium', info: 'info' } as const;

/** Maps the severity of an assessment to that of an observation. */
export const toSeverity = (severity: AssessmentSeverity): (typeof severities)[AssessmentSeverity] => severities[severity];
