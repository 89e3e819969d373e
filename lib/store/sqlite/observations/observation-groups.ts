import type { Database } from 'better-sqlite3';
import { observationGroups } from '../../../../db/schema.ts';
import { deriveGroup, deriveGroupTriage, type GroupSums } from '../../../observations/plans/derive-group.ts';
import { growGroup, type GroupChange } from '../../../observations/plans/grow-group.ts';
import {
  noOthers,
  type ClosingMember,
  type GroupMember,
  type KnownGroup,
  type OtherMembers,
  type StateMember,
} from '../../../observations/plans/rows.ts';
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
  const listResolutions = db.prepare<[string], ClosingMember>(
    `SELECT ${closingColumns} FROM observations INDEXED BY observations_resolved WHERE fingerprint = ? AND resolved_at_ms IS NOT NULL
    ORDER BY state = 'stale' AND resolved_by IS observer, resolved_at_ms DESC, version DESC, id`,
  );
  const listOpenings = db.prepare<[string], { id: string; openedAtMs: number }>(
    `SELECT id, opened_at_ms AS openedAtMs FROM observations INDEXED BY observations_unresolved
    WHERE fingerprint = ? AND state IN ('open', 'regressed', 'acknowledged') ORDER BY opened_at_ms, id`,
  );
  const findNewest = db.prepare<[string], Newest>(
    `SELECT observer, observer_name AS observerName, category, title, content, source_ref AS sourceRef
    ${ofGroup} ORDER BY timed DESC, last_seen_ms DESC, id DESC LIMIT 1`,
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

  const write = (fingerprint: string, sums: GroupSums | null, revision: number): void => {
    const newest = sums && findNewest.get(fingerprint);
    if (!newest) {
      remove.run(fingerprint);
      return;
    }
    const { sourceRef, ...named } = newest;
    const searchText = toSearchText({ ...named, project: parseStrings(sums.projects).join('\n'), sourceRef });
    put({ ...sums, ...named, fingerprint, searchText, idHash: computeIdHash(fingerprint), revision });
  };
  /** Derives a group anew; one without observations goes. */
  const derive = (fingerprint: string, revision: number): void => {
    write(fingerprint, deriveGroup(listMembers.all(fingerprint)), revision);
  };
  const findLast = (fingerprint: string, besides: ReadonlySet<string>): ClosingMember | null =>
    findFirst(listResolutions.iterate(fingerprint), besides);
  const findOthers = (fingerprint: string, besides: ReadonlySet<string>): OtherMembers => ({
    lastResolution: findLast(fingerprint, besides),
    firstOpenedAtMs: findFirst(listOpenings.iterate(fingerprint), besides)?.openedAtMs ?? null,
  });

  return {
    find: (fingerprint: string): StoredGroup | null => find.get(fingerprint) ?? null,
    findObserver: (fingerprint: string): string | null => known.get(fingerprint)?.observer ?? null,
    findRevision: (fingerprint: string): number => known.get(fingerprint)?.revision ?? 0,
    /** `besides`: its observations that are read; null: the others do not matter. */
    findKnown: (fingerprint: string, besides: ReadonlySet<string> | null): KnownGroup => {
      const group = known.get(fingerprint);
      return {
        fingerprint,
        revision: group?.revision ?? 0,
        observer: group?.observer ?? null,
        others: group && besides ? findOthers(fingerprint, besides) : noOthers,
      };
    },
    derive,
    /** Where nothing but states of its observations changed. */
    deriveStates: (fingerprint: string, revision: number): void => {
      putState({ ...deriveGroupTriage(listStates.all(fingerprint), () => findLast(fingerprint, none)), fingerprint, revision });
    },
    /** After some of its observations were found; without a look at the others, where that is enough. */
    grow: (fingerprint: string, changes: readonly GroupChange[], revision: number): void => {
      const group = find.get(fingerprint);
      const grown = group ? growGroup(group, changes, () => findLast(fingerprint, none)) : null;
      if (grown) write(fingerprint, grown, revision);
      else derive(fingerprint, revision);
    },
  };
};

const none: ReadonlySet<string> = new Set();

const findFirst = <Row extends { id: string }>(rows: Iterable<Row>, besides: ReadonlySet<string>): Row | null => {
  for (const row of rows) if (!besides.has(row.id)) return row;
  return null;
};
