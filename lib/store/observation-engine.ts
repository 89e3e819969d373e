import type { Assessment, AssessmentSeverity } from '../domain/assessment.ts';
import type { Observation, ObservationFilter, ObservationState, ObservationView } from '../domain/observation.ts';
import type { NewDelivery, SteppedObservation } from '../observations/plans/plan-deliveries.ts';
import type { LastSteps, Unit } from '../observations/plans/plan-triage.ts';
import type { KnownRows, ObservationPlan, SessionFacts, StoredStep, TriageRow } from '../observations/plans/rows.ts';
import type { AssessmentRow, ReducerWindow, ObserverCheckpoint } from './observer-store.ts';

/** Calls that observers did not see, as they were read. */
export type StoredWindow = ReducerWindow & {
  /** Differs as soon as anything that the window was read from has changed. */
  version: string;
  session: SessionFacts;
  /** Calls remain behind this window. */
  more: boolean;
  /** Observers had seen all there was then; false while they catch up. */
  wasComplete: boolean;
  /** Call after which the output of observers is taken back; null: nothing is. */
  rewindTo: number | null;
  /** `current`: observers saw all there is; `unmarked`: so they did, but that is not recorded yet. */
  state: 'pending' | 'unmarked' | 'current';
};

/** Result of a window. `checkpoint`: where the observers are now; null: where they were. */
export type ReducedWindow = Pick<StoredWindow, 'version' | 'rewindTo' | 'more'> & {
  sessionId: string;
  configKey: string;
  checkpoint: ObserverCheckpoint | null;
  assessments: readonly AssessmentRow[];
  findings: number;
  worst: AssessmentSeverity | null;
  plan: ObservationPlan;
};

/** Which observations a plan needs. `id`: the one that a new observation would get. Reports need no occurrences. */
export type KnownRequest = {
  keys: readonly { sessionId: string; fingerprint: string; id: string }[];
  withOccurrences: boolean;
  /** Further ones of a session: those found behind a call, and `unseen`: those of which nothing stands, or `all`. */
  session?: { id: string; foundAfterCall: number | null; more: 'none' | 'unseen' | 'all' };
};

/** Assessments of an observer that stand, between two calls. */
export type SaidRequest = { observer: string; fromCall: number; toCall: number };

/** An observation or a group that matches a filter, in the version that matches. */
export type MatchingUnit = { id: string; version: number };

/**
 * Operations of an engine on observations: it reads rows, and applies plans of lib/observations/plans whole or not at all. It decides
 * nothing. An apply returns false if anything was applied in between; then everything is read again.
 */
export interface ObservationEngine {
  /** Null: there is no such session. */
  readReducerWindow(sessionId: string, configKey: string, limit: number): Promise<StoredWindow | null>;
  applyReducedWindow(window: ReducedWindow): Promise<boolean>;
  /** Drops the state that is kept behind a call, unless the session changed since `version`. */
  dropObserverState(sessionId: string, callIndex: number, version: string): Promise<void>;
  /** Records that observers saw all there is; false where the session changed since `version`. */
  markObserved(sessionId: string, configKey: string, version: string): Promise<boolean>;
  /** The number of a call, and the session that it is of; null: there is no such call. */
  readObserverPlace(
    sessionId: string,
    head: Pick<ObserverCheckpoint, 'callIndex' | 'callId'>,
  ): Promise<{ callIndex: number; version: string; session: SessionFacts | null } | null>;
  applyObserverCheckpoint(sessionId: string, head: ObserverCheckpoint, version: string, plan: ObservationPlan): Promise<boolean>;
  /** Newest first, of each request. */
  listSaid(sessionId: string, requests: readonly SaidRequest[]): Promise<Assessment[][]>;
  /** All that observers ever said at calls, whatever numbers the calls had then. */
  listEverSaid(sessionId: string, calls: readonly { observer: string; callId: string }[]): Promise<Assessment[]>;

  readKnownRows(request: KnownRequest): Promise<KnownRows>;
  /** The observer of each group that there is, by fingerprint. */
  findGroupObservers(fingerprints: readonly string[]): Promise<Map<string, string>>;
  /** In the order of the ids, without those that are not there. */
  listObservationsById(ids: readonly string[]): Promise<Observation[]>;
  applyPlan(plan: ObservationPlan): Promise<boolean>;

  /** Null for an id that names none. */
  readUnits(ids: readonly string[], isGroup: boolean): Promise<(Unit | null)[]>;
  listLastSteps(ids: readonly string[], isGroup: boolean): Promise<LastSteps>;
  /** All that match a filter, in no particular order; `resultSetHash` identifies exactly this set in these versions. */
  listMatching(
    view: ObservationView,
    filter: ObservationFilter,
    nowMs: number,
  ): Promise<{ matching: MatchingUnit[]; total: number; resultSetHash: string }>;
  /** Steps of a change with their observations, ascending. `isLast`: nothing happened to the observation since. */
  listChangeSteps(changeId: string, afterSeq: number, limit: number): Promise<{ step: StoredStep; row: TriageRow; isLast: boolean }[]>;
  /** Those in sight in one of the states, of one session or of all. */
  listInSight(states: readonly ObservationState[], sessionId: string | null, limit: number): Promise<TriageRow[]>;

  /** Up to which step each sink was queued; a sink that is new is missing. */
  readSinkPlaces(sinks: readonly string[]): Promise<{ places: Map<string, number>; latest: number }>;
  listSteps(afterSeq: number, limit: number): Promise<StoredStep[]>;
  readStepped(ids: readonly string[]): Promise<Map<string, SteppedObservation>>;
  /** Queues what is not queued yet, and moves the sink on; null where it moved meanwhile (`from` null: it was new). */
  applyDeliveries(move: { sink: string; from: number | null; to: number; deliveries: readonly NewDelivery[] }): Promise<number | null>;
}
