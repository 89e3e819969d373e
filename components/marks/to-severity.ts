import type { AssessmentSeverity } from '@/lib/domain/assessment.ts';
import type { Severity } from './severity-mark.tsx';

const severities: Record<AssessmentSeverity, Severity> = { warning: 'high', caution: 'medium', info: 'info' };

/** The mark of what an observer thinks: warning a triangle, caution a diamond, info a hollow circle. */
export const toSeverity = (severity: AssessmentSeverity): Severity => severities[severity];
