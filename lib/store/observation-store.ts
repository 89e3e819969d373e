import type {
  Observation,
  ObservationCounts,
  ObservationFacets,
  ObservationFilter,
  ObservationGroup,
  ObservationSort,
  ObservationTransition,
  ObservationView,
  Occurrence,
} from '../domain/observation.ts';
import type { WalkablePage } from '../domain/page.ts';
import type { GroupLabel } from '../domain/precision.ts';
import type { StoredView } from '../domain/saved-view.ts';
import type { HistoryEntry, TriageCommand, TriageResult, UndoResult } from '../domain/triage.ts';
import type { ReportedObservation } from '../observations/detection.ts';
import type { Closed } from '../observations/lifecycle.ts';

/** A list's place and size. `sort` by severity puts the newest first within one, by anything else the most severe. */
export type ObservationQuery = {
  filter: ObservationFilter;
  sort: ObservationSort;
  descending: boolean;
  cursor: string | null;
  limit: number;
  /** Time from which ages are counted. */
  nowMs: number;
};

/** `zoneMinutes`: how far the asker's clock is ahead of UTC, for the days of groups. */
export type GroupQuery = ObservationQuery & { zoneMinutes: number };

/** With counts over all that match; `resultSetHash` changes as soon as other items match. */
export type ResultSetPage<Item> = WalkablePage<Item> & { resultSetHash: string; counts: ObservationCounts };

/** Whose history: of one observation, or of a group. */
export type HistoryOf = { observationId: string } | { fingerprint: string };

/** Result of a report. `unchanged`: everything was known. */
export type ReportResult = { observation: Observation; fate: 'created' | 'updated' | 'unchanged' };

/** An acknowledged or resolved observation. `isWithdrawn`: by its observer, which detected it no more. */
export type HandledObservation = Pick<Observation, 'id' | 'state' | 'acknowledgedAtMs'> & {
  resolvedAtMs: number | null;
  isWithdrawn: boolean;
};

/** `closedGroups`: those of which every observation is resolved, with the newest resolution. */
export type Handled = { observations: HandledObservation[]; closedGroups: (Closed & { fingerprint: string })[] };

export type OpenObservations = { observations: Observation[]; counts: ObservationCounts };

export interface ObservationStore {
  /**
   * Adds reports, in order; the same fingerprint and session again is another occurrence. A status that is given (an import)
   * holds where the observation is new or the given version of it is younger. Returns each as it is after all of them. Up to 100 are
   * stored all or nothing. More are stored in transactions of at most 500, between which others read and write; if one fails, those
   * before it stay, and the message and `details.stored` say how many they are.
   */
  putObservations(reported: readonly ReportedObservation[], by: string, changeId: string): Promise<ReportResult[]>;
  /** Walked both ways. */
  listObservations(query: ObservationQuery): Promise<ResultSetPage<Observation>>;
  /**
   * Those of a session that are open or regressed, the most severe first, of those the regressed ones, then the newest, at most `maxOfObserver` of each observer, by its name;
   * and how many there are of all. Reads no other session's: for a process that asks once.
   */
  listOpenObservations(sessionId: string, maxOfObserver: number, limit: number): Promise<OpenObservations>;
  listObservationGroups(query: GroupQuery): Promise<ResultSetPage<ObservationGroup>>;
  /** Facets of each filter, by its name, all from one moment, so that they can be compared. */
  observationFacets<Name extends string>(
    filters: Readonly<Record<Name, ObservationFilter>>,
    view: ObservationView,
    nowMs: number,
  ): Promise<Record<Name, ObservationFacets>>;
  /** Ids of observations, or fingerprints of groups, that begin with a text, ascending; archived ones included. */
  listObservationIds(of: 'observations' | 'groups', start: string, limit: number): Promise<string[]>;
  findObservation(id: string): Promise<Observation | null>;
  findObservationGroup(fingerprint: string, nowMs: number, zoneMinutes: number): Promise<ObservationGroup | null>;
  /** Each time that it began, newest first; none of an observation that is not there. */
  listOccurrences(observationId: string, limit: number): Promise<Occurrence[]>;
  /** Newest first. Changes by one request are one entry; if they only created observations, just the first of the group is listed. */
  listHistory(of: HistoryOf, limit: number): Promise<HistoryEntry[]>;
  /**
   * Carries an action out on all of its target in one transaction, by the table of lib/observations/lifecycle.ts. Fails with `conflict`,
   * and changes nothing, where a version or the total is not what was expected; `details.changed` holds the current state. Unknown ids fail
   * with `not_found`. If more than 10,000 match a filter, each transaction takes 2,000, and changes by others may come in between.
   */
  triage(command: TriageCommand): Promise<TriageResult>;
  /** Takes back what one request changed, as far as nothing changed it since, 10,000 in a transaction. */
  undoTriage(changeId: string, by: string, atMs: number): Promise<UndoResult>;
  /** Archives resolved observations (of one session, if named), 2,000 per transaction, all as one change; returns how many. */
  clearResolved(sessionId: string | null, by: string, atMs: number, changeId: string): Promise<number>;
  /** Groups that triage calls fixed or a false positive, by people's and agents' own resolutions; not by what followed from them. */
  listLabels(): Promise<GroupLabel[]>;
  listHandled(): Promise<Handled>;
  /** Observations that their observers no longer find, of those that they gave up at a time or after it. */
  countNoLongerFound(sinceMs: number): Promise<number>;
  /** Views of observations and of sessions, by name. */
  listSavedViews(): Promise<StoredView[]>;
  /** Replaces what has the id. Saves nothing where another has the name, whatever its case, or there are as many as may be. */
  putSavedView(view: StoredView & { shown: NonNullable<StoredView['shown']> }): Promise<'saved' | 'taken' | 'full'>;
  /** False: there is none. */
  deleteSavedView(id: string): Promise<boolean>;
  /** Transitions after one, ascending. */
  listTransitions(afterSeq: number, limit: number): Promise<ObservationTransition[]>;
}
