import type { Page } from '../domain/page.ts';
import type { DescriptorGroup, DescriptorTriple, GivenDescriptor, SnapshotSource, Trajectory } from '../domain/trajectory.ts';
import type { SnapshotFigures } from '../trajectories/figures.ts';

/** A snapshot's identity: what a session was at one time, with or without its events. `createdUs`: epoch microseconds. */
export type SnapshotRow = { sessionId: string; recordId: string; createdUs: bigint; hasEvents: boolean };

/** A snapshot, its line, and what is derived of both. `settledOn`: the version of the figures,
 * and what they were computed on; null: they never were. `figures` null: none can be read. */
export type StoredSnapshot = Omit<SnapshotRow, 'sessionId'> & {
  line: number;
  bytes: number;
  hash: string;
  given: GivenDescriptor | null;
  part: number;
  position: number;
  /** Counts the versions of the prompt in a part from 1, in their order; null: none is described. */
  promptVersion: number | null;
  settledOn: string | null;
  figures: SnapshotFigures | null;
};

export type SettledSnapshot = Pick<StoredSnapshot, 'recordId' | 'part' | 'position' | 'promptVersion'> & {
  settledOn: string;
  figures: SnapshotFigures;
};

export type PlacedSnapshot = Omit<StoredSnapshot, 'hasEvents' | 'given' | 'part' | 'settledOn'>;

export type TrajectoryRow = Omit<Trajectory, 'id' | 'sessionId' | 'title' | 'synthetic' | 'isSplit'>;

/** `descriptor` null: of those whose prompt is not known. `isRefused`: what is no trajectory instead of what is one. */
export type TrajectoryFilter = { descriptor?: DescriptorTriple | null; isRefused: boolean };

type PageInput = { cursor: string | null; limit: number };

/**
 * Snapshots and the trajectories that they make. Snapshots are only added: `append` leaves out those whose identity another line has.
 * `settleTrajectories` derives figures from them, and does so again when snapshots were added.
 */
export interface TrajectoryStore {
  /** Whether any session has some. */
  hasSnapshots(): Promise<boolean>;
  /** Those of a session that were created at these times. */
  findSnapshots(sessionId: string, createdUs: readonly bigint[]): Promise<SnapshotRow[]>;
  /** Sessions that were settled under another version of the figures are to be settled again. */
  unsettleTrajectories(figuresVersion: number): Promise<void>;
  /** So are the sessions of these sources. */
  unsettleTrajectoriesOf(sourceIds: readonly string[]): Promise<void>;
  /** Sessions whose snapshots changed since they were settled, at most 1,000. */
  listUnsettledTrajectories(): Promise<string[]>;
  /** In the order of their file; those of several files merged by time. Null where a session never had any. */
  readSnapshots(sessionId: string): Promise<{ version: number; isSplit: boolean; snapshots: StoredSnapshot[] } | null>;
  /** Sources of a session's snapshots, at most one entry for each kind. */
  listSnapshotSources(sessionId: string): Promise<SnapshotSource[]>;
  /** Snapshots of a settled part of a session, from a position on, in their order; takes only the time of the requested ones. */
  listSnapshots(sessionId: string, part: number, window: { from: number; limit: number }): Promise<PlacedSnapshot[]>;
  /** By its position in a part of its session; null where there is none, or the session is not settled yet. */
  findSnapshot(sessionId: string, part: number, position: number): Promise<Pick<StoredSnapshot, 'recordId' | 'hash'> | null>;
  /** Snapshots that are left out stay as they are. False where snapshots were added since `version`: nothing was stored. */
  putTrajectories(
    sessionId: string,
    version: number,
    settled: { snapshots: readonly SettledSnapshot[]; trajectories: readonly TrajectoryRow[] },
  ): Promise<boolean>;
  /** False where a session has no snapshots. It is to be settled again. */
  splitTrajectory(sessionId: string, isSplit: boolean): Promise<boolean>;
  /**
   * Descriptor from the import of a source: omitted fields stay as they were; null forgets all. The sessions of the source are to be
   * settled again.
   */
  putGivenDescriptor(sourceId: string, given: GivenDescriptor | null): Promise<void>;
  /** By part, those with a flaw, too. */
  listSessionTrajectories(sessionId: string): Promise<Trajectory[]>;
  /** The latest first. Finds those of a descriptor by an index. */
  listTrajectories(filter: TrajectoryFilter, page: PageInput): Promise<Page<Trajectory>>;
  /** By namespace, key and tag; the unknown one first. */
  listDescriptors(page: PageInput): Promise<Page<DescriptorGroup>>;
}
