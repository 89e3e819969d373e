import type { AssessmentSeverity } from '../domain/assessment.ts';
import type { CallFacts, SessionAbout } from '../session/call-facts.ts';
import { makeContext } from './context.ts';
import { observeCall } from './observe-call.ts';
import type { ObservedCall } from './observed-call.ts';
import { maxRecentCalls, type ObserverContext, type ObserverState, type Verdict } from './observer.ts';
import type { AssessmentDraft, ConfiguredObserver, ObserverSet } from './observer-set.ts';
import { pushRecent } from './recent.ts';
import { worstSeverity } from '../session/severity.ts';
import { compareFindings, toStandingFindings, type Compared, type StandingFinding } from './standing.ts';
import { isTriggered } from './trigger.ts';

export type { StandingFinding };

/** A run that found what stood before, as it stands now, and was not recorded; of its suggestions the first. */
export type UnrecordedRun = Pick<AssessmentDraft, 'callId' | 'callIndex' | 'atMs' | 'suggestions'>;

/** One observer's part of a fold. `unrecorded`: the run that `standing` is of; null where an assessment tells of it. */
export type ObserverSlice = {
  key: string;
  state: ObserverState;
  own: unknown;
  standing: StandingFinding[];
  unrecorded: UnrecordedRun | null;
};

/** What an observer found at a call. */
export type Found = Pick<
  AssessmentDraft,
  'sessionId' | 'observer' | 'observerName' | 'callId' | 'callIndex' | 'atMs' | 'suggestions' | 'findings'
>;

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
  unrecorded: null,
});

/** The state before the first call. */
export const startReducer = (set: ObserverSet, about: SessionAbout): Fold => ({
  calls: 0,
  consecutiveErrors: 0,
  recent: [],
  slices: set.observers.map((configured) => startSlice(configured, about)),
  findings: 0,
  worst: null,
});

/**
 * Gives calls to the observers, one by one. Any split of the calls comes to the same. Nothing that is given is changed. `found`: what
 * was recorded and, before something else was and at the end, how far what stood had come.
 */
export const reduceCalls = (
  set: ObserverSet,
  about: SessionAbout,
  fold: Fold,
  calls: readonly CallFacts[],
): { fold: Fold; assessments: AssessmentDraft[]; found: Found[] } => {
  const assessments: AssessmentDraft[] = [];
  const found: Found[] = [];
  const next: Fold = { ...fold, recent: [...fold.recent], slices: [] };
  // Copies, that may be changed below.
  const runs = set.observers.map((configured): Run => {
    const slice = fold.slices.find(({ key }) => key === configured.key) ?? startSlice(configured, about);
    const state = { ...slice.state };
    return { configured, slice: { ...slice, state }, context: makeContext(state, next.recent) };
  });
  for (const facts of calls) {
    const call = observeCall(facts, about);
    next.calls += 1;
    next.consecutiveErrors = call.outcome === 'error' ? next.consecutiveErrors + 1 : 0;
    pushRecent(next.recent, call, maxRecentCalls);
    for (const run of runs) {
      const before = run.slice.standing;
      const made = runObserver(run, call, next.consecutiveErrors, set.stillAfterCalls);
      if (!made) continue;
      const { verdict, compared } = made;
      for (const { standing, severity } of compared.findings) {
        if (standing === 'new') next.findings += 1;
        next.worst = worstSeverity(next.worst, severity);
      }
      if (!isRecorded(run.configured, compared)) {
        if (compared.findings.length > 0) run.slice.unrecorded = toUnrecorded(call, verdict);
        continue;
      }
      found.push(...listUnrecorded(run, about, before));
      run.slice.unrecorded = null;
      run.slice.state.totalAssessments += 1;
      const draft = toDraft(run.configured, about, call, verdict, compared);
      assessments.push(draft);
      found.push(draft);
    }
  }
  for (const run of runs) found.push(...listUnrecorded(run, about, run.slice.standing));
  next.slices = runs.map(({ slice }) => slice);
  return { fold: next, assessments, found };
};

/** An observer at work: its own copy of where it stands, and a view of the newest calls. */
type Run = { configured: ConfiguredObserver; slice: ObserverSlice; context: ObserverContext };

const nothing: Compared = { findings: [], ended: [], telling: null };

/** Lets an observer see a call, in its own copy; answers what it says, null where it does not run. */
const runObserver = (
  { configured: { observer, trigger }, slice, context }: Run,
  call: ObservedCall,
  consecutiveErrors: number,
  stillAfterCalls: number,
): { verdict: Verdict; compared: Compared } | null => {
  const { state } = slice;
  slice.own = observer.step(slice.own, call);
  state.toolCallsSinceAssessment += 1;
  if (!isTriggered(trigger, { state, consecutiveErrors, atMs: call.atMs }) || !observer.shouldRun(slice.own, context)) return null;
  const verdict = observer.assess(slice.own, call, context);
  if (!verdict) return null;
  state.toolCallsSinceAssessment = 0;
  state.lastAssessmentTimeMs = call.atMs ?? state.lastAssessmentTimeMs;
  state.lastAssessmentCallIndex = call.index;
  if (verdict.findings.length + slice.standing.length === 0) return { verdict, compared: nothing };
  const compared = compareFindings(slice.standing, verdict.findings, call.index, stillAfterCalls);
  slice.standing = toStandingFindings(slice.standing, compared, call.index);
  return { verdict, compared };
};

/** What only stands as before, or eases, is not assessed anew, unless each run is. */
const isRecorded = ({ records }: ConfiguredObserver, { ended, telling }: Compared): boolean =>
  records === 'always' || ended.length > 0 || telling !== null;

const toUnrecorded = ({ id, index, atMs }: ObservedCall, { suggestions }: Verdict): UnrecordedRun => ({
  callId: id,
  callIndex: index,
  atMs,
  suggestions: suggestions.slice(0, 1),
});

const listUnrecorded = (
  { configured: { kind }, slice: { unrecorded } }: Run,
  { sessionId }: SessionAbout,
  standing: readonly StandingFinding[],
): Found[] =>
  unrecorded
    ? [{ sessionId, observer: kind.id, observerName: kind.name, ...unrecorded, findings: standing.map(({ finding }) => finding) }]
    : [];

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
