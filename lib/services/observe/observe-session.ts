import { setImmediate } from 'node:timers/promises';
import type { ObserverSet } from '../../observers/observer-set.ts';
import { toSightings } from '../../observations/sighting.ts';
import { foldCalls, startFold, type Fold } from '../../observers/run.ts';
import type { AssessmentRow, FoldOutcome, FoldWindow, Store } from '../../store/store.ts';

/** Calls that one transaction folds at most. */
const windowCalls = 2_000;

/** A fold as it was stored: the key of its configuration stands beside it, so that it is one of this form. */
export const toFold = (stored: unknown): Fold => stored as Fold;

/** What a store is given to fold the calls of a session with. */
export const makeFolder =
  (set: ObserverSet, now: () => number) =>
  ({ head, about, project, calls, turnEnds }: FoldWindow): FoldOutcome => {
    const { fold, assessments, found } = foldCalls(set, about, head ? toFold(head.fold) : startFold(set, about), calls, turnEnds);
    const nowMs = now();
    const sightings = found.flatMap((one) => toSightings(one, project, nowMs));
    return { fold, assessments, sightings, findings: fold.findings, worst: fold.worst };
  };

export type SessionObserved = { assessments: AssessmentRow[]; folded: number };

/** `now` stands for times that no record tells. */
type Options = { signal?: AbortSignal; now?: () => number; onFolded?: (calls: number) => void };

/** Gives a session's observers all calls that they did not see, window by window. Null: there is no such session. */
export const observeSession = async (
  store: Store,
  set: ObserverSet,
  sessionId: string,
  { signal, onFolded, now = Date.now }: Options = {},
): Promise<SessionObserved | null> => {
  const fold = makeFolder(set, now);
  const observed: SessionObserved = { assessments: [], folded: 0 };
  for (;;) {
    const result = await store.foldCalls(sessionId, set.key, windowCalls, fold);
    if (!result) return null;
    observed.assessments.push(...result.assessments);
    observed.folded += result.folded;
    onFolded?.(result.folded);
    if (!result.more || signal?.aborted) return observed;
    await setImmediate();
  }
};
