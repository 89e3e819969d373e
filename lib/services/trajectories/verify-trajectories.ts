import { isDeepStrictEqual } from 'node:util';
import type { Store } from '../../store/store.ts';
import { toTrajectoryId } from '../../trajectories/trajectory-id.ts';
import { computeTrajectories } from './compute-trajectories.ts';
import { makeSnapshotReader } from './snapshot-reader.ts';

/** `problems` is empty where every line is there as it was imported and all rules hold. */
export type VerifiedTrajectory = { id: string; snapshots: number; bytes: number; problems: string[] };

const maxProblems = 20;

/**
 * Reads every snapshot of a session anew: its bytes against its hash and those of its parts, the rules of trajectories, and what is stored
 * of it. One entry for each trajectory; none where the session has no snapshots.
 */
export const verifyTrajectories = async (store: Store, sessionId: string): Promise<VerifiedTrajectory[]> => {
  const stored = await store.readSnapshots(sessionId);
  if (!stored) return [];
  const known = new Map(stored.snapshots.map((one) => [one.recordId, one]));
  const rows = await store.listSessionTrajectories(sessionId);
  const { snapshots, trajectories } = await computeTrajectories(makeSnapshotReader(store, sessionId), stored, { isAnew: true });
  return trajectories.map((row) => {
    const problems = row.flaw === null ? [] : [row.flaw];
    for (const { recordId, part, position, promptVersion, figures } of snapshots) {
      if (part !== row.part || problems.length >= maxProblems) continue;
      const one = known.get(recordId);
      if (figures.history === null) problems.push(`snapshot ${position + 1}: its line is not kept as it was imported`);
      else if (
        one?.part !== part ||
        one.position !== position ||
        one.promptVersion !== promptVersion ||
        !isDeepStrictEqual(one.figures, figures)
      )
        problems.push(`snapshot ${position + 1}: what is stored about it does not follow from its line`);
    }
    const was = rows.find((one) => one.part === row.part) ?? {};
    const isStored = Object.entries(row).every(([name, value]) => isDeepStrictEqual(Reflect.get(was, name), value));
    if (!isStored) problems.push('what is stored about the trajectory does not follow from its snapshots');
    return { id: toTrajectoryId(sessionId, row.part), snapshots: row.snapshots, bytes: row.bytes, problems: [...new Set(problems)] };
  });
};
