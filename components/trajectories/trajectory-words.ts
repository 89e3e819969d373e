import type { DescriptorTriple, Trajectory } from '@/lib/domain/trajectory.ts';
import type { Session } from '@/lib/domain/session.ts';
import { printSessionTitle } from '@/lib/print/session-title.ts';

/** The session's title on one line; a part of a split session says which. */
export const printTrajectoryTitle = ({ title, sessionId, part, isSplit }: Trajectory): string => {
  const name = printSessionTitle({ title, id: sessionId });
  return isSplit ? `${name}, part ${part + 1}` : name;
};

/** The list of trajectories, with those of one descriptor opened; null: those whose prompt is not known. */
export const toGroupHref = (descriptor: DescriptorTriple | null): string =>
  `/trajectories?open=${encodeURIComponent(toGroupKey(descriptor))}`;

/** Names a group of the list in its address. */
export const toGroupKey = (descriptor: DescriptorTriple | null): string =>
  descriptor === null ? 'unknown' : [descriptor.ns, descriptor.key, descriptor.tag].map(encodeURIComponent).join('/');

/** The trajectory of a session, if its records come from snapshots. */
export const findTrajectoryHref = ({ id, family }: Pick<Session, 'id' | 'family'>): string | null =>
  family === 'weakincentives' ? `/trajectories/${id}` : null;
