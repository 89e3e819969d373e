import { codeOf } from '../../domain/errors.ts';
import type { Snapshot } from '../../domain/snapshot.ts';
import { BoundedMap } from '../../formats/bounded-map.ts';
import { fingerprintOf } from '../../formats/fingerprint.ts';
import { toJson } from '../../formats/narrow.ts';
import type { Store } from '../../store/store.ts';
import type { StoredSnapshot } from '../../store/trajectory-store.ts';
import { diffSnapshots, toLastVersion } from '../../trajectories/diff-snapshots.ts';
import { listEvents } from '../../trajectories/events.ts';
import type { SnapshotFigures } from '../../trajectories/figures.ts';
import { fillEvents } from '../../trajectories/fill-events.ts';
import { parseSnapshot } from '../../trajectories/snapshot.ts';
import { redact } from '../../redaction/redact.ts';

export type SnapshotReader = ReturnType<typeof makeSnapshotReader>;

/** Latest snapshots of a part of a session, for the comparison with the next one. `withEvents`: the last one that holds events. */
export type Before = { last: StoredSnapshot | null; withEvents: StoredSnapshot | null };

/** One, the one before it, and the last one with events. */
const maxHeld = 3;

const nothing: Snapshot = {
  createdAt: { atMs: 0, atUs: 0n, iso: '' },
  parentId: null,
  childrenIds: [],
  slices: [],
  tags: {},
  policies: {},
};

/** A line that is damaged in the database is as good as gone: it must not hold up others. */
const toDamaged = (error: unknown): null => {
  if (codeOf(error) === 'unreadable') return null;
  throw error;
};

/** Reads snapshots of one session from its raw lines; holds the last ones. `redacts`: without the secrets that are stored in them. */
export const makeSnapshotReader = (store: Pick<Store, 'readRaw'>, sessionId: string, { redacts = false }: { redacts?: boolean } = {}) => {
  const held = new BoundedMap<Snapshot | null>(maxHeld);
  /** Null where its line is not kept as it was, or is no snapshot. */
  const read = async ({ recordId }: Pick<StoredSnapshot, 'recordId'>): Promise<Snapshot | null> => {
    let snapshot = held.get(recordId);
    if (snapshot === undefined) {
      const found = await store.readRaw(sessionId, recordId).catch(toDamaged);
      const reading = found && found.raw !== null ? parseSnapshot(redacts ? redact(found.raw) : found.raw) : null;
      snapshot = reading && 'snapshot' in reading ? reading.snapshot : null;
    }
    held.set(recordId, snapshot);
    return snapshot;
  };
  const readLast = async ({ last, withEvents }: Before): Promise<Snapshot | null> => {
    const snapshot = last ? await read(last) : null;
    return snapshot && withEvents && withEvents !== last ? fillEvents(snapshot, await read(withEvents)) : snapshot;
  };
  return {
    read,
    /** Changes since the snapshot before; a snapshot that leaves events out has those of the last one with events. */
    compare: async (before: Before, one: StoredSnapshot): Promise<Pick<SnapshotFigures, 'version' | 'changes'>> => {
      const last = await readLast(before);
      const snapshot = fillEvents((await read(one)) ?? last ?? nothing, last);
      const version = toLastVersion(listEvents(snapshot));
      const changes = diffSnapshots(last ?? nothing, snapshot);
      // The first one has fields, and changes none.
      return { version: version && fingerprintOf(toJson([...version])), changes: last ? changes : { ...changes, fields: [] } };
    },
  };
};
