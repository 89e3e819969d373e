import type { Overview } from '@/lib/domain/overview.ts';
import type { Session } from '@/lib/domain/session.ts';

/** Related sessions that no call in the transcript started, in their order. */
export const findUncalledSessions = <T extends Pick<Session, 'id'>>(children: readonly T[], lanes: Overview['lanes']): T[] => {
  const tied = new Set(lanes.map((lane) => lane.sessionId));
  return children.filter((child) => !tied.has(child.id));
};
