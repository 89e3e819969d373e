import type { AssessmentSeverity, Finding, Standing, ReportReason } from '../domain/assessment.ts';
import { compareSeverity } from '../session/severity.ts';

/** A finding that stands: as it stood last, where it was first said, and when the agent was last told of it. */
export type StandingFinding = { finding: Finding; sinceCall: number; toldAtCall: number | null };

/** What tells findings of one observer apart. */
const isSame = (a: Pick<Finding, 'category' | 'subject'>, b: Pick<Finding, 'category' | 'subject'>): boolean =>
  a.subject === b.subject && a.category === b.category;

const toStanding = (before: Finding | undefined, severity: AssessmentSeverity): Standing => {
  if (!before) return 'new';
  const worse = compareSeverity(severity, before.severity);
  return worse === 0 ? 'still' : worse > 0 ? 'rises' : 'eases';
};

/** What is found now beside what stood before. */
export type Compared = { findings: Finding[]; ended: Finding[]; telling: ReportReason | null };

/** Says of each finding what it is, and why the agent is told of them, if it is. */
export const compareFindings = (
  standing: readonly StandingFinding[],
  found: readonly Omit<Finding, 'standing'>[],
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
