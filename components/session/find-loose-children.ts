import type { Overview } from '@/lib/domain/overview.ts';
import type { Session } from '@/lib/domain/session.ts';

/** The sessions that came of one but of none of its calls, in their order: no call in the transcript leads to them. */
export const findLooseChildren = <T extends Pick<Session, 'id'>>(children: readonly T[], lanes: Overview['lanes']): T[] => {
  const tied = new Set(lanes.map((lane) => lane.sessionId));
  return children.filter((child) => !tied.has(child.id));
};
