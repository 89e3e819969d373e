import { AppError } from '../../domain/errors.ts';
import { observeCall } from '../../observers/observe-call.ts';
import type { ObservedCall } from '../../observers/observed-call.ts';
import type { ObserverSet } from '../../observers/observer-set.ts';
import { reduceCalls } from '../../observers/run.ts';
import { restoreSnapshot, takeSnapshot, type Snapshot } from '../../observers/snapshot.ts';
import { redactValue, type Redacted } from '../../redaction/redact.ts';
import type { Store } from '../../store/store.ts';
import { reduceTo } from './reduce-to.ts';
import { observeSession } from './observe-session.ts';
import { getCall, getSession } from './session-calls.ts';
import type { LoadObservers } from './default-observers.ts';

/**
 * Exports the state of a session's observers, and restores it. Restored observers go on as if nothing had happened; where they would not,
 * restoring fails with `conflict`, and nothing is changed.
 */
export const makeObserverSnapshots = ({ store, loadObservers }: { store: Store; loadObservers: LoadObservers }) => ({
  /** As of a call; left out: the newest. Without secrets in what it quotes, which changes nothing of how it goes on. */
  exportState: async (name: string, call?: number): Promise<Redacted<Snapshot>> => {
    const { id } = await getSession(store, name);
    const set = loadObservers();
    return redactValue(takeSnapshot(set, id, await reduceTo(store, set, id, await getCall(store, id, call))));
  },
  /** Returns the call at which the state was put (null: before the first), and the last call that the observers have seen since. */
  restoreState: async (name: string, snapshot: unknown) => {
    const { id } = await getSession(store, name);
    const set = loadObservers();
    const restored = restoreSnapshot(set, id, snapshot);
    if (!restored.snapshot) throw new AppError(restored.code, restored.problem);
    const { callIndex, callId, configKey, fold } = restored.snapshot;
    await requireCalls(store, set, restored.snapshot);
    await store.putObserverCheckpoint(id, { callIndex: callIndex ?? 0, callId: callId ?? '', configKey, state: fold });
    await observeSession(store, set, id);
    const head = await store.findObserverCheckpoint(id);
    return { callIndex, observedTo: head?.callIndex ?? null };
  },
});

/** The newest calls of the state must be those of the session, as it tells them, and its observers able to go on from it. */
const requireCalls = async (store: Store, set: ObserverSet, { sessionId, fold }: Snapshot): Promise<void> => {
  const [first] = fold.recent;
  if (!first) return;
  const { about, calls } = await store.listCallFacts(sessionId, first.index - 1, fold.recent.length);
  for (const [at, seen] of fold.recent.entries()) {
    const call = calls[at];
    if (call?.id !== seen.id || call.callIndex !== seen.index)
      throw new AppError('conflict', `Session ${sessionId} has no call ${seen.index} with the id ${seen.id}, which is in the snapshot.`);
    if (!isAsSeen(seen, observeCall(call, about)))
      throw new AppError('conflict', `Call ${seen.index} changed since the snapshot. Replay the session instead.`);
  }
  try {
    reduceCalls(set, about, fold, calls.slice(-1));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new AppError('invalid_input', `Not a valid observer snapshot: fold.slices: the observers cannot continue from it (${why}).`);
  }
};

const isAsSeen = (seen: ObservedCall, now: ObservedCall): boolean =>
  seen.callKey === now.callKey && seen.resultKey === now.resultKey && seen.errorKey === now.errorKey && seen.outcome === now.outcome;
