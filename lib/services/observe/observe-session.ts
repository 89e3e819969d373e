import { setImmediate } from 'node:timers/promises';
import type { ObserverSet } from '../../observers/observer-set.ts';
import { toDetections } from '../../observations/detection.ts';
import { reducerStateSchema } from '../../observers/reducer-state-schema.ts';
import { reduceCalls, startReducer, type ReducerState } from '../../observers/run.ts';
import type { AssessmentRow, ReducerOutcome, ReducerWindow } from '../../store/observer-store.ts';
import type { Store } from '../../store/store.ts';

/** Calls per transaction. */
const windowCalls = 2_000;

/** A stored reducer state; null where it is damaged in the database. */
export const findReducerState = (stored: unknown): ReducerState | null =>
  reducerStateSchema.safeParse(stored).success ? (stored as ReducerState) : null;

/**
 * The reducer that a store runs over a session's calls. Null: the observers cannot go on from the checkpoint's state. Its form is not checked
 * before, which costs a hook 20 ms: a sound state never makes them fail, and from the first call on, an error is one of theirs.
 */
export const makeReducer =
  (set: ObserverSet, now: () => number) =>
  ({ checkpoint, about, folderName, calls, turnEnds }: ReducerWindow): ReducerOutcome | null => {
    const reduced = checkpoint
      ? tryReduce(() => reduceCalls(set, about, checkpoint.state as ReducerState, calls, turnEnds))
      : reduceCalls(set, about, startReducer(set, about), calls, turnEnds);
    if (!reduced) return null;
    const { state, assessments, found } = reduced;
    const nowMs = now();
    const detections = found.flatMap((one) => toDetections(one, folderName, nowMs));
    return { state, assessments, detections, findings: state.findings, worst: state.worst };
  };

const tryReduce = <Reduced>(reduce: () => Reduced): Reduced | null => {
  try {
    return reduce();
  } catch {
    return null;
  }
};

/** `isBehind`: it stopped before the last call. */
export type SessionObserved = { assessments: AssessmentRow[]; reduced: number; isBehind: boolean };

/** `now` stands in where records have no time; `maxWindows`: it stops after that many. */
type Options = { signal?: AbortSignal; maxWindows?: number; now?: () => number; onReduced?: (calls: number) => void };

/** Gives a session's observers all calls that they did not see, window by window. Null: there is no such session. */
export const observeSession = async (
  store: Store,
  set: ObserverSet,
  sessionId: string,
  { signal, maxWindows = Infinity, onReduced, now = Date.now }: Options = {},
): Promise<SessionObserved | null> => {
  const reduce = makeReducer(set, now);
  const observed: SessionObserved = { assessments: [], reduced: 0, isBehind: false };
  for (let windows = 1; ; windows += 1) {
    const result = await store.reduceCalls(sessionId, set.key, windowCalls, reduce);
    if (!result) return null;
    observed.assessments.push(...result.assessments);
    observed.reduced += result.reduced;
    onReduced?.(result.reduced);
    if (!result.more || signal?.aborted || windows >= maxWindows) return { ...observed, isBehind: result.more };
    await setImmediate();
  }
};
