import { AppError } from '../../domain/errors.ts';
import type { Trial, TrialFinding, TrialSession } from '../../domain/trial.ts';
import type { AssessmentSeverity } from '../../domain/assessment.ts';
import type { ObserverSet } from '../../observers/observer-set.ts';
import { reduceCalls, startReducer } from '../../observers/run.ts';
import { worstSeverity } from '../../session/severity.ts';
import type { ObservableSession, ObserverStore } from '../../store/observer-store.ts';
import type { ObservationStore } from '../../store/observation-store.ts';
import { makeTriagedTrial, type TriagedTrial } from './triaged-trial.ts';

export type TrialProgress = Omit<Trial, 'id' | 'status' | 'problem'>;
type TrialStore = Pick<ObserverStore, 'listCallFacts' | 'listObservable'> & Pick<ObservationStore, 'listLabels' | 'listHandled'>;

const callsAtOnce = 500;
const sessionsAtOnce = 1_000;
const maxListed = 200;

/** Observers that differ between two configurations; all of them if there is no difference. */
export const findDifferent = (set: ObserverSet, other: ObserverSet): ObserverSet => (set.key === other.key ? set : without(set, other));

const without = (set: ObserverSet, other: ObserverSet): ObserverSet => {
  const keys = new Set(other.observers.map(({ key }) => key));
  return { ...set, observers: set.observers.filter(({ key }) => !keys.has(key)) };
};

const listAll = async (store: TrialStore) => {
  const all: ObservableSession[] = [];
  for (;;) {
    const page = await store.listObservable(all.at(-1)?.sessionId ?? null, sessionsAtOnce);
    all.push(...page);
    if (page.length < sessionsAtOnce) return all;
  }
};

type Run = { set: ObserverSet; state: ReturnType<typeof startReducer> | null; worst: Map<string, AssessmentSeverity> };

const startRun = (set: ObserverSet): Run => ({ set, state: null, worst: new Map() });

const toFindings = ({ worst }: Run): TrialFinding[] =>
  [...worst].map(([category, severity]) => ({ category, severity })).toSorted((a, b) => (a.category < b.category ? -1 : 1));

/** `shared`: observers that are the same in both. */
type Compared = { store: TrialStore; before: ObserverSet; after: ObserverSet; shared: ObserverSet; triaged: TriagedTrial };

/**
 * Findings of both observer sets in a session, by category. The shared ones run, too, because what one observer no longer finds another
 * may. `onCalls` is called after each batch.
 */
const findBoth = async (
  { store, triaged, ...sets }: Compared,
  { sessionId, folderName }: ObservableSession,
  onCalls: (calls: number) => void,
): Promise<{ before: TrialFinding[]; after: TrialFinding[] }> => {
  const [before, after, shared] = [startRun(sets.before), startRun(sets.after), startRun(sets.shared)];
  for (let afterCall = 0; ;) {
    const { about, calls, turnEnds } = await store.listCallFacts(sessionId, afterCall, callsAtOnce);
    for (const run of [before, after, shared]) {
      const { state, assessments, found } = reduceCalls(run.set, about, run.state ?? startReducer(run.set, about), calls, turnEnds);
      run.state = state;
      if (run !== after) triaged.see('before', folderName, found);
      if (run !== before) triaged.see('after', folderName, found);
      for (const { category, severity } of assessments.flatMap(({ findings }) => findings)) {
        run.worst.set(category, worstSeverity(run.worst.get(category) ?? null, severity));
      }
    }
    onCalls(calls.length);
    afterCall = calls.at(-1)?.callIndex ?? afterCall;
    if (calls.length < callsAtOnce) return { before: toFindings(before), after: toFindings(after) };
  }
};

const isSame = (before: readonly TrialFinding[], after: readonly TrialFinding[]): boolean =>
  before.length === after.length &&
  before.every(({ category, severity }, at) => after[at]?.category === category && after[at].severity === severity);

/** Counts a session, and lists it if the list is not full. */
const putSession = (progress: TrialProgress, session: TrialSession): void => {
  const { counts } = progress;
  const { before, after } = session;
  if (before.length + after.length === 0) return;
  const list = before.length === 0 ? 'gained' : after.length === 0 ? 'lost' : 'kept';
  counts[list] += 1;
  const isOutdated = list === 'kept' && !isSame(before, after);
  // Changed sessions go first and displace unchanged ones.
  progress[list].splice(isOutdated ? counts.otherwise : maxListed, 0, session);
  progress[list].splice(maxListed);
  if (isOutdated) counts.otherwise += 1;
};

/**
 * Runs two configurations over every session and compares their findings: those of the observers that differ by session, what is to be
 * triaged in all. Read-only. Skips sessions that are deleted meanwhile. Calls `onProgress` after each batch.
 */
export const runTrial = async (
  store: TrialStore,
  { before: present, after: other }: { before: ObserverSet; after: ObserverSet },
  onProgress: (progress: TrialProgress) => void,
): Promise<TrialProgress> => {
  const triaged = await makeTriagedTrial(store);
  const before = findDifferent(present, other);
  const compared = { store, before, after: findDifferent(other, present), shared: without(present, before), triaged };
  const all = await listAll(store);
  const progress: TrialProgress = {
    sessions: all.length,
    sessionsDone: 0,
    callsDone: 0,
    counts: { gained: 0, lost: 0, kept: 0, otherwise: 0 },
    ...triaged.counts,
    gained: [],
    lost: [],
    kept: [],
  };
  for (const session of all) {
    try {
      const found = await findBoth(compared, session, (calls) => {
        progress.callsDone += calls;
        onProgress(progress);
      });
      putSession(progress, { sessionId: session.sessionId, title: session.title, ...found });
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'not_found')) throw error;
    }
    progress.sessionsDone += 1;
    onProgress(progress);
  }
  return progress;
};
