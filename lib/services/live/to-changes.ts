import type { Assessment, Finding } from '../../domain/assessment.ts';
import type { FindingChange } from '../../domain/live-call.ts';

/** How the findings of each assessment differ from those of its observer's assessment before; oldest first. */
export const toChanges = (made: readonly Assessment[], newest: readonly Assessment[]): FindingChange[] =>
  made.flatMap((one) => {
    const standing = newest.filter(
      ({ observer, superseded, callIndex }) => observer === one.observer && !superseded && callIndex < one.callIndex,
    );
    const before = standing.at(-1)?.findings ?? [];
    const { observer, observerName } = one;
    const find = (finding: Finding) =>
      before.find(({ category, subject }) => category === finding.category && subject === finding.subject) ?? null;
    const changed = one.findings.map((after): FindingChange => ({
      change: after.standing,
      observer,
      observerName,
      before: find(after),
      after,
    }));
    return [...changed, ...one.ended.map((gone): FindingChange => ({ change: 'gone', observer, observerName, before: gone, after: null }))];
  });
