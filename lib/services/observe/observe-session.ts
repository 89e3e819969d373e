import { setImmediate } from 'node:timers/promises';
import type { ObserverSet } from '../../observers/observer-set.ts';
import { toDetections } from '../../observations/detection.ts';
import { reduceCalls, startReducer, type Fold } from '../../observers/run.ts';
import type { AssessmentRow, ReducerOutcome, ReducerWindow, Store } from '../../store/store.ts';

/** Calls that one transaction folds at most. */
const windowCalls = 2_000;

/** A fold as it was stored: the key of its configuration stands beside it, so that it is one of this form. */
export const toReducerState = (stored: unknown): Fold => stored as Fold;

/** What a store is given to fold the calls of a session with. */
export const makeFolder =
  (set: ObserverSet, now: () => number) =>
  ({ head, about, project, calls, turnEnds }: ReducerWindow): ReducerOutcome => {
    const { fold, assessments, found } = reduceCalls(
      set,
      about,
      head ? toReducerState(head.fold) : startReducer(set, about),
      calls,
      turnEnds,
    );
    const nowMs = now();
    const detections = found.flatMap((one) => toDetections(one, project, nowMs));
    return { fold, assessments, detections, findings: fold.findings, worst: fold.worst };
  };

export type SessionObserved = { assessments: AssessmentRow[]; folded: number };

/** `now` stands for times that no record tells. */
type Options = { signal?: AbortSignal; now?: () => number; onReduced?: (calls: number) => void };

/** Gives a session's observers all calls that they did not see, window by window. Null: there is no such session. */
export const observeSession = async (
  store: Store,
  set: ObserverSet,
  sessionId: string,
  { signal, onReduced, now = Date.now }: Options = {},
): Promise<SessionObserved | null> => {
  const fold = makeFolder(set, now);
  const observed: SessionObserved = { assessments: [], folded: 0 };
  for (;;) {
    const result = await store.reduceCalls(sessionId, set.key, windowCalls, fold);
    if (!result) return null;
    observed.assessments.push(...result.assessments);
    observed.folded += result.folded;
    onReduced?.(result.folded);
    if (!result.more || signal?.aborted) return observed;
    await setImmediate();
  }
};
