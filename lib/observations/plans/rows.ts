import type { ObservationState, TransitionKind } from '../../domain/observation.ts';
import type { Waste } from '../../domain/assessment.ts';
import type { TriageState } from '../triage-state.ts';

/**
 * Rows that plans read and write, the same in every engine: flags are 0 or 1, `severity` is a rank (0 critical to 4 info), `metadata`,
 * `evidence` and `before` are JSON, times are epoch milliseconds.
 */

export type WasteColumns = { wasteCalls: number | null; wasteTokens: number | null; wasteMs: number | null; wasteUsd: number | null };

export const toWasteColumns = (waste: Waste | null): WasteColumns => ({
  wasteCalls: waste?.calls ?? null,
  wasteTokens: waste?.tokens ?? null,
  wasteMs: waste?.durationMs ?? null,
  wasteUsd: waste?.costUsd ?? null,
});

/** First and last time something was seen. `timed` 0: no record has a time, so these are when it was read. */
export type SeenSpan = { firstSeenMs: number; lastSeenMs: number; timed: number };

/** What triage reads and writes of an observation: nothing that is long. */
export type TriageRow = TriageState & { sessionId: string; id: string; fingerprint: string; severity: number; project: string | null };

export type ObservationRow = TriageRow &
  SeenSpan &
  WasteColumns & {
    observer: string;
    observerName: string;
    category: string | null;
    title: string;
    content: string;
    synthetic: number;
    sourceType: string;
    sourceRef: string | null;
    metadata: string;
    /** Null: no observer of calls found it. */
    evidence: string | null;
    createdAtMs: number;
    /** When it was found that created or returned it. Its severity is the worst since. */
    openedAtMs: number;
    /** How many occurrences stand. */
    seen: number;
  };

/** A time that an observation began, by the call at which it was found. Reported ones have call 0 and a `callId` of their own. */
export type OccurrenceRow = WasteColumns & {
  sessionId: string;
  observationId: string;
  callId: string;
  fingerprint: string;
  callIndex: number;
  /** The furthest call at which it was ever found, whether that stands or not. */
  lastCallIndex: number;
  /** The last call that its evidence names, as it was found last. */
  evidenceCall: number;
  atMs: number;
  lastAtMs: number;
  timed: number;
  superseded: number;
};

/** One step of an observation's history. `before`: what an undo restores. */
export type StepRow = {
  changeId: string;
  sessionId: string;
  observationId: string;
  fingerprint: string;
  kind: TransitionKind;
  fromState: ObservationState | null;
  toState: ObservationState;
  note: string | null;
  by: string;
  atMs: number;
  callIndex: number | null;
  /** Observation that triage was carried over from or to. */
  otherId: string | null;
  before: string | null;
};
export type StoredStep = StepRow & { seq: number };

/** What a group knows of each of its observations when nothing but states changed. */
export type StateMember = { state: ObservationState; severity: number; cleared: number; version: number; changedAtMs: number };

/** What decides how a group was closed. */
export type ClosingMember = Pick<
  ObservationRow,
  'id' | 'observer' | 'state' | 'resolvedAtMs' | 'resolvedBy' | 'resolutionNote' | 'version' | 'openedAtMs'
>;

export type GroupMember = StateMember &
  ClosingMember &
  SeenSpan &
  WasteColumns &
  Pick<ObservationRow, 'sessionId' | 'project' | 'synthetic' | 'seen'>;

export type GroupTriage = Pick<
  TriageRow,
  'severity' | 'state' | 'resolvedAtMs' | 'resolvedBy' | 'resolutionNote' | 'changedAtMs' | 'cleared' | 'version'
> & {
  open: number;
  acknowledged: number;
  resolved: number;
};

/** All of a group that follows from its observations; texts are those of the newest. `projects` is a JSON list, sorted. */
export type GroupRow = GroupTriage &
  SeenSpan &
  WasteColumns &
  Pick<ObservationRow, 'fingerprint' | 'observer' | 'observerName' | 'category' | 'title' | 'content' | 'synthetic' | 'seen'> & {
    sessions: number;
    projects: string;
  };

/** An observation with what plans need beside it. `steps` ascend. */
export type KnownObservation = { row: ObservationRow; occurrences: readonly OccurrenceRow[]; steps: readonly StoredStep[] };

/** A group as it was read. `revision` differs after every write; 0: there is no such group. `members`: for those that a new observation joins. */
export type KnownGroup = { fingerprint: string; revision: number; observer: string | null; members: readonly ClosingMember[] };

export type SessionFacts = { project: string | null; synthetic: number };

/** What plans read: observations that were asked for, their groups, and which of the wanted ids are taken. */
export type KnownRows = {
  observations: readonly KnownObservation[];
  groups: readonly KnownGroup[];
  sessions: ReadonlyMap<string, SessionFacts>;
  takenIds: ReadonlySet<string>;
};

/** What an engine applies, whole or not at all: nothing where a group has another revision, or a moved row another version. */
export type ObservationPlan = {
  expected: readonly { fingerprint: string; revision: number }[];
  inserted: readonly ObservationRow[];
  /** All columns; `from` is the row as it was read. */
  saved: readonly { row: ObservationRow; from: ObservationRow }[];
  /** Columns of the state alone; `version` is one more than the stored row's. */
  moved: readonly TriageRow[];
  occurrences: readonly OccurrenceRow[];
  steps: readonly StepRow[];
};

export const emptyPlan: ObservationPlan = { expected: [], inserted: [], saved: [], moved: [], occurrences: [], steps: [] };
