import type { Assessment, AssessmentSeverity, Episode, Finding } from '@/lib/domain/assessment.ts';
import { groupBy } from '@/lib/session/group-by.ts';
import { worstSeverity } from '@/lib/session/severity.ts';

/** All assessments at one call. */
export type AssessmentGroup = {
  call: number;
  atMs: number | null;
  severity: AssessmentSeverity;
  assessments: readonly Assessment[];
  sent: boolean;
  signs: Signs;
};
/** How many findings are new, worse, the same, less severe, gone. */
export type Signs = { new: number; rises: number; still: number; eases: number; gone: number };
export type Change = keyof Signs;

const countSigns = (assessments: readonly Assessment[]): Signs => {
  const signs: Signs = { new: 0, rises: 0, still: 0, eases: 0, gone: 0 };
  for (const { findings, ended } of assessments) {
    for (const { standing } of findings) signs[standing] += 1;
    signs.gone += ended.length;
  }
  return signs;
};

/** Assessments by the call at which they were made, oldest first; within one in the order given. */
export const toAssessmentGroups = (assessments: readonly Assessment[]): AssessmentGroup[] =>
  [...groupBy(assessments, ({ callIndex }) => callIndex)]
    .sort(([a], [b]) => a - b)
    .map(([call, all]) => ({
      call,
      atMs: all.find(({ atMs }) => atMs !== null)?.atMs ?? null,
      severity: all.reduce<AssessmentSeverity>(
        (worst, one) => worstSeverity(worst, one.findings.length > 0 ? one.severity : 'info'),
        'info',
      ),
      assessments: all,
      sent: all.some(({ sentAtMs }) => sentAtMs !== null),
      signs: countSigns(all),
    }));

/** Which group is in force at a call: the last one made by then; -1: none. Without a call the last of all. */
export const findGroupAt = (groups: readonly Pick<AssessmentGroup, 'call'>[], call: number | null): number => {
  if (call === null) return groups.length - 1;
  let [low, high] = [0, groups.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    if ((groups[middle]?.call ?? 0) <= call) low = middle + 1;
    else high = middle - 1;
  }
  return high;
};

/**
 * Says of a call that was asked for that nothing was said at it, and what is shown for it; null: something was, or no call was asked
 * for. 0 asks for what was before the first assessment. `by`: whose assessments the groups are; null: everybody's.
 */
export const explainOtherGroup = (
  groups: readonly Pick<AssessmentGroup, 'call'>[],
  asked: number | null,
  by: string | null,
): string | null => {
  if (asked === null || asked === 0) return null;
  const shown = groups[findGroupAt(groups, asked)]?.call;
  if (shown === asked) return null;
  return `There is no assessment ${by === null ? '' : `by the ${by} `}at #${asked}; showing ${shown === undefined ? 'the state before the first' : `#${shown}`}.`;
};

/** Findings still open at a group, from observers without an assessment at its call: their latest assessments that have findings. */
export const listStanding = (groups: readonly AssessmentGroup[], at: number): Assessment[] => {
  const spoke = new Set(groups[at]?.assessments.map(({ observer }) => observer));
  const standing: Assessment[] = [];
  for (let before = at - 1; before >= 0; before -= 1) {
    for (const one of groups[before]?.assessments ?? []) {
      if (spoke.has(one.observer)) continue;
      spoke.add(one.observer);
      if (one.findings.length > 0) standing.push(one);
    }
  }
  return standing;
};

/** The severity that a finding had before an assessment of its observer, from the groups before; null: it was not there. */
export const findEarlier = (
  groups: readonly AssessmentGroup[],
  at: number,
  observer: string,
  { category, subject }: Pick<Finding, 'category' | 'subject'>,
): { severity: AssessmentSeverity; call: number } | null => {
  for (let before = at - 1; before >= 0; before -= 1) {
    const group = groups[before];
    const made = group?.assessments.find((one) => one.observer === observer);
    if (!group || !made) continue;
    const found = made.findings.find((one) => one.category === category && one.subject === subject);
    return found ? { severity: found.severity, call: group.call } : null;
  }
  return null;
};

/** The number of open findings at each call where it changes, ascending. A finding is open from its first report until it ends. */
export const computeOpenSteps = (
  episodes: readonly Pick<Episode, 'fromCall' | 'assessedAt' | 'endedAtCall'>[],
): { call: number; open: number }[] => {
  const changes = new Map<number, number>();
  for (const { fromCall, assessedAt, endedAtCall } of episodes) {
    const reportedAt = assessedAt[0] ?? fromCall;
    changes.set(reportedAt, (changes.get(reportedAt) ?? 0) + 1);
    if (endedAtCall !== null) changes.set(endedAtCall, (changes.get(endedAtCall) ?? 0) - 1);
  }
  let open = 0;
  return [...changes]
    .sort(([a], [b]) => a - b)
    .filter(([, by]) => by !== 0)
    .map(([call, by]) => {
      open += by;
      return { call, open };
    });
};
