import { AppError } from '../../domain/errors.ts';
import type { Trajectory } from '../../domain/trajectory.ts';
import type { Store } from '../../store/store.ts';
import { parseTrajectoryId } from '../../trajectories/trajectory-id.ts';

type Reads = Pick<Store, 'findSession' | 'listSessionTrajectories'>;

/** The session and the part that an id names: a session's id or `family:nativeId`, with `.N` for part N from 1 on. */
export const resolveTrajectory = async (store: Reads, id: string): Promise<{ sessionId: string; part: number }> => {
  const whole = await store.findSession(id);
  if (whole) return { sessionId: whole.id, part: 0 };
  const { session, part } = parseTrajectoryId(id);
  const found = part === 0 ? null : await store.findSession(session);
  if (!found) throw new AppError('not_found', `There is no trajectory ${id}. It was not imported, or it was deleted.`);
  return { sessionId: found.id, part };
};

/** Also one that has a flaw. Fails with `not_found` where the session has no snapshots or no such part. */
export const getTrajectory = async (store: Reads, id: string): Promise<Trajectory> => {
  const { sessionId, part } = await resolveTrajectory(store, id);
  const trajectories = await store.listSessionTrajectories(sessionId);
  const trajectory = trajectories.find((one) => one.part === part);
  if (trajectory) return trajectory;
  throw new AppError(
    'not_found',
    trajectories.length === 0
      ? `Session ${id} has no snapshots.`
      : `Session ${sessionId} has no part ${part}: it was not split, or was split differently.`,
  );
};
