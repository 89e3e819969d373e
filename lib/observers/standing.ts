import type { AssessmentSeverity, Finding, Standing, Telling } from '../domain/assessment.ts';
import type { FoundNow } from './observer.ts';
import type { StandingFinding } from './run.ts';

const ranks: Record<AssessmentSeverity, number> = { info: 0, caution: 1, warning: 2 };

/** The worse of two; null is none. */
export const worstSeverity = (a: AssessmentSeverity | null, b: AssessmentSeverity): AssessmentSeverity =>
  a === null || ranks[a] < ranks[b] ? b : a;

/** What tells findings of one observer apart. */
const isSame = (a: Pick<Finding, 'category' | 'subject'>, b: Pick<Finding, 'category' | 'subject'>): boolean =>
  a.subject === b.subject && a.category === b.category;

const toStanding = (before: Finding | undefined, severity: AssessmentSeverity): Standing => {
  if (!before) return 'new';
  if (ranks[severity] === ranks[before.severity]) return 'still';
  return ranks[severity] > ranks[before.severity] ? 'rises' : 'eases';
};

/** What is found now beside what stood before. */
export type Compared = { findings: Finding[]; ended: Finding[]; telling: Telling | null };

/** Says of each finding what it is, and why the agent is told of them, if it is. */
export const compareFindings = (
  standing: readonly StandingFinding[],
  found: readonly FoundNow[],
  callIndex: number,
  stillAfterCalls: number,
): Compared => {
  const findings = found.map((one): Finding => {
    const before = standing.find(({ finding }) => isSame(finding, one));
    return { ...one, standing: toStanding(before?.finding, one.severity) };
  });
  const isFound = (before: Finding): boolean => findings.some((one) => isSame(before, one));
  const isDue = ({ finding, toldAtCall }: StandingFinding): boolean =>
    stillAfterCalls > 0 && callIndex - (toldAtCall ?? 0) >= stillAfterCalls && isFound(finding);
  const has = (which: Standing): boolean => findings.some((one) => one.standing === which);
  return {
    findings,
    ended: standing.flatMap(({ finding }) => (isFound(finding) ? [] : [finding])),
    telling: has('new') ? 'new' : has('rises') ? 'rises' : standing.some(isDue) ? 'still' : null,
  };
};

/** What stands after an assessment. */
export const toStandingFindings = (
  standing: readonly StandingFinding[],
  { findings, telling }: Compared,
  callIndex: number,
): StandingFinding[] =>
  findings.map((finding) => {
    const before = standing.find((one) => isSame(one.finding, finding));
    return {
      finding,
      sinceCall: before?.sinceCall ?? callIndex,
      toldAtCall: telling === null ? (before?.toldAtCall ?? null) : callIndex,
    };
  });
