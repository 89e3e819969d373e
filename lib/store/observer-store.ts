import type { Assessment, AssessmentSeverity } from '../domain/assessment.ts';
import type { Detection } from '../observations/detection.ts';
import type { CallFacts, SessionAbout, TurnEnd } from '../session/call-facts.ts';

/** Where the observers of a session stand: the last call that they saw, and their state after it. */
export type ObserverCheckpoint = { callIndex: number; callId: string; configKey: string; state: unknown };

/** Input of observers: where they stood (null: before the first call) and the calls after that, ascending, without inherited ones. */
export type ReducerWindow = {
  checkpoint: ObserverCheckpoint | null;
  about: SessionAbout;
  /** Name of the session's folder: findings that only hold within one are grouped by it. */
  folderName: string | null;
  calls: CallFacts[];
  /** Ends of turns behind the checkpoint's call and behind these, ascending. */
  turnEnds: TurnEnd[];
};

/** An assessment before it is stored. */
export type AssessmentRow = Omit<Assessment, 'sentAtMs' | 'superseded'>;

/** Result of reducing a window. `findings`: how many are active after it; `worst`: the worst severity so far. */
export type ReducerOutcome = {
  state: unknown;
  assessments: AssessmentRow[];
  /** Detections that people triage, in order; stored with the result. */
  detections: Detection[];
  findings: number;
  worst: AssessmentSeverity | null;
};

/** At most one generation of an assessment stands. */
export type AssessmentKey = Pick<Assessment, 'observer' | 'configKey' | 'callId'>;

export type ReducerResult = { assessments: AssessmentRow[]; reduced: number; /** Calls remain to reduce. */ more: boolean };

/** `version` is another one whenever what observers see of the session has changed. */
export type UnobservedSession = { sessionId: string; version: string };

export type FindingCount = { observer: string; category: string; severity: AssessmentSeverity; sessions: number; findings: number };

/** A session that owns calls, as a replay of the archive meets it. */
export type ObservableSession = { sessionId: string; title: string | null; folderName: string | null; toolCalls: number };

export interface ObserverStore {
  /**
   * Reads where the observers of a session stand and at most `limit` calls after that, gives them to `reduce` (which is pure and runs
   * in no transaction), and stores the result if its input has not changed; else reads again. Calls are given up to the last one with a result; those that wait for theirs
   * behind it come later. If a call at or before the checkpoint was added or changed since, or the checkpoint has another
   * configuration, it goes on from the last state before that; assessments from there on are marked superseded, and stand
   * again where the same are found again. Where `reduce` answers null, since the checkpoint's state is damaged, that state is dropped, and
   * it goes on from the one before. Null: there is no such session.
   */
  reduceCalls(
    sessionId: string,
    configKey: string,
    limit: number,
    reduce: (window: ReducerWindow) => ReducerOutcome | null,
  ): Promise<ReducerResult | null>;
  /** Sessions that no observers saw, that changed since, or that are to be observed again; newest first. */
  listUnobserved(limit: number): Promise<UnobservedSession[]>;
  /** How many sessions `listUnobserved` would list, and of how many observers saw all, but with another configuration than this one. */
  countToObserve(configKey: string): Promise<{ unobserved: number; outdated: number }>;
  /** Queues the outdated sessions to be observed again, and returns how many. Findings stay meanwhile. */
  markOutdatedUnobserved(configKey: string): Promise<number>;
  /** Ascending by call, then as they were made; of all, or of the `newest`, among those of some calls where they are named. */
  listAssessments(
    sessionId: string,
    options: { superseded: boolean; newest?: undefined } | { superseded: boolean; newest: number; fromCall?: number; toCall?: number },
  ): Promise<Assessment[]>;
  /** Marks assessments that stand as given to the agent; answers those that were not marked before: of several who ask, one gets each. */
  putSent(sessionId: string, keys: readonly AssessmentKey[], sentAtMs: number): Promise<AssessmentKey[]>;
  /** Those that stand of the last call at or before a call at which any observer said something, as they were made. */
  listAssessmentsOfLastCall(sessionId: string, atCall: number): Promise<Assessment[]>;
  /** The last active assessment of each observer at or before a call, in the order of their first assessments. */
  listActiveAssessments(sessionId: string, atCall: number): Promise<Assessment[]>;
  /** The checkpoint, or the newest state kept at or before a call. */
  findObserverCheckpoint(sessionId: string, atCall?: number): Promise<ObserverCheckpoint | null>;
  /** Puts the observers of a session where they once stood; assessments after that are marked superseded. */
  putObserverCheckpoint(sessionId: string, checkpoint: ObserverCheckpoint): Promise<void>;
  /** Calls after a call as observers are given them, with the ends of turns behind that call and behind these, and what they know of the session. */
  listCallFacts(
    sessionId: string,
    afterCall: number,
    limit: number,
  ): Promise<{ about: SessionAbout; calls: CallFacts[]; turnEnds: TurnEnd[] }>;
  /** Sessions that own calls, oldest first, with what their observers last found. For a replay of the archive. */
  listObservable(afterId: string | null, limit: number): Promise<ObservableSession[]>;
  /** Findings of each observer, over standing assessments: each finding of a session once, under the worst severity that it had. */
  countFindings(): Promise<FindingCount[]>;
}
