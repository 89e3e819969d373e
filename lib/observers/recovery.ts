import type { Assessment, Episode, Finding } from '../domain/assessment.ts';
import { makeFoundPattern } from './found-pattern.ts';
import type { ObservedCall } from './observed-call.ts';

/** The first finding of a session, and the call at which it was found. `isAtEnd`: it was found when the turn had ended. */
export type FirstFinding = { finding: Finding; foundAt: number; isAtEnd: boolean };

/** `assessments`: ascending by call. Null without a finding of caution or warning. */
export const findFirstFinding = (assessments: readonly Assessment[]): FirstFinding | null => {
  for (const { findings, callIndex, answerId, superseded } of assessments) {
    const finding = superseded ? undefined : findings.find(({ severity }) => severity !== 'info');
    if (finding) return { finding, foundAt: callIndex, isAtEnd: answerId !== null };
  }
  return null;
};

/** Calls without the pattern after which it counts as left for good. */
export const clearCalls = 5;

/** `calls`: of the session from the first cited one on, ascending. `endedAt`: calls after which a turn ended. `isOver`: no call will follow. */
type Course = { calls: readonly ObservedCall[]; endedAt: readonly number[]; withinCalls: number; isOver: boolean };

/**
 * Whether the agent recovered from a finding: within `withinCalls` calls it makes a call outside the found pattern, and the pattern does not
 * return in the next 5 calls, or the turn ends before. False if the pattern goes on through those calls, or the turn ends with it. Null until
 * one of both holds. Only calls of the turn in which it was found count; of what was found at a turn's end, those of the next turn with calls.
 */
export const computeRecovery = (
  { finding, foundAt, isAtEnd }: FirstFinding,
  { calls, endedAt, withinCalls, isOver }: Course,
): boolean | null => {
  const cited = calls.filter(({ index }) => finding.calls.includes(index));
  const after = calls.filter(({ index }) => index > foundAt);
  const turn = isAtEnd ? after[0]?.turnIdx : calls.find(({ index }) => index === foundAt)?.turnIdx;
  const own = after.filter(({ turnIdx }) => turnIdx === turn);
  const last = own.at(-1)?.index ?? foundAt;
  const hasEnded = isOver || after.length > own.length || ((own.length > 0 || !isAtEnd) && endedAt.includes(last));
  const goesOn = makeFoundPattern(finding, cited)(own);
  for (const [at, isIn] of goesOn.slice(0, withinCalls).entries()) {
    const next = goesOn.slice(at + 1, at + 1 + clearCalls);
    if (isIn || next.includes(true)) continue;
    return next.length === clearCalls || hasEnded ? true : null;
  }
  return own.length >= withinCalls || hasEnded ? false : null;
};

/** `lastCall`: of the session; `isOver`: no call will follow. */
type Session = { withinCalls: number; lastCall: number; isOver: boolean };

/**
 * Recovery in experiments that began with metrics of version 1: the first finding left the detector's window within `withinCalls` calls of
 * the call at which it was found. False also if the session ended while the finding was active; null without a finding of caution or
 * warning, or while the finding may still end in time.
 */
export const computeWindowRecovery = (episodes: readonly Episode[], { withinCalls, lastCall, isOver }: Session): boolean | null => {
  const found = episodes.flatMap(({ finding, assessedAt: [foundAt], endedAtCall }) =>
    finding.severity === 'info' || foundAt === undefined ? [] : [{ foundAt, endedAtCall }],
  );
  const [first] = found.toSorted((a, b) => a.foundAt - b.foundAt);
  if (!first) return null;
  if (first.endedAtCall !== null) return first.endedAtCall - first.foundAt <= withinCalls;
  return isOver || lastCall - first.foundAt > withinCalls ? false : null;
};
