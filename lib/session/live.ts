import type { Session } from '../domain/session.ts';

/** Agents write a record at the end of each answer and each call; longer calls than this are rare. */
export const liveWindowMs = 2 * 60_000;

/** A call without an end that began longer ago is not waited for. */
export const maxOpenMs = 24 * 60 * 60_000;

/**
 * `live`: its agent runs now. `silent`: a call of it is open, nothing came for a while, and nothing says whether its agent still runs.
 * `over`: neither.
 */
export type Liveness = 'live' | 'silent' | 'over';

type Facts = Pick<Session, 'lastRecordAtMs' | 'synthetic' | 'openCallAtMs' | 'markedEndedAtMs'>;

/** Whether a call that began then is still waited for. */
export const isWaitedFor = (openCallAtMs: number | null, nowMs: number): boolean =>
  openCallAtMs !== null && nowMs - openCallAtMs < maxOpenMs;

/** Whether a person said that the session has ended, and nothing came since. */
export const isMarkedEnded = ({ lastRecordAtMs, markedEndedAtMs }: Pick<Facts, 'lastRecordAtMs' | 'markedEndedAtMs'>): boolean =>
  markedEndedAtMs !== null && (lastRecordAtMs === null || lastRecordAtMs <= markedEndedAtMs);

/**
 * The only rule of whether a session goes on. Live: it, or a subagent of it, wrote a record in the last two minutes; or a call of it that
 * began in the last 24 hours is open, and the process of its agent exists. `agentRuns`: whether it does; null: that is not known.
 */
export const computeLiveness = (session: Facts, agentRuns: boolean | null, nowMs: number): Liveness => {
  if (session.synthetic || isMarkedEnded(session)) return 'over';
  if (session.lastRecordAtMs !== null && nowMs - session.lastRecordAtMs < liveWindowMs) return 'live';
  if (agentRuns === false || !isWaitedFor(session.openCallAtMs, nowMs)) return 'over';
  return agentRuns ? 'live' : 'silent';
};
