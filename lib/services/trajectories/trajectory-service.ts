import { setImmediate } from 'node:timers/promises';
import { AppError } from '../../domain/errors.ts';
import { toMilliseconds } from '../../domain/snapshot.ts';
import type { Page } from '../../domain/page.ts';
import type { DescriptorGroup, GivenDescriptor, SnapshotSource, Trajectory, TrajectorySnapshot } from '../../domain/trajectory.ts';
import { redacted, type Redacted } from '../../redaction/redact.ts';
import type { Store } from '../../store/store.ts';
import type { PlacedSnapshot } from '../../store/trajectory-store.ts';
import { defaultTag } from '../../trajectories/descriptor.ts';
import type { ExportedFile } from '../export/export-service.ts';
import { keepSecrets, makeCleaner, type Cleaner } from '../export/make-cleaner.ts';
import { getTrajectory, resolveTrajectory } from './get-trajectory.ts';
import { settleTrajectories } from './settle-trajectories.ts';

export type TrajectoryService = ReturnType<typeof makeTrajectoryService>;

type ListInput = GivenDescriptor & { unknown: boolean; refused: boolean };
type PageInput = { cursor: string | null; limit: number };

const idChars = 8;
/** Places of snapshots that an export reads at once. */
const exportedAtOnce = 500;

/** Reads trajectories and splits sessions. An unknown id fails with `not_found`. */
export const makeTrajectoryService = ({ store }: { store: Store }) => {
  const setSplit = async (id: string, isSplit: boolean): Promise<{ trajectories: Trajectory[] }> => {
    const { sessionId } = await resolveTrajectory(store, id);
    await store.splitTrajectory(sessionId, isSplit);
    await settleTrajectories(store);
    return { trajectories: await store.listSessionTrajectories(sessionId) };
  };
  return {
    descriptors: (page: PageInput): Promise<Page<DescriptorGroup>> => store.listDescriptors(page),
    /** Trajectories of a descriptor if `ns` and `key` are given, or of an unknown descriptor. */
    list: ({ ns, key, tag = defaultTag, unknown, refused }: ListInput, page: PageInput): Promise<Page<Trajectory>> => {
      const named = ns === undefined || key === undefined ? undefined : { ns, key, tag };
      const descriptor = unknown ? null : named;
      return store.listTrajectories({ isRefused: refused, ...(descriptor !== undefined && { descriptor }) }, page);
    },
    get: async (
      id: string,
      { from, limit }: { from: number; limit: number },
    ): Promise<{ trajectory: Trajectory; sources: SnapshotSource[]; from: number; snapshots: TrajectorySnapshot[] }> => {
      const trajectory = await getTrajectory(store, id);
      const placed = await store.listSnapshots(trajectory.sessionId, trajectory.part, { from, limit });
      const sources = await store.listSnapshotSources(trajectory.sessionId);
      return { trajectory, sources, from, snapshots: placed.flatMap(toSnapshot) };
    },
    /** Those of some sessions, with a flaw or without. */
    listOf: async (sessionIds: readonly string[]): Promise<Trajectory[]> => {
      const lists = await Promise.all([...new Set(sessionIds)].map((id) => store.listSessionTrajectories(id)));
      return lists.flat();
    },
    /** Into one trajectory for each prompt and run between resets; fails with `conflict` where the session is one trajectory. */
    split: async (id: string): Promise<{ trajectories: Trajectory[] }> => {
      const trajectory = await getTrajectory(store, id);
      if (trajectory.flaw === null && !trajectory.isSplit)
        throw new AppError('conflict', 'The snapshots of this session are one trajectory: there is nothing to split.');
      return setSplit(id, true);
    },
    unsplit: (id: string): Promise<{ trajectories: Trajectory[] }> => setSplit(id, false),
    /** The lines of its snapshots. Secrets are replaced unless they are asked for. */
    export: async (id: string, { includeSecrets }: { includeSecrets: boolean }): Promise<ExportedFile> => {
      const trajectory = await getTrajectory(store, id);
      const part = trajectory.part === 0 ? '' : `-${trajectory.part}`;
      return {
        fileName: `trajectory-${trajectory.sessionId.slice(0, idChars)}${part}.jsonl`,
        mediaType: 'application/jsonl; charset=utf-8',
        parts: writeLines(store, trajectory, includeSecrets ? keepSecrets : makeCleaner()),
      };
    },
  };
};

async function* writeLines(store: Store, trajectory: Trajectory, clean: Cleaner): AsyncGenerator<Redacted<string>> {
  const { sessionId, part, snapshots } = trajectory;
  for (let from = 0; from < snapshots; from += exportedAtOnce) {
    const listed = await store.listSnapshots(sessionId, part, { from, limit: exportedAtOnce });
    // A damaged count may be of any size.
    if (listed.length === 0) return;
    for (const { recordId, position } of listed) {
      const found = await store.readRaw(sessionId, recordId);
      if (found?.raw == null)
        throw new AppError('unreadable', `The line of snapshot ${position + 1} is not kept as it was imported. Import its file again.`);
      yield redacted`${clean.text(found.raw, { where: `snapshot ${position + 1}`, seq: null })}\n`;
      // Others are answered meanwhile.
      await setImmediate();
    }
  }
}

/** Figures that another version wrote are computed again before long. */
const toSnapshot = ({ createdUs, figures, ...placed }: PlacedSnapshot): TrajectorySnapshot[] =>
  figures ? [{ ...placed, createdAtMs: toMilliseconds(createdUs), ...figures.changes }] : [];
