import type { AssessmentSeverity, Finding, Standing, ReportReason } from '../domain/assessment.ts';
import { compareSeverity } from '../session/severity.ts';

/** An active finding: its latest form, where it was first found, and when it was last reported to the agent. */
export type StandingFinding = { finding: Finding; sinceCall: number; toldAtCall: number | null };

/** A finding that ended lately: where, and what is needed to go on with it. */
export type EndedFinding = Pick<Finding, 'category' | 'subject' | 'severity'> & {
  sinceCall: number;
  /** The last call that it rested on, and the call at which it was over. */
  lastCall: number;
  endedAtCall: number;
  toldAtCall: number | null;
};

const maxEnded = 3;
/** Calls after which nothing rests on what ended. */
const endedCalls = 60;

/** Whether two findings of one observer are the same. */
const isSame = (a: Pick<Finding, 'category' | 'subject'>, b: Pick<Finding, 'category' | 'subject'>): boolean =>
  a.subject === b.subject && a.category === b.category;

/** An ended finding that is found again on partly the same calls goes on: it is no new finding. */
const findResumed = (ended: readonly EndedFinding[], found: Pick<Finding, 'category' | 'subject' | 'calls'>): EndedFinding | undefined =>
  ended.find((one) => isSame(one, found) && (found.calls[0] ?? Infinity) <= one.lastCall);

const toStanding = (before: Pick<Finding, 'severity'> | undefined, severity: AssessmentSeverity): Standing => {
  if (!before) return 'new';
  const worse = compareSeverity(severity, before.severity);
  return worse === 0 ? 'still' : worse > 0 ? 'rises' : 'eases';
};

/** Current findings, compared with the earlier ones. */
export type Compared = {
  findings: Finding[];
  ended: Finding[];
  telling: ReportReason | null;
  /** Whether any of them had ended and goes on. */
  resumes: boolean;
};

/** Classifies each finding, and says why the findings are reported to the agent, if they are. */
export const compareFindings = (
  standing: readonly StandingFinding[],
  ended: readonly EndedFinding[],
  found: readonly Omit<Finding, 'standing'>[],
  callIndex: number,
  stillAfterCalls: number,
): Compared => {
  let resumes = false;
  const findings = found.map((one): Finding => {
    const before = standing.find(({ finding }) => isSame(finding, one))?.finding;
    const resumed = before ? undefined : findResumed(ended, one);
    resumes ||= resumed !== undefined;
    return { ...one, standing: toStanding(before ?? resumed, one.severity) };
  });
  const isFound = (before: Finding): boolean => findings.some((one) => isSame(before, one));
  const isDue = ({ finding, toldAtCall }: StandingFinding): boolean =>
    stillAfterCalls > 0 && callIndex - (toldAtCall ?? 0) >= stillAfterCalls && isFound(finding);
  const has = (which: Standing): boolean => findings.some((one) => one.standing === which);
  return {
    findings,
    ended: standing.flatMap(({ finding }) => (isFound(finding) ? [] : [finding])),
    telling: has('new') ? 'new' : has('rises') ? 'rises' : standing.some(isDue) ? 'still' : null,
    resumes,
  };
};

/** Standing findings after an assessment. */
export const toStandingFindings = (
  standing: readonly StandingFinding[],
  ended: readonly EndedFinding[],
  { findings, telling }: Compared,
  callIndex: number,
): StandingFinding[] =>
  findings.map((finding) => {
    const before = standing.find((one) => isSame(one.finding, finding)) ?? findResumed(ended, finding);
    return {
      finding,
      sinceCall: before?.sinceCall ?? callIndex,
      toldAtCall: telling === null ? (before?.toldAtCall ?? null) : callIndex,
    };
  });

/** Recently ended findings after an assessment, newest last. */
export const toEndedFindings = (
  ended: readonly EndedFinding[],
  standing: readonly StandingFinding[],
  compared: Compared,
  callIndex: number,
): EndedFinding[] => {
  const kept = ended.filter(
    (one) => one.endedAtCall > callIndex - endedCalls && ![...compared.findings, ...compared.ended].some((other) => isSame(one, other)),
  );
  const added = standing
    .filter(({ finding }) => compared.ended.some((other) => isSame(finding, other)))
    .map(({ finding: { category, subject, severity, calls }, sinceCall, toldAtCall }): EndedFinding => {
      return { category, subject, severity, sinceCall, lastCall: calls.at(-1) ?? 0, endedAtCall: callIndex, toldAtCall };
    });
  return [...kept, ...added].slice(-maxEnded);
};
