import type { AssessmentSeverity } from '../domain/assessment.ts';

const ranks: Record<AssessmentSeverity, number> = { info: 0, caution: 1, warning: 2 };

/** Above 0 where the first is worse. */
export const compareSeverity = (a: AssessmentSeverity, b: AssessmentSeverity): number => ranks[a] - ranks[b];

/** The worse of two severities; null means no severity. */
export const worstSeverity = (a: AssessmentSeverity | null, b: AssessmentSeverity): AssessmentSeverity =>
  a === null || compareSeverity(b, a) > 0 ? b : a;
