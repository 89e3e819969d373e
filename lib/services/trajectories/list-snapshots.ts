import { toMilliseconds } from '../../domain/snapshot.ts';
import type { Trajectory, TrajectorySnapshot } from '../../domain/trajectory.ts';
import type { Store } from '../../store/store.ts';

/** The snapshots of a trajectory in their order, and what each changed of the one before it. */
export const listSnapshots = async (
  store: Pick<Store, 'readSnapshots'>,
  { sessionId, part }: Pick<Trajectory, 'sessionId' | 'part'>,
): Promise<TrajectorySnapshot[]> => {
  const { snapshots = [] } = (await store.readSnapshots(sessionId)) ?? {};
  const versions = new Map<string, number>();
  const toNumber = (version: string | null): number | null => {
    if (version === null) return null;
    const number = versions.get(version) ?? versions.size + 1;
    versions.set(version, number);
    return number;
  };
  return snapshots.flatMap(({ recordId, line, bytes, hash, createdUs, position, figures, ...one }) =>
    figures && one.part === part
      ? {
          ...{ position, recordId, line, bytes, hash, createdAtMs: toMilliseconds(createdUs) },
          ...{ promptVersion: toNumber(figures.version), ...figures.changes },
        }
      : [],
  );
};
