import type { Session } from '../domain/session.ts';

/** Agents write a record at the end of each answer and each call; longer calls than this are rare. */
export const liveWindowMs = 2 * 60_000;

/** A call without an end that began longer ago is not waited for. */
export const openCallMs = 24 * 60 * 60_000;

/** Whether an agent of one's own runs now: it, or a subagent of it, wrote a record in the last two minutes. */
export const isLive = ({ lastRecordAtMs, synthetic }: Pick<Session, 'lastRecordAtMs' | 'synthetic'>, nowMs: number): boolean =>
  !synthetic && lastRecordAtMs !== null && nowMs - lastRecordAtMs < liveWindowMs;
