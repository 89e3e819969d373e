import type { AssessmentSeverity } from './assessment.ts';

const severities = { warning: 'high', caution: 'medium', info: 'info' } as const;

/** The severity of an assessment as triage and the screens know it. */
export const toSeverity = (severity: AssessmentSeverity): (typeof severities)[AssessmentSeverity] => severities[severity];
