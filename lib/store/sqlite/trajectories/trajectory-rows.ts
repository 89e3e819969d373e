import type { trajectories } from '../../../../db/schema.ts';
import type { DescriptorGroup, DescriptorTriple, Trajectory } from '../../../domain/trajectory.ts';
import { toTrajectoryId } from '../../../trajectories/trajectory-id.ts';

type StoredTriple = { [Name in keyof DescriptorTriple]: string | null };
export type StoredTrajectory = typeof trajectories.$inferSelect & { title: string | null; synthetic: number; split: number };
export type StoredGroup = StoredTriple & Omit<DescriptorGroup, 'descriptor'>;

export const toTrajectory = ({ ns, key, tag, split, synthetic, ...row }: StoredTrajectory): Trajectory => ({
  ...row,
  id: toTrajectoryId(row.sessionId, row.part),
  descriptor: toDescriptor({ ns, key, tag }),
  synthetic: synthetic === 1,
  isSplit: split === 1,
});

export const toGroup = ({ ns, key, tag, ...row }: StoredGroup): DescriptorGroup => ({ ...row, descriptor: toDescriptor({ ns, key, tag }) });

const toDescriptor = ({ ns, key, tag }: StoredTriple): DescriptorTriple | null =>
  ns === null || key === null || tag === null ? null : { ns, key, tag };
