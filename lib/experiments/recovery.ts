import type { Episode } from '../domain/assessment.ts';

/** `lastCall`: of the session; `isOver`: no call will follow. */
type Session = { withinCalls: number; lastCall: number; isOver: boolean };

/**
 * Whether a session's first finding ended within `withinCalls` calls of the call at which it was found, whether or not the agent was told.
 * False also if the session ended while it was active; null without a finding of caution or warning, or while it may still end in time.
 */
export const computeRecovery = (episodes: readonly Episode[], { withinCalls, lastCall, isOver }: Session): boolean | null => {
  const found = episodes.flatMap(({ finding, assessedAt: [foundAt], endedAtCall }) =>
    finding.severity === 'info' || foundAt === undefined ? [] : [{ foundAt, endedAtCall }],
  );
  const [first] = found.toSorted((a, b) => a.foundAt - b.foundAt);
  if (!first) return null;
  if (first.endedAtCall !== null) return first.endedAtCall - first.foundAt <= withinCalls;
  return isOver || lastCall - first.foundAt > withinCalls ? false : null;
};
