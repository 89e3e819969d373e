import { isDeepStrictEqual } from 'node:util';
import type { Issue } from '../../domain/issue.ts';
import type { Store } from '../../store/store.ts';
import type { StoredSnapshot } from '../../store/trajectory-store.ts';
import { listEvents } from '../../trajectories/events.ts';
import { parseSnapshot } from '../../trajectories/snapshot.ts';
import { checkSnapshot, isReset, leavesEventsOut, type History } from '../../trajectories/validate.ts';
import type { FileSnapshot } from '../ingest/read-snapshots.ts';
import type { Compared } from '../ingest/session-pool.ts';
import { toIdentity } from './refuse-changed-snapshots.ts';
import { makeSnapshotReader } from './snapshot-reader.ts';

type Reads = Pick<Store, 'readSnapshots' | 'listSessionTrajectories' | 'readRaw'>;

const idChars = 8;

/**
 * Compares the snapshots of a file, before any of it is stored, with those that their sessions have. A file contradicts them where it
 * holds another snapshot of the same time or has them in another order; and where it is no trajectory by itself, if it adds one that the
 * events of those around it do not allow. A good trajectory is read: another run, or a clock that went back, may have left it. Two
 * processes that compare at once do not see what the other is about to store: then a contradiction ends as `snapshot_changed` or as a flaw.
 * `redacts`: secrets are replaced in the file's snapshots, so that they have to be in the stored ones.
 */
export const compareWithStored = async (
  store: Reads,
  snapshots: AsyncIterable<FileSnapshot>,
  { redacts }: { redacts: boolean },
): Promise<Compared> => {
  const sessions = new Map<string, Comparison | null>();
  const repeated = new Set<string>();
  for await (const one of snapshots) {
    let comparison = sessions.get(one.sessionId);
    if (comparison === undefined) {
      const stored = (await store.readSnapshots(one.sessionId))?.snapshots ?? [];
      comparison = stored.length === 0 ? null : makeComparison(store, { sessionId: one.sessionId, stored, repeated, redacts });
      sessions.set(one.sessionId, comparison);
    }
    await comparison?.add(one);
  }
  const takesOver = new Set<string>();
  for (const [sessionId, comparison] of sessions) {
    const found = await comparison?.end();
    if (!comparison || !found) continue;
    const trajectories = await store.listSessionTrajectories(sessionId);
    if (comparison.isWhole() && trajectories.some(({ flaw }) => flaw !== null)) takesOver.add(sessionId);
    else return { contradiction: toIssue(sessionId, found), takesOver: new Set(), repeated };
  }
  return { contradiction: null, takesOver, repeated };
};

type Contradiction = { line: number; reason: string };
type Comparison = ReturnType<typeof makeComparison>;

type Given = { sessionId: string; stored: readonly StoredSnapshot[]; repeated: Set<string>; redacts: boolean };

const makeComparison = (store: Reads, { sessionId, stored, repeated, redacts }: Given) => {
  const reader = makeSnapshotReader(store, sessionId, { redacts });
  const indexes = new Map(stored.map((one, index) => [toIdentity({ ...one, sessionId }), index]));
  const identities = new Set<string>();
  const shared = new Set<number>();
  let lastShared: { index: number; line: number } | null = null;
  /** The file by itself. */
  let own: History | null = null;
  let isOwnTrajectory = true;
  /** A stored one that the file has otherwise. */
  let changed: Contradiction | null = null;
  /** An added one that does not fit between those around it. */
  let misfit: Contradiction | null = null;
  /** The stored ones and those that the file adds, merged by time: how many of the stored are passed, and what is known after them. */
  let passed = 0;
  let history: History | null = null;
  let latestUs: bigint | null = null;
  let passedUs = stored[0]?.createdUs ?? 0n;
  /** The added one that a stored one has to go on from. */
  let added: number | null = null;

  const placeOf = async (index: number): Promise<string> => {
    const raw = await store.readRaw(sessionId, stored[index]?.recordId ?? '');
    return raw ? `line ${raw.line} of ${raw.path}` : `stored snapshot ${index + 1}`;
  };

  const passOne = async (one: StoredSnapshot): Promise<void> => {
    const snapshot = added === null ? null : await reader.read(one);
    if (added !== null && snapshot) {
      const lists = listEvents(snapshot);
      const { grows, ...checked } = checkSnapshot(history, snapshot, lists);
      const isFirst = passed === 0 && history !== null && isReset(history, lists);
      if (!grows && one.figures?.grows !== false && !isFirst) {
        const reason = `${await placeOf(passed)} does not continue it: it lacks events that line ${added} has, or has them in another order`;
        misfit = { line: added, reason };
      }
      history = checked.history;
      if (leavesEventsOut(snapshot, lists)) return;
      added = null;
    }
    history = one.figures?.history ?? history;
  };

  /** Passes the stored ones up to a time, or all. */
  const pass = async (untilUs: bigint | null): Promise<void> => {
    for (let one = stored[passed]; one && !misfit; one = stored[passed]) {
      if (one.createdUs > passedUs) passedUs = one.createdUs;
      if (untilUs !== null && passedUs > untilUs) return;
      await passOne(one);
      passed += 1;
    }
  };

  const addShared = async ({ line, hash, text }: FileSnapshot, index: number): Promise<void> => {
    const before = lastShared;
    shared.add(index);
    if (!before || index >= before.index) lastShared = { index, line };
    const isRepeated = stored[index]?.hash !== hash && (await isSame(index, text));
    if (isRepeated) repeated.add(hash);
    if (stored[index]?.hash !== hash && !isRepeated) {
      shared.delete(index);
      changed ??= { line, reason: `${await placeOf(index)} is another snapshot of the same time` };
    } else if (before && index < before.index)
      changed ??= {
        line,
        reason: `it comes after line ${before.line} here, and before it where they are stored (${await placeOf(index)}, ${await placeOf(before.index)})`,
      };
  };

  /** Whether a text of other bytes, such as one over several lines, is the same snapshot. */
  const isSame = async (index: number, text: string): Promise<boolean> => {
    const one = stored[index];
    const reading = parseSnapshot(text);
    return one !== undefined && 'snapshot' in reading && isDeepStrictEqual(await reader.read(one), reading.snapshot);
  };

  return {
    /** Whether the file has all that is stored, and is a trajectory by itself. */
    isWhole: (): boolean => isOwnTrajectory && shared.size === stored.length,
    add: async (one: FileSnapshot): Promise<void> => {
      const reading = parseSnapshot(one.text);
      if (!('snapshot' in reading)) return;
      const { snapshot } = reading;
      const lists = listEvents(snapshot);
      const { history: after, flaw } = checkSnapshot(own, snapshot, lists);
      own = after;
      isOwnTrajectory &&= flaw === null;
      const identity = toIdentity(one);
      const index = indexes.get(identity);
      if (index !== undefined) return addShared(one, index);
      // If two snapshots in the file have the same time, the second is left out when it is stored.
      if (misfit || identities.has(identity)) return;
      identities.add(identity);
      latestUs = latestUs === null || one.createdUs > latestUs ? one.createdUs : latestUs;
      await pass(latestUs);
      const checked = checkSnapshot(history, snapshot, lists);
      const isLater = passed === stored.length && history !== null && isReset(history, lists);
      if (!checked.grows && !isLater) {
        const before = added === null ? await placeOf(passed - 1) : `line ${added}`;
        misfit = {
          line: one.line,
          reason: `it does not continue ${before}: it lacks events that ${before} has, or has them in another order`,
        };
      }
      history = checked.history;
      added = one.line;
    },
    end: async (): Promise<Contradiction | null> => {
      if (added !== null) await pass(null);
      return isOwnTrajectory || !misfit || (changed && changed.line < misfit.line) ? changed : misfit;
    },
  };
};

const toIssue = (sessionId: string, { line, reason }: Contradiction): Issue => ({
  line,
  code: 'contradicts_stored',
  message: `Line ${line} contradicts the stored snapshots of session ${sessionId.slice(0, idChars)}: ${reason}. Snapshots are append-only, so nothing of this file was read. To read it in place of what is stored, delete the session first.`,
  excerpt: null,
});
