import { isDeepStrictEqual } from 'node:util';
import type { Issue } from '../../domain/issue.ts';
import type { Store } from '../../store/store.ts';
import type { StoredSnapshot } from '../../store/trajectory-store.ts';
import { listEvents } from '../../trajectories/events.ts';
import { parseSnapshot } from '../../trajectories/snapshot.ts';
import { checkSnapshot, isReset, leavesEventsOut, type History } from '../../trajectories/validate.ts';
import type { FileSnapshot } from '../ingest/read-snapshots.ts';
import { makeSnapshotReader } from './snapshot-reader.ts';

type Reads = Pick<Store, 'readSnapshots' | 'listSessionTrajectories' | 'readRaw'>;

/** `contradiction`: why a file is refused. `takesOver`: sessions that are no trajectory as they are stored, and are one in the file. */
export type Compared = { contradiction: Issue | null; takesOver: ReadonlySet<string> };

const idChars = 8;

/**
 * Compares the snapshots of a file, before any of it is stored, with those that their sessions have. A file contradicts them where it
 * holds another snapshot of the same time, has them in another order, or adds one that the events of those around it do not allow. A
 * reset or another prompt after the stored snapshots is no contradiction: that is what happened later.
 */
export const compareWithStored = async (store: Reads, snapshots: AsyncIterable<FileSnapshot>): Promise<Compared> => {
  const sessions = new Map<string, Comparison | null>();
  for await (const one of snapshots) {
    let comparison = sessions.get(one.sessionId);
    if (comparison === undefined) {
      const stored = (await store.readSnapshots(one.sessionId))?.snapshots ?? [];
      comparison = stored.length === 0 ? null : makeComparison(store, one.sessionId, stored);
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
    else return { contradiction: toIssue(sessionId, found), takesOver: new Set() };
  }
  return { contradiction: null, takesOver };
};

type Contradiction = { line: number; reason: string };
type Comparison = ReturnType<typeof makeComparison>;

const makeComparison = (store: Reads, sessionId: string, stored: readonly StoredSnapshot[]) => {
  const reader = makeSnapshotReader(store, sessionId);
  const indexes = new Map(stored.map((one, index) => [toIdentity(one), index]));
  const shared = new Set<number>();
  let lastShared: { index: number; line: number } | null = null;
  /** The file by itself. */
  let own: History | null = null;
  let isOwnTrajectory = true;
  let found: Contradiction | null = null;
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
        const reason = `${await placeOf(passed)} does not go on from it: events that it holds are missing there or in another order`;
        found = { line: added, reason };
      }
      history = checked.history;
      if (leavesEventsOut(snapshot, lists)) return;
      added = null;
    }
    history = one.figures?.history ?? history;
  };

  /** Passes the stored ones up to a time, or all. */
  const pass = async (untilUs: bigint | null): Promise<void> => {
    for (let one = stored[passed]; one && !found; one = stored[passed]) {
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
    if (stored[index]?.hash !== hash && !(await isSame(index, text))) {
      shared.delete(index);
      found ??= { line, reason: `${await placeOf(index)} is another snapshot of the same time` };
    } else if (before && index < before.index)
      found ??= {
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
      const index = indexes.get(toIdentity(one));
      if (index !== undefined) return addShared(one, index);
      if (found) return;
      latestUs = latestUs === null || one.createdUs > latestUs ? one.createdUs : latestUs;
      await pass(latestUs);
      const checked = checkSnapshot(history, snapshot, lists);
      const isLater = passed === stored.length && history !== null && isReset(history, lists);
      if (!checked.grows && !isLater) {
        const before = added === null ? await placeOf(passed - 1) : `line ${added}`;
        found = { line: one.line, reason: `it does not go on from ${before}: events that are there are missing here or in another order` };
      }
      history = checked.history;
      added = one.line;
    },
    end: async (): Promise<Contradiction | null> => {
      if (added !== null) await pass(null);
      return found;
    },
  };
};

const toIdentity = ({ createdUs, hasEvents }: Pick<StoredSnapshot, 'createdUs' | 'hasEvents'>): string =>
  `${createdUs} ${String(hasEvents)}`;

const toIssue = (sessionId: string, { line, reason }: Contradiction): Issue => ({
  line,
  code: 'contradicts_stored',
  message: `Line ${line} contradicts the stored snapshots of session ${sessionId.slice(0, idChars)}: ${reason}. Snapshots are append-only, so nothing of this file was read. To read it in place of what is stored, delete the session first.`,
  excerpt: null,
});
