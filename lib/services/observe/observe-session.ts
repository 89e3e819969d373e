import { setImmediate } from 'node:timers/promises';
import type { ObserverSet } from '../../observers/observer-set.ts';
import { foldCalls, startFold, type Fold } from '../../observers/run.ts';
import type { AssessmentRow, FoldOutcome, FoldWindow, Store } from '../../store/store.ts';

/** Calls that one transaction folds at most. */
const windowCalls = 2_000;

/** A fold as it was stored: the key of its configuration stands beside it, so that it is one of this form. */
export const toFold = (stored: unknown): Fold => stored as Fold;

/** What a store is given to fold the calls of a session with. */
export const makeFolder =
  (set: ObserverSet) =>
  ({ head, about, calls }: FoldWindow): FoldOutcome => {
    const { fold, assessments } = foldCalls(set, about, head ? toFold(head.fold) : startFold(set, about), calls);
    return { fold, assessments, findings: fold.findings, worst: fold.worst };
  };

export type SessionObserved = { assessments: AssessmentRow[]; folded: number };

type Options = { signal?: AbortSignal; onFolded?: (calls: number) => void };

/** Gives a session's observers all calls that they did not see, window by window. Null: there is no such session. */
export const observeSession = async (
  store: Store,
  set: ObserverSet,
  sessionId: string,
  { signal, onFolded }: Options = {},
): Promise<SessionObserved | null> => {
  const fold = makeFolder(set);
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
