import type { Database } from 'better-sqlite3';
import { observations } from '../../../../db/schema.ts';
import type { Observation, ObservationState } from '../../../domain/observation.ts';
import type { GroupChange } from '../../../observations/plans/grow-group.ts';
import type { ObservationPlan, TriageRow } from '../../../observations/plans/rows.ts';
import { computeIdHash } from '../../result-set.ts';
import type { Changes } from '../changes.ts';
import type { ObservationGroups } from './observation-groups.ts';
import { toObservation, toSearchText, type ListedObservation, type StoredObservation } from './observation-rows.ts';
import type { Detections } from './observation-detections.ts';
import type { Transitions } from './observation-transitions.ts';
import { bindByPosition, columnsOf, insertRow } from '../statements.ts';

export type Observations = ReturnType<typeof makeObservations>;

type Parts = { groups: ObservationGroups; detections: Detections; transitions: Transitions; changes: Changes };

/** Columns that change with the state of an observation, and its other columns that change. */
const stateColumns = `state = @state, acknowledged_at_ms = @acknowledgedAtMs, resolved_at_ms = @resolvedAtMs, resolved_by = @resolvedBy,
  resolution_note = @resolutionNote, cleared = @cleared, label = @label,
  label_at_ms = @labelAtMs, version = @version, changed_at_ms = @changedAtMs`;
const foundColumns = `title = @title, content = @content, severity = @severity, project = @project, synthetic = @synthetic, source_type = @sourceType,
  source_ref = @sourceRef, metadata = @metadata, evidence = @evidence, opened_at_ms = @openedAtMs, first_seen_ms = @firstSeenMs,
  last_seen_ms = @lastSeenMs, timed = @timed, seen = @seen, waste_calls = @wasteCalls, waste_tokens = @wasteTokens, waste_ms = @wasteMs,
  waste_usd = @wasteUsd, search_text = @searchText`;
const isRow = 'WHERE session_id = @sessionId AND id = @id';

const triageColumns = `o.session_id AS sessionId, o.id, o.fingerprint, o.severity, o.state, o.project, o.acknowledged_at_ms AS acknowledgedAtMs,
  o.resolved_at_ms AS resolvedAtMs, o.resolved_by AS resolvedBy, o.resolution_note AS resolutionNote, o.changed_at_ms AS changedAtMs, o.cleared,
  o.label, o.label_at_ms AS labelAtMs, o.version`;

export const listedObservation = `${columnsOf(observations, 'o', ['searchText', 'openedAtMs', 'label', 'labelAtMs', 'idHash'])}, s.title AS sessionTitle`;
export const fromListed = 'FROM observations o LEFT JOIN sessions s ON s.id = o.session_id';

/** Rows of observations; every write takes along their groups, their history and the log of changes. */
export const makeObservations = (db: Database, { groups, detections, transitions, changes }: Parts) => {
  const columns = columnsOf(observations, 'o');
  const byFingerprint = db.prepare<[string, string], StoredObservation>(
    `SELECT ${columns} FROM observations o INDEXED BY observations_fingerprint WHERE session_id = ? AND fingerprint = ?`,
  );
  const byId = db.prepare<[string], StoredObservation>(`SELECT ${columns} FROM observations o INDEXED BY observations_id WHERE id = ?`);
  const exists = db.prepare<[string], number>('SELECT 1 FROM observations INDEXED BY observations_id WHERE id = ?').pluck();
  const triageRow = db.prepare<[string], TriageRow>(`SELECT ${triageColumns} FROM observations o INDEXED BY observations_id WHERE id = ?`);
  const triageRowsOfGroup = db.prepare<[string], TriageRow>(
    `SELECT ${triageColumns} FROM observations o INDEXED BY observations_group WHERE fingerprint = ? ORDER BY id`,
  );
  const inSight = db.prepare<[{ states: string; sessionId: string | null; limit: number }], TriageRow>(
    `SELECT ${triageColumns} FROM observations o WHERE cleared = 0 AND state IN (SELECT value FROM json_each(@states))
      AND (@sessionId IS NULL OR session_id = @sessionId) ORDER BY id LIMIT @limit`,
  );
  const unseen = db.prepare<[string], StoredObservation>(
    `SELECT ${columns} FROM observations o INDEXED BY observations_unfound WHERE session_id = ? AND seen = 0 ORDER BY id`,
  );
  const ofSession = db.prepare<[string], StoredObservation>(
    `SELECT ${columns} FROM observations o INDEXED BY observations_fingerprint WHERE session_id = ?`,
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
  const moveRow = bindByPosition(db, `UPDATE observations SET ${stateColumns} ${isRow} AND version = @version - 1`);
  const saveRow = bindByPosition(db, `UPDATE observations SET ${stateColumns}, ${foundColumns} ${isRow}`);

  const setProject = db.prepare<[{ project: string | null; searchText: string; sessionId: string; id: string }]>(
    `UPDATE observations SET project = @project, search_text = @searchText ${isRow}`,
  );
  const projectOf = db.prepare<[string], string | null>('SELECT project FROM sessions WHERE id = ?').pluck();

  return {
    find: (sessionId: string, fingerprint: string): StoredObservation | null => byFingerprint.get(sessionId, fingerprint) ?? null,
    findById: (id: string): StoredObservation | null => byId.get(id) ?? null,
    has: (id: string): boolean => exists.get(id) !== undefined,
    findTriageRow: (id: string): TriageRow | null => triageRow.get(id) ?? null,
    listTriageRows: (fingerprint: string): TriageRow[] => triageRowsOfGroup.all(fingerprint),
    /** By id. */
    listInSight: (states: readonly ObservationState[], sessionId: string | null, limit: number): TriageRow[] =>
      inSight.all({ states: JSON.stringify(states), sessionId, limit }),
    /** Those of a session of which no occurrence stands. */
    listUnseen: (sessionId: string): StoredObservation[] => unseen.all(sessionId),
    listOf: (sessionId: string): StoredObservation[] => ofSession.all(sessionId),
    get: (id: string): Observation | null => {
      const row = listed.get(id);
      return row ? toObservation(row) : null;
    },

    /** Removes all of sessions that are gone, and groups of which nothing is left. */
    removeOf: (sessionIds: readonly string[]): void => {
      const revision = changes.latest() + 1;
      const touched = new Set<string>();
      for (const sessionId of sessionIds) {
        const fingerprints = fingerprintsOf.all(sessionId);
        if (fingerprints.length === 0) continue;
        for (const fingerprint of fingerprints) touched.add(fingerprint);
        for (const removal of [...removals, ...rowRemovals]) removal.run(sessionId);
        changes.add('observation', sessionId);
      }
      for (const fingerprint of touched) groups.derive(fingerprint, revision);
    },

    /** After the projects of sessions got other names, or sessions came into other projects. */
    moveProjects: (sessionIds: readonly string[]): void => {
      const revision = changes.latest() + 1;
      const touched = new Set<string>();
      for (const sessionId of sessionIds) {
        const project = projectOf.get(sessionId) ?? null;
        const moved = ofSession.all(sessionId).filter((row) => row.project !== project);
        for (const row of moved) {
          setProject.run({ project, searchText: toSearchText({ ...row, project }), sessionId, id: row.id });
          touched.add(row.fingerprint);
        }
        if (moved.length > 0) changes.add('observation', sessionId);
      }
      for (const fingerprint of touched) groups.derive(fingerprint, revision);
    },

    /**
     * Writes a plan. False where what it was made of has changed since: then the transaction must be rolled back, since part of it may
     * have been written.
     */
    apply: (plan: ObservationPlan): boolean => {
      if (plan.expected.some(({ fingerprint, revision }) => groups.findRevision(fingerprint) !== revision)) return false;
      const revision = changes.latest() + 1;
      const [sessions, moved] = [new Set<string>(), new Set<string>()];
      const grown = new Map<string, GroupChange[]>();
      const grow = (change: GroupChange): void => {
        const { fingerprint, sessionId } = change.to;
        const known = grown.get(fingerprint);
        if (known) known.push(change);
        else grown.set(fingerprint, [change]);
        sessions.add(sessionId);
      };
      for (const row of plan.inserted) {
        insert({ ...row, searchText: toSearchText(row), idHash: computeIdHash(row.id) });
        grow({ from: null, to: row });
      }
      for (const { row, from } of plan.saved) {
        saveRow({ ...row, searchText: toSearchText(row) });
        grow({ from, to: row });
      }
      for (const row of plan.moved) {
        if (moveRow(row).changes !== 1) return false;
        moved.add(row.fingerprint);
        sessions.add(row.sessionId);
      }
      for (const row of plan.occurrences) detections.put(row);
      for (const step of plan.steps) {
        transitions.add(step);
        sessions.add(step.sessionId);
      }
      for (const [fingerprint, changed] of grown) {
        if (moved.has(fingerprint)) groups.derive(fingerprint, revision);
        else groups.grow(fingerprint, changed, revision);
      }
      for (const fingerprint of moved) if (!grown.has(fingerprint)) groups.deriveStates(fingerprint, revision);
      for (const sessionId of sessions) changes.add('observation', sessionId);
      return true;
    },
  };
};
