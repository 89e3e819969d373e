import type * as z from 'zod';
import { observerSnapshot } from '../domain/observer-snapshot.ts';
import { printPath } from '../print/key-path.ts';
import { reducerStateSchema } from './reducer-state-schema.ts';
import { maxSharedStateBytes, maxRecentCalls } from './observer.ts';
import type { ObserverSet } from './observer-set.ts';
import type { ReducerState } from './run.ts';

/** Both slices of the specification, the calls and where each observer stands, as of a call. */
const snapshot = observerSnapshot.extend({ fold: reducerStateSchema });
export type Snapshot = z.infer<typeof snapshot>;

/** Issues that are named of what is no snapshot. */
const maxIssues = 5;

/** Ids, keys and names around the parts of a snapshot. */
const maxEnvelopeBytes = 1_024;

/** Largest JSON of a snapshot, in bytes: the shared part and the budget of each observer. */
export const computeMaxSnapshotBytes = ({ observers }: ObserverSet): number =>
  observers.reduce((sum, { kind }) => sum + kind.maxStateBytes, maxSharedStateBytes + maxEnvelopeBytes);

/** Writes the state of a session's observers out, as plain JSON. */
export const takeSnapshot = (set: ObserverSet, sessionId: string, fold: ReducerState): Snapshot => {
  const last = fold.recent.at(-1);
  return { version: 1, sessionId, configKey: set.key, callIndex: last?.index ?? null, callId: last?.id ?? null, fold };
};

type Restored = { snapshot: Snapshot; problem: null } | { snapshot: null; code: 'invalid_input' | 'conflict'; problem: string };

/** Puts a state back, or says why it cannot be: then the next assessment would not be the same as if nothing had happened. */
export const restoreSnapshot = (set: ObserverSet, sessionId: string, given: unknown): Restored => {
  const parsed = snapshot.safeParse(given);
  if (!parsed.success) {
    const reported = parsed.error.issues.slice(0, maxIssues).map(({ path, message }) => `${printPath(path) || 'all of it'}: ${message}`);
    return refuse('invalid_input', `Not a valid observer snapshot: ${reported.join('; ')}.`);
  }
  const taken = parsed.data;
  if (taken.sessionId !== sessionId) return refuse('conflict', `This snapshot belongs to another session, ${taken.sessionId}.`);
  if (taken.configKey !== set.key)
    return refuse('conflict', 'This snapshot was taken with other observers or parameters. Replay the session instead.');
  const mistake = findMistake(set, taken);
  return mistake === null ? { snapshot: taken, problem: null } : refuse('invalid_input', `Not a valid observer snapshot: ${mistake}`);
};

const refuse = (code: 'invalid_input' | 'conflict', problem: string): Restored => ({ snapshot: null, code, problem });

/** Inconsistent parts; a snapshot taken from a reducer state has none. */
const findMistake = (set: ObserverSet, { callIndex, callId, fold }: Snapshot): string | null => {
  const last = fold.recent.at(-1);
  if (callIndex !== (last?.index ?? null)) return 'callIndex: does not match the last call in fold.recent.';
  if (callId !== (last?.id ?? null)) return 'callId: does not match the last call in fold.recent.';
  if (fold.recent.length !== Math.min(fold.calls, maxRecentCalls)) return `fold.recent: not the newest of ${fold.calls} calls.`;
  const isWhole = fold.slices.length === set.observers.length && set.observers.every(({ key }, at) => fold.slices[at]?.key === key);
  return isWhole ? null : 'fold.slices: must have one slice per observer, in order.';
};
