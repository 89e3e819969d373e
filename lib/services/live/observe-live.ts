import type { Assessment } from '../../domain/assessment.ts';
import type { LiveAnswer } from '../../domain/live-call.ts';
import type { RetrievalConfig } from '../../domain/retrieval-config.ts';
import type { ObserverSet } from '../../observers/observer-set.ts';
import { diffAssessments } from '../../observers/diff.ts';
import { renderAssessments } from '../../observers/render.ts';
import { renderSection } from '../../observers/section.ts';
import type { Store } from '../../store/store.ts';
import { observeSession } from '../observe/observe-session.ts';
import { selectReport } from './select-report.ts';
import { writeNewest } from './write-newest.ts';

/** The observers as they are configured, and whether what they say is written into the agent's folder. */
export type Feedback = {
  set: ObserverSet;
  writeFile: boolean;
  /** Whether secrets are replaced before calls are stored. */
  redacts: boolean;
  /** How examples are given at each prompt; without it, none are. */
  retrieval?: RetrievalConfig;
};

export type LiveDeps = {
  store: Store;
  loadFeedback: () => Feedback;
  now: () => number;
  /** What went wrong and is no matter of the agent's. */
  warn: (event: string, fields: Readonly<Record<string, unknown>>) => void;
};

/** Enough to know which active findings were reported. */
const newestAssessments = 60;

/** Assessments in one answer. */
const maxAnswered = 200;

export type Observed = Pick<LiveAnswer, 'assessments' | 'markdown' | 'changes' | 'section'>;

/** `fromCall`: the first reported call; null if there was none. */
type Options = { fromCall: number | null; signal?: AbortSignal; report?: boolean };

/**
 * Runs the observers over the new calls of a running session, writes the assessments from the reported calls on into its folder, and
 * returns them with what to report to the agent now. Marks that as sent last of all, unless `report` is false or `signal` was aborted.
 */
export const observeLive = async (deps: LiveDeps, sessionId: string, { fromCall, signal, report = true }: Options): Promise<Observed> => {
  const { store, loadFeedback } = deps;
  const { set, writeFile } = loadFeedback();
  await observeSession(store, set, sessionId, signal ? { signal } : {});
  const [before, assessments] = fromCall === null ? [[], []] : await listAround(store, sessionId, fromCall);
  const last = assessments.at(-1);
  const file = assessments.filter((one) => one.callIndex === last?.callIndex);
  if (writeFile && last) await writeNewest({ ...deps, set }, sessionId, assessments);
  const reported = report && !signal?.aborted ? await claimReport(deps, sessionId, set.stillAfterCalls) : [];
  return {
    assessments,
    markdown: last ? renderAssessments(file) : null,
    changes: diffAssessments(
      file.flatMap(({ observer }) => before.findLast((one) => one.observer === observer) ?? []),
      file,
    ),
    section: renderSection(reported),
  };
};

/** What stands before a call, and from there on. */
const listAround = (store: Store, sessionId: string, fromCall: number): Promise<[Assessment[], Assessment[]]> =>
  Promise.all([
    store.listAssessments(sessionId, { superseded: false, newest: newestAssessments, toCall: fromCall - 1 }),
    store.listAssessments(sessionId, { superseded: false, newest: maxAnswered, fromCall }),
  ]);

/** What to report to the agent now; of several concurrent processes only one reports it. */
const claimReport = async ({ store, now }: LiveDeps, sessionId: string, stillAfterCalls: number): Promise<Assessment[]> => {
  const newest = await store.listAssessments(sessionId, { superseded: true, newest: newestAssessments });
  const telling = selectReport(newest, stillAfterCalls);
  const isWaiting = (one: Assessment) => !one.superseded && one.telling !== null && one.sentAtMs === null;
  const keys = newest
    .filter((one) => isWaiting(one) && telling.some(({ observer }) => observer === one.observer))
    .map(({ observer, configKey, callId }) => ({ observer, configKey, callId }));
  if (keys.length === 0) return [];
  const claimed = await store.putSent(sessionId, keys, now());
  return telling.filter(({ observer }) => claimed.some((one) => one.observer === observer));
};
