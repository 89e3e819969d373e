import type { ObservationState, TransitionKind } from '../../domain/observation.ts';
import type { Waste } from '../../domain/assessment.ts';
import type { TriageState } from '../triage-state.ts';

/**
 * Rows that plans read and write, independent of the engine: flags are 0 or 1, `severity` is a rank (0 critical to 4 info), `metadata`,
 * `evidence` and `before` are JSON, times are epoch milliseconds.
 */

export type WasteColumns = { wasteCalls: number | null; wasteTokens: number | null; wasteMs: number | null; wasteUsd: number | null };

export const toWasteColumns = (waste: Waste | null): WasteColumns => ({
  wasteCalls: waste?.calls ?? null,
  wasteTokens: waste?.tokens ?? null,
  wasteMs: waste?.durationMs ?? null,
  wasteUsd: waste?.costUsd ?? null,
});

/** First and last seen. `timed` 0: no record has a time, so these are read times. */
export type SeenSpan = { firstSeenMs: number; lastSeenMs: number; timed: number };

/** Columns of an observation for triage, without long texts. */
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
    /** Null if it was reported, not detected. */
    evidence: string | null;
    createdAtMs: number;
    /** When it was created or last returned. Its severity is the highest since. */
    openedAtMs: number;
    /** Number of active occurrences. */
    seen: number;
  };

/** An occurrence, identified by its first call. Reported ones have call 0 and a generated `callId`. */
export type OccurrenceRow = WasteColumns & {
  sessionId: string;
  observationId: string;
  callId: string;
  fingerprint: string;
  callIndex: number;
  /** The last call with a detection, active or not. */
  lastCallIndex: number;
  /** Last evidence call of the last detection. */
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

/** Columns of a group's observations that matter when only states changed. */
export type StateMember = { state: ObservationState; severity: number; cleared: number; version: number; changedAtMs: number };

/** Fields that decide how a group was closed. */
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

/** Derived columns of a group; texts are those of the newest, by `timed`, `lastSeenMs` and `id`. `projects` is a sorted JSON list. */
export type GroupRow = GroupTriage &
  SeenSpan &
  WasteColumns &
  Pick<ObservationRow, 'fingerprint' | 'observer' | 'observerName' | 'category' | 'title' | 'content' | 'synthetic' | 'seen'> & {
    sessions: number;
    projects: string;
  };

/**
 * An observation with related rows that plans need. `steps` ascend. Reports only add occurrences: none are read for them, and
 * `isOpeningTimed` says whether the occurrence that opened it has a recorded time.
 */
export type KnownObservation = {
  row: ObservationRow;
  occurrences: readonly OccurrenceRow[];
  isOpeningTimed: boolean;
  steps: readonly StoredStep[];
};

/** Observations of a group that were not read: their last resolution, and when the first of those that are not resolved was opened. */
export type OtherMembers = { lastResolution: ClosingMember | null; firstOpenedAtMs: number | null };

/** A group as read. `revision` changes with every write; 0 if there is no group. `others` is only read for groups that gain one. */
export type KnownGroup = { fingerprint: string; revision: number; observer: string | null; others: OtherMembers };

export const noOthers: OtherMembers = { lastResolution: null, firstOpenedAtMs: null };

export type SessionFacts = { project: string | null; folderName: string | null; synthetic: number };

/** Input of a plan: observations, their groups, and which requested ids are taken. */
export type KnownRows = {
  observations: readonly KnownObservation[];
  groups: readonly KnownGroup[];
  sessions: ReadonlyMap<string, SessionFacts>;
  takenIds: ReadonlySet<string>;
};

/** Changes that an engine applies in one transaction: none if a group has another revision, or a moved row another version. */
export type ObservationPlan = {
  expected: readonly { fingerprint: string; revision: number }[];
  inserted: readonly ObservationRow[];
  /** All columns; `from` is the row as it was read. */
  saved: readonly { row: ObservationRow; from: ObservationRow }[];
  /** State columns only; `version` is the stored version plus one. */
  moved: readonly TriageRow[];
  occurrences: readonly OccurrenceRow[];
  steps: readonly StepRow[];
};

export const emptyPlan: ObservationPlan = { expected: [], inserted: [], saved: [], moved: [], occurrences: [], steps: [] };
