import type { Session } from '../domain/session.ts';

/** Agents write a record at the end of each answer and each call; longer calls than this are rare. */
const liveWindowMs = 2 * 60_000;

/** A call without an end that began longer ago is not waited for. */
export const openCallMs = 24 * 60 * 60_000;

/** `live`: its agent runs now. `silent`: a call of it is open, and nothing says whether its agent still runs. */
export type Liveness = 'live' | 'silent' | 'over';

type Facts = Pick<Session, 'lastRecordAtMs' | 'synthetic' | 'openSinceMs' | 'markedEndedAtMs'>;

/** Whether a call that began then is still waited for. */
export const isWaitedFor = (openSinceMs: number | null, nowMs: number): boolean => openSinceMs !== null && nowMs - openSinceMs < openCallMs;

/** Whether a person said that the session has ended, and nothing came since. */
const isMarkedEnded = ({ lastRecordAtMs, markedEndedAtMs }: Facts): boolean =>
  markedEndedAtMs !== null && (lastRecordAtMs === null || lastRecordAtMs <= markedEndedAtMs);

/** Whether a session of one's own, or a subagent of it, wrote a record in the last two minutes. */
export const isRecent = (session: Facts, nowMs: number): boolean =>
  !session.synthetic && session.lastRecordAtMs !== null && !isMarkedEnded(session) && nowMs - session.lastRecordAtMs < liveWindowMs;

/** Whether it is worth asking for the process of the agent: only an open call may tell of a silent session that it goes on. */
export const mayBeSilent = (session: Facts, nowMs: number): boolean =>
  !session.synthetic && !isMarkedEnded(session) && !isRecent(session, nowMs) && isWaitedFor(session.openSinceMs, nowMs);

/** `agentRuns`: whether the process of its agent exists; null: that is not known. */
export const computeLiveness = (session: Facts, agentRuns: boolean | null, nowMs: number): Liveness => {
  if (isRecent(session, nowMs)) return 'live';
  if (!mayBeSilent(session, nowMs) || agentRuns === false) return 'over';
  return agentRuns ? 'live' : 'silent';
};
