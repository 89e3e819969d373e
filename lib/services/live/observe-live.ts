import type { Assessment } from '../../domain/assessment.ts';
import type { LiveAnswer } from '../../domain/live-call.ts';
import type { RetrievalConfig } from '../../domain/retrieval-config.ts';
import type { ObserverSet } from '../../observers/observer-set.ts';
import type { WaitingReviewers } from '../../reviewers/choose-reviewers.ts';
import { diffAssessments } from '../../observers/diff.ts';
import { renderAssessments } from '../../observers/render.ts';
import { renderSection } from '../../observers/section.ts';
import { nothing, type Redacted } from '../../redaction/redact.ts';
import type { Store } from '../../store/store.ts';
import { observeSession } from '../observe/observe-session.ts';
import { findFeedbackArm, listNewest } from './feedback-arm.ts';
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
  /** Loads the reviewers that wait for events; without it, there are none. */
  loadReviewers?: () => WaitingReviewers;
};

export type LiveDeps = {
  store: Store;
  loadFeedback: () => Feedback;
  now: () => number;
  /** Reports problems that do not concern the agent. */
  warn: (event: string, fields: Readonly<Record<string, unknown>>) => void;
};

/** Assessments before a call, to compare with. */
const newestAssessments = 60;

/** Assessments in one answer. */
const maxAnswered = 200;

export type Observed = Pick<LiveAnswer, 'assessments' | 'markdown' | 'changes' | 'experiment'> & { section: Redacted<string> };

/** Answer if there is nothing to show. */
export const nothingObserved = { assessments: [], markdown: null, changes: [], section: nothing, experiment: null } satisfies Observed;

/** `fromCall`: the first reported call; null if there was none. `maxWindows`: of calls that observers are behind (observe-session.ts). */
type Options = { fromCall: number | null; signal?: AbortSignal; maxWindows?: number; report?: boolean };

/**
 * Runs the observers over the new calls of a running session, writes the assessments from the reported calls on into its folder, and
 * returns them with what to report to the agent now. Marks that as sent last of all, unless `report` is false, `signal` was aborted or
 * observers are still behind. For a session that an experiment holds out, nothing is written, returned or marked: its assessments are
 * stored, and no more.
 */
export const observeLive = async (
  deps: LiveDeps,
  sessionId: string,
  { fromCall, signal, maxWindows, report = true }: Options,
): Promise<Observed> => {
  const { store, loadFeedback } = deps;
  const { set, writeFile } = loadFeedback();
  const options = { ...(signal && { signal }), ...(maxWindows !== undefined && { maxWindows }) };
  const observed = await observeSession(store, set, sessionId, options);
  const [before, assessments] = fromCall === null ? [[], []] : await listAround(store, sessionId, fromCall);
  const last = assessments.at(-1);
  const newest = await listNewest(store, sessionId);
  const waiting = selectReport(newest, set.stillAfterCalls);
  const isFinding = waiting.length > 0 || assessments.some(({ findings }) => findings.length > 0);
  const isShown = isFinding || assessments.length > 0;
  const experiment = isShown ? await findFeedbackArm(deps, sessionId, { isFinding, newest }) : null;
  if (experiment?.arm === 'control') return { ...nothingObserved, experiment };
  const file = assessments.filter((one) => one.callIndex === last?.callIndex);
  if (writeFile && last) await writeNewest({ ...deps, set }, sessionId, assessments);
  // Old findings may be over.
  const reported = report && !observed?.isBehind && !signal?.aborted ? await claimReport(deps, sessionId, newest, waiting) : [];
  return {
    assessments,
    markdown: last ? renderAssessments(file) : null,
    changes: diffAssessments(
      file.flatMap(({ observer }) => before.findLast((one) => one.observer === observer) ?? []),
      file,
    ),
    section: renderSection(reported),
    experiment,
  };
};

/** Assessments before a call, and from that call on. */
const listAround = (store: Store, sessionId: string, fromCall: number): Promise<[Assessment[], Assessment[]]> =>
  Promise.all([
    store.listAssessments(sessionId, { superseded: false, newest: newestAssessments, toCall: fromCall - 1 }),
    store.listAssessments(sessionId, { superseded: false, newest: maxAnswered, fromCall }),
  ]);

/** Claims the waiting assessments to report to the agent now; only one of several concurrent processes reports each of them. */
const claimReport = async (
  { store, now }: LiveDeps,
  sessionId: string,
  newest: readonly Assessment[],
  waiting: readonly Assessment[],
): Promise<Assessment[]> => {
  const isWaiting = (one: Assessment) => !one.superseded && one.telling !== null && one.sentAtMs === null;
  const keys = newest
    .filter((one) => isWaiting(one) && waiting.some(({ observer }) => observer === one.observer))
    .map(({ observer, configKey, callId }) => ({ observer, configKey, callId }));
  if (keys.length === 0) return [];
  const claimed = await store.putSent(sessionId, keys, now());
  return waiting.filter(({ observer }) => claimed.some((one) => one.observer === observer));
};
