import { AppError } from '../../domain/errors.ts';
import type { Trial } from '../../contracts/observers.ts';
import type { ObserverSet } from '../../observers/observer-set.ts';
import { foldCalls, startFold } from '../../observers/run.ts';
import type { ObserverStore } from '../../store/store.ts';

export type TrialProgress = Omit<Trial, 'id' | 'status' | 'problem'>;
type TrialStore = Pick<ObserverStore, 'listCallFacts' | 'listObservable'>;

const callsAtOnce = 500;
const sessionsAtOnce = 1_000;
const mostListed = 200;

/** The observers that one of two configurations has and the other has not in the same way; all, where there is no difference. */
export const findDifferent = (set: ObserverSet, other: ObserverSet): ObserverSet => {
  if (set.key === other.key) return set;
  const keys = new Set(other.observers.map(({ key }) => key));
  return { ...set, observers: set.observers.filter(({ key }) => !keys.has(key)) };
};

const listAll = async (store: TrialStore) => {
  const all: { sessionId: string; title: string | null }[] = [];
  for (;;) {
    const page = await store.listObservable(all.at(-1)?.sessionId ?? null, sessionsAtOnce);
    all.push(...page);
    if (page.length < sessionsAtOnce) return all;
  }
};

/** Categories of all that the observers of each set find in a session, sorted; `onCalls` is told of each window. */
const findCategories = async (store: TrialStore, sets: readonly ObserverSet[], sessionId: string, onCalls: (calls: number) => void) => {
  const runs = sets.map((set) => ({ set, fold: null as ReturnType<typeof startFold> | null, categories: new Set<string>() }));
  for (let afterCall = 0; ;) {
    const { about, calls } = await store.listCallFacts(sessionId, afterCall, callsAtOnce);
    for (const run of runs) {
      const { fold, assessments } = foldCalls(run.set, about, run.fold ?? startFold(run.set, about), calls);
      run.fold = fold;
      for (const { findings } of assessments) for (const { category } of findings) run.categories.add(category);
    }
    onCalls(calls.length);
    afterCall = calls.at(-1)?.callIndex ?? afterCall;
    if (calls.length < callsAtOnce) return runs.map(({ categories }) => [...categories].toSorted());
  }
};

/**
 * Folds every session of the archive with two configurations, from its first call, and compares what is found: only observers
 * that differ are run. Reads alone. A session that vanishes meanwhile is skipped. `onProgress` is told after each window of calls.
 */
export const runTrial = async (
  store: TrialStore,
  { before, after }: { before: ObserverSet; after: ObserverSet },
  onProgress: (progress: TrialProgress) => void,
): Promise<TrialProgress> => {
  const sets = [findDifferent(before, after), findDifferent(after, before)];
  const all = await listAll(store);
  const progress: TrialProgress = {
    sessions: all.length,
    sessionsDone: 0,
    callsDone: 0,
    counts: { gained: 0, lost: 0, kept: 0 },
    gained: [],
    lost: [],
    kept: [],
  };
  for (const { sessionId, title } of all) {
    try {
      const [had = [], has = []] = await findCategories(store, sets, sessionId, (calls) => {
        progress.callsDone += calls;
        onProgress(progress);
      });
      const list = had.length === 0 ? 'gained' : has.length === 0 ? 'lost' : 'kept';
      if (had.length + has.length > 0) {
        progress.counts[list] += 1;
        if (progress[list].length < mostListed) progress[list].push({ sessionId, title, before: had, after: has });
      }
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'not_found')) throw error;
    }
    progress.sessionsDone += 1;
    onProgress(progress);
  }
  return progress;
};
