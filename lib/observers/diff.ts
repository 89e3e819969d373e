import type { Finding } from '../domain/assessment.ts';
import type { FindingChange } from '../domain/live-call.ts';
import type { AssessmentDraft } from './observer-set.ts';
import { compareSeverity } from '../session/severity.ts';

type Stated = Pick<AssessmentDraft, 'observer' | 'observerName' | 'findings'>;
type Placed = Pick<FindingChange, 'observer' | 'observerName'> & { finding: Finding };

const place = (assessments: readonly Stated[]): Placed[] =>
  assessments.flatMap(({ observer, observerName, findings }) => findings.map((finding) => ({ observer, observerName, finding })));

const isSame = (a: Placed, b: Placed): boolean =>
  a.observer === b.observer && a.finding.category === b.finding.category && a.finding.subject === b.finding.subject;

const toChange = (before: Finding, after: Finding): FindingChange['change'] => {
  const worse = compareSeverity(after.severity, before.severity);
  return worse > 0 ? 'rises' : worse < 0 ? 'eases' : 'still';
};

/** How the findings of two versions of an assessment file differ: those of the later one in its order, then those that are gone. */
export const diffAssessments = (before: readonly Stated[], after: readonly Stated[]): FindingChange[] => {
  const [old, now] = [place(before), place(after)];
  const changes = now.map(({ observer, observerName, finding }): FindingChange => {
    const known = old.find((one) => isSame(one, { observer, observerName, finding }))?.finding ?? null;
    return { change: known ? toChange(known, finding) : 'new', observer, observerName, before: known, after: finding };
  });
  const gone = old.filter((one) => !now.some((other) => isSame(one, other)));
  return [
    ...changes,
    ...gone.map(({ observer, observerName, finding }): FindingChange => ({
      change: 'gone',
      observer,
      observerName,
      before: finding,
      after: null,
    })),
  ];
};
