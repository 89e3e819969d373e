import type { Database } from 'better-sqlite3';
import { observationGroups } from '../../../../db/schema.ts';
import { deriveGroup, deriveGroupTriage, growGroup } from '../../../observations/plans/derive-group.ts';
import type { ClosingMember, GroupMember, GroupRow, KnownGroup, ObservationRow, StateMember } from '../../../observations/plans/rows.ts';
import { computeIdHash } from '../../result-set.ts';
import { toSearchText, type StoredGroup, type StoredObservation } from './observation-rows.ts';
import { parseStrings } from '../json.ts';
import { bindByPosition, columnsOf, upsert } from '../statements.ts';

export type ObservationGroups = ReturnType<typeof makeObservationGroups>;

type Newest = Pick<StoredObservation, 'observer' | 'observerName' | 'category' | 'title' | 'content' | 'sourceRef'>;

const stateColumns = 'state, severity, cleared, version, changed_at_ms AS changedAtMs';
const closingColumns = `id, observer, state, resolved_at_ms AS resolvedAtMs, resolved_by AS resolvedBy, resolution_note AS resolutionNote, version,
  opened_at_ms AS openedAtMs`;
const memberColumns = `${closingColumns}, severity, cleared, changed_at_ms AS changedAtMs, session_id AS sessionId, project, synthetic, seen,
  first_seen_ms AS firstSeenMs, last_seen_ms AS lastSeenMs, timed, waste_calls AS wasteCalls, waste_tokens AS wasteTokens, waste_ms AS wasteMs,
  waste_usd AS wasteUsd`;
const ofGroup = 'FROM observations INDEXED BY observations_group WHERE fingerprint = ?';

/** Groups of observations: rows derived from those of a fingerprint. */
export const makeObservationGroups = (db: Database) => {
  const listMembers = db.prepare<[string], GroupMember>(`SELECT ${memberColumns} ${ofGroup}`);
  const listStates = db.prepare<[string], StateMember>(`SELECT ${stateColumns} ${ofGroup}`);
  const listClosings = db.prepare<[string], ClosingMember>(`SELECT ${closingColumns} ${ofGroup}`);
  const findNewest = db.prepare<[string], Newest>(
    `SELECT observer, observer_name AS observerName, category, title, content, source_ref AS sourceRef
    FROM observations INDEXED BY observations_id WHERE id = ?`,
  );
  const putState = bindByPosition(
    db,
    `UPDATE observation_groups SET severity = @severity, state = @state, open = @open, acknowledged = @acknowledged, resolved = @resolved,
    resolved_at_ms = @resolvedAtMs, resolved_by = @resolvedBy, resolution_note = @resolutionNote, changed_at_ms = @changedAtMs,
    cleared = @cleared, version = @version, revision = @revision WHERE fingerprint = @fingerprint`,
  );
  const find = db.prepare<[string], StoredGroup>(
    `SELECT ${columnsOf(observationGroups, 'g')} FROM observation_groups g WHERE fingerprint = ?`,
  );
  const known = db.prepare<[string], { revision: number; observer: string }>(
    'SELECT revision, observer FROM observation_groups WHERE fingerprint = ?',
  );
  const put = bindByPosition(db, upsert(observationGroups, ['fingerprint']));
  const remove = db.prepare<[string]>('DELETE FROM observation_groups WHERE fingerprint = ?');

  /** Derives a group anew; one without observations goes. */
  const derive = (fingerprint: string, revision: number): void => {
    const derived = deriveGroup(listMembers.all(fingerprint));
    const newest = derived && findNewest.get(derived.newestId);
    if (!derived || !newest) {
      remove.run(fingerprint);
      return;
    }
    const { sourceRef, ...named } = newest;
    const row: GroupRow = { ...derived.sums, ...named, fingerprint };
    put({ ...row, searchText: toGroupText(row, sourceRef), idHash: computeIdHash(fingerprint), revision });
  };

  return {
    find: (fingerprint: string): StoredGroup | null => find.get(fingerprint) ?? null,
    findObserver: (fingerprint: string): string | null => known.get(fingerprint)?.observer ?? null,
    findRevision: (fingerprint: string): number => known.get(fingerprint)?.revision ?? 0,
    /** `withMembers`: how each of its observations was closed, too. */
    findKnown: (fingerprint: string, withMembers: boolean): KnownGroup => {
      const group = known.get(fingerprint);
      return {
        fingerprint,
        revision: group?.revision ?? 0,
        observer: group?.observer ?? null,
        members: group && withMembers ? listClosings.all(fingerprint) : [],
      };
    },
    derive,
    /** Where nothing but states of its observations changed. */
    deriveStates: (fingerprint: string, revision: number): void => {
      putState({ ...deriveGroupTriage(listStates.all(fingerprint), () => listClosings.all(fingerprint)), fingerprint, revision });
    },
    /** After one of its observations was found; without a look at the others, where that is enough. */
    grow: (from: ObservationRow | null, to: ObservationRow, revision: number): void => {
      const group = find.get(to.fingerprint);
      const grown = group && growGroup(group, from, to, parseStrings(group.projects));
      if (!grown) derive(to.fingerprint, revision);
      else {
        const isNewest = to.lastSeenMs > group.lastSeenMs;
        put({ ...grown, searchText: isNewest ? toGroupText(grown, to.sourceRef) : group.searchText, idHash: group.idHash, revision });
      }
    },
  };
};

const toGroupText = (group: GroupRow, sourceRef: string | null): string =>
  toSearchText({ ...group, project: parseStrings(group.projects).join('\n'), sourceRef });
