import type { Database } from 'better-sqlite3';
import { observations } from '../../../../db/schema.ts';
import { observationState, type Observation } from '../../../domain/observation.ts';
import { toStatus } from '../../../observations/lifecycle.ts';
import { hashId } from '../../../session/ids.ts';
import type { Changes } from '../changes.ts';
import { computeIdHash } from '../../result-set.ts';
import type { ObservationGroups } from './observation-groups.ts';
import {
  toObservation,
  toSearchText,
  type ListedObservation,
  type ObservationHead,
  type StoredGroup,
  type StoredObservation,
} from './observation-rows.ts';
import type { Change, Transitions } from './observation-transitions.ts';
import { bindByPosition, columnsOf, insertRow } from '../statements.ts';

export type Observations = ReturnType<typeof makeObservations>;

type Parts = { groups: ObservationGroups; transitions: Transitions; changes: Changes };

/** What its state carries with it, and what else changes of an observation. */
const stateColumns = `state = @state, acknowledged_at_ms = @acknowledgedAtMs, resolved_at_ms = @resolvedAtMs, resolved_by = @resolvedBy,
  resolution_note = @resolutionNote, cleared = @cleared, label = @label,
  label_at_ms = @labelAtMs, version = @version, changed_at_ms = @changedAtMs`;
const foundColumns = `title = @title, content = @content, severity = @severity, project = @project, synthetic = @synthetic, source_type = @sourceType,
  source_ref = @sourceRef, metadata = @metadata, evidence = @evidence, opened_at_ms = @openedAtMs, first_seen_ms = @firstSeenMs,
  last_seen_ms = @lastSeenMs, timed = @timed, seen = @seen, waste_calls = @wasteCalls, waste_tokens = @wasteTokens, waste_ms = @wasteMs,
  waste_usd = @wasteUsd, search_text = @searchText`;
const isRow = 'WHERE session_id = @sessionId AND id = @id';

const notOfHead = [
  'observer',
  'observerName',
  'category',
  'title',
  'content',
  'synthetic',
  'sourceType',
  'sourceRef',
  'metadata',
  'evidence',
  'createdAtMs',
  'openedAtMs',
  'firstSeenMs',
  'lastSeenMs',
  'timed',
  'seen',
  'wasteCalls',
  'wasteTokens',
  'wasteMs',
  'wasteUsd',
  'searchText',
  'idHash',
];

export const listedObservation = `${columnsOf(observations, 'o', ['searchText', 'openedAtMs', 'label', 'labelAtMs', 'idHash'])}, s.title AS sessionTitle`;
export const fromListed = 'FROM observations o LEFT JOIN sessions s ON s.id = o.session_id';

/** Rows of observations, and what every write of one takes along: its group, its history, the log of changes. */
export const makeObservations = (db: Database, { groups, transitions, changes }: Parts) => {
  const columns = columnsOf(observations, 'o');
  const headColumns = columnsOf(observations, 'o', notOfHead);
  const bySubject = db.prepare<[string, string], StoredObservation>(
    `SELECT ${columns} FROM observations o INDEXED BY observations_fingerprint WHERE session_id = ? AND fingerprint = ?`,
  );
  const byId = db.prepare<[string], StoredObservation>(`SELECT ${columns} FROM observations o INDEXED BY observations_id WHERE id = ?`);
  const head = db.prepare<[string], ObservationHead>(`SELECT ${headColumns} FROM observations o INDEXED BY observations_id WHERE id = ?`);
  const headsOfGroup = db.prepare<[string], ObservationHead>(
    `SELECT ${headColumns} FROM observations o INDEXED BY observations_group WHERE fingerprint = ? ORDER BY id`,
  );
  const unfound = db.prepare<[string], StoredObservation>(
    `SELECT ${columns} FROM observations o INDEXED BY observations_unfound WHERE session_id = ? AND seen = 0 ORDER BY id`,
  );
  const listed = db.prepare<[string], ListedObservation>(`SELECT ${listedObservation} ${fromListed} WHERE o.id = ?`);
  const fingerprintsOf = db
    .prepare<[string], string>('SELECT fingerprint FROM observations INDEXED BY observations_fingerprint WHERE session_id = ?')
    .pluck();
  const removals = ['deliveries', 'observation_transitions'].map((table) =>
    db.prepare<[string]>(`DELETE FROM ${table} WHERE observation_id IN (SELECT id FROM observations WHERE session_id = ?)`),
  );
  const rowRemovals = ['observation_sightings', 'observations'].map((table) =>
    db.prepare<[string]>(`DELETE FROM ${table} WHERE session_id = ?`),
  );
  const insert = bindByPosition(db, insertRow(observations));
  const moveRow = bindByPosition(db, `UPDATE observations SET ${stateColumns} ${isRow}`);
  const saveRow = bindByPosition(db, `UPDATE observations SET ${stateColumns}, ${foundColumns} ${isRow}`);

  return {
    find: (sessionId: string, fingerprint: string): StoredObservation | null => bySubject.get(sessionId, fingerprint) ?? null,
    findById: (id: string): StoredObservation | null => byId.get(id) ?? null,
    /** The id that is wanted, or where another one has it, one that is made of it. */
    toFreeId: (wanted: string): string => {
      let id = wanted;
      while (byId.get(id)) id = hashId(id);
      return id;
    },
    findHead: (id: string): ObservationHead | null => head.get(id) ?? null,
    listHeadsOfGroup: (fingerprint: string): ObservationHead[] => headsOfGroup.all(fingerprint),
    /** Those of a session of which no sighting stands. */
    listUnfound: (sessionId: string): StoredObservation[] => unfound.all(sessionId),
    get: (id: string): Observation | null => {
      const row = listed.get(id);
      return row ? toObservation(row) : null;
    },

    /** Removes all of sessions that are gone, and groups of which nothing is left. */
    removeOf: (sessionIds: readonly string[]): void => {
      const touched = new Set<string>();
      for (const sessionId of sessionIds) {
        const fingerprints = fingerprintsOf.all(sessionId);
        if (fingerprints.length === 0) continue;
        for (const fingerprint of fingerprints) touched.add(fingerprint);
        for (const removal of [...removals, ...rowRemovals]) removal.run(sessionId);
        changes.add('observation', sessionId);
      }
      for (const fingerprint of touched) groups.rollUp(fingerprint);
    },

    /** Writes of one transaction; `finish` brings the groups that it touched up to date, and announces it. */
    begin: () => {
      const touched = new Set<string>();
      const moved = new Set<string>();
      const sessions = new Set<string>();
      /** Whether its group is summed up at the end anyway. */
      const isSummedLater = ({ fingerprint }: StoredObservation): boolean => touched.has(fingerprint) || moved.has(fingerprint);
      return {
        /** The group as it stands, with what was written so far. */
        findGroup: (fingerprint: string): StoredGroup | null => {
          if (touched.delete(fingerprint)) groups.rollUp(fingerprint);
          else if (moved.delete(fingerprint)) groups.rollUpStates(fingerprint);
          return groups.find(fingerprint);
        },
        /** How its group was closed, with what was written so far. */
        findClosing: groups.findClosing,
        /** Answers it as it is stored. */
        insert: (row: StoredObservation, change: Change): StoredObservation => {
          const made = { ...row, searchText: toSearchText(row), idHash: computeIdHash(row.id) };
          insert(made);
          transitions.add(row, null, change);
          sessions.add(row.sessionId);
          if (isSummedLater(row) || !groups.grow(null, made)) touched.add(row.fingerprint);
          return made;
        },
        /** What was found of it; its group only grows, where nothing else changed. */
        save: (row: StoredObservation, from: StoredObservation): void => {
          const saved = { ...row, searchText: toSearchText(row) };
          if (isSame(saved, from)) return;
          saveRow(saved);
          sessions.add(row.sessionId);
          if (isSummedLater(row) || !groups.grow(from, saved)) touched.add(row.fingerprint);
        },
        /** Tells that an open one became more severe; once since it was opened, however often a replay finds it. */
        escalate: (row: StoredObservation, from: StoredObservation, change: Omit<Change, 'kind'>): void => {
          if (row.severity >= from.severity || !isOpen(from) || !isOpen(row)) return;
          const step = { ...change, kind: 'escalate' } as const;
          const opening = transitions.findOpening(row.id, Number.MAX_SAFE_INTEGER) ?? 0;
          if (transitions.has(row.id, step, opening)) return;
          transitions.add(row, from, step);
          sessions.add(row.sessionId);
        },
        /** A step of its state. */
        move: (row: ObservationHead, from: ObservationHead, change: Change): void => {
          moveRow(row);
          transitions.add(row, from, change);
          moved.add(row.fingerprint);
          sessions.add(row.sessionId);
        },
        finish: (): void => {
          for (const fingerprint of touched) groups.rollUp(fingerprint);
          for (const fingerprint of moved) if (!touched.has(fingerprint)) groups.rollUpStates(fingerprint);
          for (const sessionId of sessions) changes.add('observation', sessionId);
        },
      };
    },
  };
};

export type ObservationWrites = ReturnType<Observations['begin']>;

const isOpen = ({ state }: StoredObservation): boolean => toStatus(observationState.parse(state)) === 'open';

const isSame = (one: StoredObservation, other: StoredObservation): boolean => JSON.stringify(one) === JSON.stringify(other);
