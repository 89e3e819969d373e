import type { AssessmentSeverity } from '../domain/assessment.ts';
import type { CallFacts, SessionAbout, TurnEnd } from '../session/call-facts.ts';
import { makeContext } from './context.ts';
import { observeCall } from './observe-call.ts';
import type { ObservedCall } from './observed-call.ts';
import { maxRecentCalls, type ObserverContext, type ObserverKind, type ObserverState, type Verdict } from './observer.ts';
import type { AssessmentDraft, ConfiguredObserver, ObserverSet } from './observer-set.ts';
import { pushRecent } from './recent.ts';
import { worstSeverity } from '../session/severity.ts';
import {
  compareFindings,
  toEndedFindings,
  toStandingFindings,
  type Compared,
  type EndedFinding,
  type StandingFinding,
} from './standing.ts';
import { isTriggered } from './trigger.ts';

export type { StandingFinding };

/** A run that found what stood before, as it stands now, and was not recorded; of its suggestions the first. */
export type UnrecordedRun = Pick<AssessmentDraft, 'callId' | 'callIndex' | 'atMs' | 'suggestions'>;

/** One observer's part of the reducer state. `unrecorded`: the run that produced `standing`; null if an assessment records it. */
export type ObserverSlice = {
  key: string;
  state: ObserverState;
  own: unknown;
  standing: StandingFinding[];
  /** Findings that ended lately and may go on. */
  ended: EndedFinding[];
  unrecorded: UnrecordedRun | null;
};

/** Findings of an observer at a call. */
export type Found = Pick<
  AssessmentDraft,
  'sessionId' | 'observer' | 'observerName' | 'callId' | 'callIndex' | 'atMs' | 'suggestions' | 'findings'
>;

/** Where the observers of a session stand: plain JSON, within the budgets of the observers (`computeMaxSnapshotBytes`). */
export type ReducerState = {
  calls: number;
  consecutiveErrors: number;
  /** Number of the last call behind which the end of a turn was seen; 0: none was. */
  endedAt: number;
  /** The newest calls, oldest first; older ones keep only what identifies them. */
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
  ended: [],
  unrecorded: null,
});

/** The state before the first call. */
export const startReducer = (set: ObserverSet, about: SessionAbout): ReducerState => ({
  calls: 0,
  consecutiveErrors: 0,
  endedAt: 0,
  recent: [],
  slices: set.observers.map((configured) => startSlice(configured, about)),
  findings: 0,
  worst: null,
});

/**
 * Gives calls and ends of turns to the observers, one by one: an end right after its call, or first of all where the call was seen
 * before. An end that was seen is passed over. Any split comes to the same. Nothing that is given is changed. `found`: what
 * was recorded and, before something else was and at the end, how far what stood had come.
 */
export const reduceCalls = (
  set: ObserverSet,
  about: SessionAbout,
  before: ReducerState,
  calls: readonly CallFacts[],
  turnEnds: readonly TurnEnd[] = [],
): { state: ReducerState; assessments: AssessmentDraft[]; found: Found[] } => {
  const assessments: AssessmentDraft[] = [];
  const found: Found[] = [];
  const next: ReducerState = { ...before, recent: [...before.recent], slices: [] };
  // Copies, that may be changed below.
  const runs = set.observers.map((configured): Run => {
    const slice = before.slices.find(({ key }) => key === configured.key) ?? startSlice(configured, about);
    const state = { ...slice.state };
    return { configured, slice: { ...slice, state }, context: makeContext(state, next.recent) };
  });
  const look = (call: ObservedCall, end: TurnEnd | null): void => {
    for (const run of runs) {
      const before = run.slice.standing;
      const made = runObserver(run, call, end, { consecutiveErrors: next.consecutiveErrors, stillAfterCalls: set.stillAfterCalls });
      if (!made) continue;
      const { compared } = made;
      for (const { standing, severity } of compared.findings) {
        if (standing === 'new') next.findings += 1;
        next.worst = worstSeverity(next.worst, severity);
      }
      if (!isRecorded(run.configured, compared)) {
        if (compared.findings.length > 0) run.slice.unrecorded = toUnrecorded(call, made);
        continue;
      }
      found.push(...listUnrecorded(run, about, before));
      run.slice.unrecorded = null;
      run.slice.state.totalAssessments += 1;
      const draft = toDraft(run.configured, about, call, made);
      assessments.push(draft);
      found.push(draft);
    }
  };
  const endOf = new Map(turnEnds.map((end) => [end.callIndex, end]));
  const endTurn = (call: ObservedCall | undefined): void => {
    const end = call && call.index > next.endedAt ? endOf.get(call.index) : undefined;
    if (!call || !end) return;
    next.endedAt = end.callIndex;
    look(call, end);
  };
  endTurn(next.recent.at(-1));
  for (const facts of calls) {
    const call = observeCall(facts, about, next.recent.at(-1));
    next.calls += 1;
    next.consecutiveErrors = call.outcome === 'error' ? next.consecutiveErrors + 1 : 0;
    pushRecent(next.recent, call, maxRecentCalls);
    look(call, null);
    endTurn(call);
  }
  for (const run of runs) found.push(...listUnrecorded(run, about, run.slice.standing));
  next.slices = runs.map(({ slice }) => slice);
  return { state: next, assessments, found };
};

/** An observer at work: its own copy of where it stands, and a view of the newest calls. */
type Run = { configured: ConfiguredObserver; slice: ObserverSlice; context: ObserverContext };

/** An observer's verdict at a call, compared with the findings active before. */
type Said = { verdict: Verdict; suggestions: readonly string[]; end: TurnEnd | null; compared: Compared };

const nothing: Compared = { findings: [], ended: [], telling: null, resumes: false };

/** Suggestions of a verdict: its own, else those of the categories found, each once. */
const toSuggestions = ({ categories }: ObserverKind, { suggestions, findings }: Verdict): readonly string[] =>
  suggestions ?? (findings.length === 0 ? [] : [...new Set(findings.flatMap(({ category }) => categories[category]?.suggestions ?? []))]);

/** Lets an observer see a call, or the end of its turn, in its own copy; returns its verdict, null if it does not run or has nothing to record. */
const runObserver = (
  { configured: { kind, observer, trigger, records }, slice, context: ofCall }: Run,
  call: ObservedCall,
  end: TurnEnd | null,
  { consecutiveErrors, stillAfterCalls }: { consecutiveErrors: number; stillAfterCalls: number },
): Said | null => {
  const { state } = slice;
  if (end) slice.own = observer.endTurn?.(slice.own, end, call) ?? slice.own;
  else {
    slice.own = observer.step(slice.own, call);
    state.toolCallsSinceAssessment += 1;
  }
  const context = end ? { ...ofCall, turnEnd: end } : ofCall;
  const { atMs } = end ?? call;
  const isDue = isTriggered(trigger, { state, consecutiveErrors, atMs, isTurnEnd: end !== null });
  if (!isDue || !observer.shouldRun(slice.own, context)) return null;
  const verdict = observer.assess(slice.own, call, context);
  if (!verdict) return null;
  state.toolCallsSinceAssessment = 0;
  state.lastAssessmentTimeMs = atMs ?? state.lastAssessmentTimeMs;
  state.lastAssessmentCallIndex = call.index;
  const isQuiet = verdict.findings.length + slice.standing.length === 0;
  if (isQuiet && records === 'changes') return null;
  const suggestions = toSuggestions(kind, verdict);
  if (isQuiet) return { verdict, suggestions, end, compared: nothing };
  const found = verdict.findings.map((finding) => ({ ...finding, subjectScope: kind.categories[finding.category]?.subjectScope }));
  const { standing, ended } = slice;
  const compared = compareFindings(standing, ended, found, call.index, stillAfterCalls);
  slice.standing = toStandingFindings(standing, ended, compared, call.index);
  slice.ended = toEndedFindings(ended, standing, compared, call.index);
  return { verdict, suggestions, end, compared };
};

/** Findings that only stand as before, or ease, are not recorded anew, unless each run is. */
const isRecorded = ({ records }: ConfiguredObserver, { ended, telling, resumes }: Compared): boolean =>
  records === 'always' || ended.length > 0 || telling !== null || resumes;

const toUnrecorded = (call: ObservedCall, { suggestions, end }: Said): UnrecordedRun => ({
  callId: call.id,
  callIndex: call.index,
  atMs: (end ?? call).atMs,
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
  { verdict: { severity, summary }, suggestions, end, compared: { findings, ended, telling } }: Said,
): AssessmentDraft => ({
  sessionId,
  observer: kind.id,
  observerName: kind.name,
  version: kind.version,
  configKey: key,
  callId: call.id,
  callIndex: call.index,
  answerId: end?.answerId ?? null,
  atMs: (end ?? call).atMs,
  severity,
  summary,
  findings,
  ended,
  suggestions: [...suggestions],
  telling,
});
