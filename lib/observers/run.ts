import type { AssessmentSeverity } from '../domain/assessment.ts';
import type { CallFacts, SessionAbout } from '../session/call-facts.ts';
import { makeContext } from './context.ts';
import { observeCall } from './observe-call.ts';
import type { ObservedCall } from './observed-call.ts';
import { mostRecentCalls, type ObserverState, type Verdict } from './observer.ts';
import type { AssessmentDraft, ConfiguredObserver, ObserverSet } from './observer-set.ts';
import { pushRecent } from './recent.ts';
import { worstSeverity } from './severity.ts';
import { compareFindings, toStandingFindings, type Compared, type StandingFinding } from './standing.ts';
import { isTriggered } from './trigger.ts';

export type { StandingFinding };

/** One observer's part of a fold. */
export type ObserverSlice = { key: string; state: ObserverState; own: unknown; standing: StandingFinding[] };

/** Where the observers of a session stand: plain JSON, under 32 kB. */
export type Fold = {
  calls: number;
  consecutiveErrors: number;
  /** The newest calls, oldest first; of the older ones of them only what tells them apart. */
  recent: ObservedCall[];
  slices: ObserverSlice[];
  /** Findings so far, over all observers, and the worst. */
  findings: number;
  worst: AssessmentSeverity | null;
};

const startSlice = ({ key, observer }: ConfiguredObserver, about: SessionAbout): ObserverSlice => ({
  key,
  state: { toolCallsSinceAssessment: 0, lastAssessmentTimeMs: null, lastAssessmentCallIndex: 0, totalAssessments: 0 },
  own: observer.init(about),
  standing: [],
});

/** The state before the first call. */
export const startFold = (set: ObserverSet, about: SessionAbout): Fold => ({
  calls: 0,
  consecutiveErrors: 0,
  recent: [],
  slices: set.observers.map((configured) => startSlice(configured, about)),
  findings: 0,
  worst: null,
});

/** Gives calls to the observers, one by one. Any split of the calls comes to the same. Nothing that is given is changed. */
export const foldCalls = (
  set: ObserverSet,
  about: SessionAbout,
  fold: Fold,
  calls: readonly CallFacts[],
): { fold: Fold; assessments: AssessmentDraft[] } => {
  const assessments: AssessmentDraft[] = [];
  const slices = set.observers.map((configured) => fold.slices.find(({ key }) => key === configured.key) ?? startSlice(configured, about));
  const next: Fold = { ...fold, recent: [...fold.recent], slices };
  for (const facts of calls) {
    const call = observeCall(facts, about);
    next.calls += 1;
    next.consecutiveErrors = call.outcome === 'error' ? next.consecutiveErrors + 1 : 0;
    pushRecent(next.recent, call, mostRecentCalls);
    for (const [at, configured] of set.observers.entries()) {
      const slice = slices[at];
      if (!slice) continue;
      const ran = runObserver(configured, slice, call, next, set.stillAfterCalls);
      slices[at] = ran.slice;
      if (!ran.compared) continue;
      for (const { standing, severity } of ran.compared.findings) {
        if (standing === 'new') next.findings += 1;
        next.worst = worstSeverity(next.worst, severity);
      }
      if (ran.verdict && isRecorded(configured, ran.compared))
        assessments.push(toDraft(configured, about, call, ran.verdict, ran.compared));
    }
  }
  return { fold: next, assessments };
};

type Ran = { slice: ObserverSlice; verdict: Verdict | null; compared: Compared | null };

const nothing: Compared = { findings: [], ended: [], telling: null };

const runObserver = (configured: ConfiguredObserver, slice: ObserverSlice, call: ObservedCall, fold: Fold, still: number): Ran => {
  const { observer, trigger } = configured;
  const own = observer.step(slice.own, call);
  const state = { ...slice.state, toolCallsSinceAssessment: slice.state.toolCallsSinceAssessment + 1 };
  const waiting: Ran = { slice: { ...slice, state, own }, verdict: null, compared: null };
  if (!isTriggered(trigger, { state, consecutiveErrors: fold.consecutiveErrors, atMs: call.atMs })) return waiting;
  const context = makeContext(state, fold.recent);
  if (!observer.shouldRun(own, context)) return waiting;
  const verdict = observer.assess(own, call, context);
  if (!verdict) return waiting;
  const compared =
    verdict.findings.length + slice.standing.length === 0 ? nothing : compareFindings(slice.standing, verdict.findings, call.index, still);
  return {
    slice: {
      key: slice.key,
      state: {
        toolCallsSinceAssessment: 0,
        lastAssessmentTimeMs: call.atMs ?? state.lastAssessmentTimeMs,
        lastAssessmentCallIndex: call.index,
        totalAssessments: state.totalAssessments + (isRecorded(configured, compared) ? 1 : 0),
      },
      own,
      standing: toStandingFindings(slice.standing, compared, call.index),
    },
    verdict,
    compared,
  };
};

/** What only stands as before, or eases, is not assessed anew, unless each run is. */
const isRecorded = ({ records }: ConfiguredObserver, { ended, telling }: Compared): boolean =>
  records === 'always' || ended.length > 0 || telling !== null;

const toDraft = (
  { kind, key }: ConfiguredObserver,
  { sessionId }: SessionAbout,
  call: ObservedCall,
  { severity, summary, suggestions }: Verdict,
  { findings, ended, telling }: Compared,
): AssessmentDraft => ({
  sessionId,
  observer: kind.id,
  observerName: kind.name,
  version: kind.version,
  configKey: key,
  callId: call.id,
  callIndex: call.index,
  atMs: call.atMs,
  severity,
  summary,
  findings,
  ended,
  suggestions: [...suggestions],
  telling,
});
