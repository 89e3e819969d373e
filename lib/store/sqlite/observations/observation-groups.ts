import type { Database } from 'better-sqlite3';
import { observationGroups } from '../../../../db/schema.ts';
import { toStatus } from '../../../observations/lifecycle.ts';
import type { Closing } from '../../../observations/triage-state.ts';
import { observationState } from '../../../domain/observation.ts';
import { toSearchText, type StoredGroup, type StoredObservation, type WasteColumns } from './observation-rows.ts';
import { knownFirst, wasteSums } from './observation-detections.ts';
import { parseStrings, toJson } from '../json.ts';
import { bindByPosition, columnsOf, upsert } from '../statements.ts';

export type ObservationGroups = ReturnType<typeof makeObservationGroups>;

type StateSums = Pick<StoredGroup, 'open' | 'acknowledged' | 'resolved' | 'changedAtMs' | 'cleared' | 'version'> & {
  regressed: number;
  worst: number;
  worstStanding: number | null;
};
type Sums = StateSums &
  WasteColumns &
  Pick<StoredGroup, 'sessions' | 'projects' | 'seen' | 'firstSeenMs' | 'lastSeenMs' | 'timed' | 'synthetic'>;
type Newest = Pick<StoredObservation, 'observer' | 'observerName' | 'category' | 'title' | 'content' | 'sourceRef'>;

const isStanding = "state IN ('open', 'regressed', 'acknowledged')";
const stateSums = `sum(state IN ('open', 'regressed')) AS open, sum(state = 'acknowledged') AS acknowledged,
  sum(NOT ${isStanding}) AS resolved, sum(state = 'regressed') AS regressed, min(severity) AS worst,
  min(CASE WHEN ${isStanding} THEN severity END) AS worstStanding, max(changed_at_ms) AS changedAtMs, min(cleared) AS cleared,
  sum(version) AS version`;

/** Groups of observations: sums over those of a fingerprint. */
export const makeObservationGroups = (db: Database) => {
  const sums = db.prepare<[string], Sums>(
    `SELECT ${stateSums}, sum(session_id <> '') AS sessions, sum(seen) AS seen, ${wasteSums},
      ${knownFirst('min', 'first_seen_ms')} AS firstSeenMs,
      ${knownFirst('max', 'last_seen_ms')} AS lastSeenMs, max(timed) AS timed, min(synthetic) AS synthetic,
      json_group_array(DISTINCT project) FILTER (WHERE project IS NOT NULL) AS projects
    FROM observations INDEXED BY observations_group WHERE fingerprint = ?`,
  );
  const states = db.prepare<[string], StateSums>(
    `SELECT ${stateSums} FROM observations INDEXED BY observations_group WHERE fingerprint = ?`,
  );
  const putState = bindByPosition(
    db,
    `UPDATE observation_groups SET severity = @severity, state = @state, open = @open, acknowledged = @acknowledged, resolved = @resolved,
    resolved_at_ms = @resolvedAtMs, resolved_by = @resolvedBy, resolution_note = @resolutionNote, changed_at_ms = @changedAtMs,
    cleared = @cleared, version = @version, revision = @revision WHERE fingerprint = @fingerprint`,
  );
  const newest = db.prepare<[string], Newest>(
    `SELECT observer, observer_name AS observerName, category, title, content, source_ref AS sourceRef
    FROM observations INDEXED BY observations_group WHERE fingerprint = ? ORDER BY timed DESC, last_seen_ms DESC, id DESC LIMIT 1`,
  );
  // What its observer withdrew says nothing of the rest: it comes behind what people and agents said.
  const lastResolved = db.prepare<[string], Closing>(
    `SELECT state, resolved_at_ms AS resolvedAtMs, resolved_by AS resolvedBy, resolution_note AS resolutionNote
    FROM observations INDEXED BY observations_group WHERE fingerprint = ? AND resolved_at_ms IS NOT NULL
    ORDER BY state = 'stale' AND resolved_by IS observer, resolved_at_ms DESC, version DESC, id LIMIT 1`,
  );
  const firstStanding = db
    .prepare<[string], number | null>(
      `SELECT min(opened_at_ms) FROM observations INDEXED BY observations_group WHERE fingerprint = ? AND ${isStanding}`,
    )
    .pluck();
  const find = db.prepare<[string], StoredGroup>(
    `SELECT ${columnsOf(observationGroups, 'g')} FROM observation_groups g WHERE fingerprint = ?`,
  );
  const put = bindByPosition(db, upsert(observationGroups, ['fingerprint']));
  const remove = db.prepare<[string]>('DELETE FROM observation_groups WHERE fingerprint = ?');

  const toState = (fingerprint: string, { open, acknowledged, regressed, worst, worstStanding }: StateSums) => {
    const resolved = open + acknowledged === 0 ? lastResolved.get(fingerprint) : undefined;
    const state = open > 0 ? (regressed > 0 ? 'regressed' : 'open') : 'acknowledged';
    return {
      ...(resolved ?? { state, resolvedAtMs: null, resolvedBy: null, resolutionNote: null }),
      severity: worstStanding ?? worst,
    };
  };

  return {
    find: (fingerprint: string): StoredGroup | null => find.get(fingerprint) ?? null,
    /** The last resolution that left nothing of the group open, though something may have come since; null where there is none. */
    findClosing: (fingerprint: string): Closing | null => {
      const resolved = lastResolved.get(fingerprint);
      const standsSinceMs = firstStanding.get(fingerprint) ?? Infinity;
      return resolved && standsSinceMs > (resolved.resolvedAtMs ?? 0) ? resolved : null;
    },

    /** Sums a group up anew; one without observations goes. */
    rollUp: (fingerprint: string, revision: number): void => {
      const [last, sum] = [newest.get(fingerprint), sums.get(fingerprint)];
      if (!last || !sum) {
        remove.run(fingerprint);
        return;
      }
      const { regressed: _, worst: __, worstStanding: ___, ...group } = sum;
      const { sourceRef, ...named } = last;
      const projects = parseStrings(group.projects).sort();
      put({
        ...group,
        ...named,
        ...toState(fingerprint, sum),
        fingerprint,
        projects: toJson(projects),
        searchText: toSearchText({ ...named, project: projects.join('\n'), sourceRef }),
        revision,
      });
    },

    /** Sums a group up where nothing but states of its observations changed. */
    rollUpStates: (fingerprint: string, revision: number): void => {
      const sum = states.get(fingerprint);
      if (sum) putState({ ...sum, ...toState(fingerprint, sum), fingerprint, revision });
    },

    /**
     * Brings a group up to date after one of its observations was found (`from` null: for the first time), without a look at the
     * others. False where that cannot be told, and nothing was written.
     */
    grow: (from: StoredObservation | null, to: StoredObservation): boolean => {
      const group = find.get(to.fingerprint);
      const grown = group && toGrown(group, from, to);
      if (!grown) return false;
      put(grown);
      return true;
    },
  };
};

const toGrown = (group: StoredGroup, from: StoredObservation | null, to: StoredObservation): StoredGroup | null => {
  const isNewest = to.lastSeenMs > group.lastSeenMs;
  const isOther =
    from &&
    (from.version !== to.version ||
      from.project !== to.project ||
      from.synthetic !== to.synthetic ||
      to.severity > from.severity ||
      to.firstSeenMs > from.firstSeenMs);
  // A time that is known makes those that are not count no more: that is for the whole sum.
  if (to.timed !== group.timed || (from && from.timed !== to.timed)) return null;
  const isBack = from && (to.lastSeenMs < from.lastSeenMs || wasteFields.some((field) => to[field] === null && from[field] !== null));
  // Whether all is known with what becomes known is for the whole sum.
  const isKnownNow = from && from.wasteCalls !== null && wasteFields.some((field) => from[field] === null && to[field] !== null);
  if (isOther || isBack || isKnownNow || (!isNewest && to.lastSeenMs === group.lastSeenMs)) return null;
  const status = toStatus(observationState.parse(to.state));
  const isClosed = status === 'resolved';
  const isGroupClosed = group.open + group.acknowledged === 0;
  // Whether a closed one resolves its group, or an open one gives a closed group its state, is for the whole sum.
  if (from === null && isClosed !== isGroupClosed) return null;
  const added = from === null ? 1 : 0;
  const projects = parseStrings(group.projects);
  const all = to.project === null || projects.includes(to.project) ? projects : [...projects, to.project].sort();
  // Its text is of the newest and of all projects.
  if (!isNewest && all !== projects) return null;
  const { observer, observerName, category, title, content } = isNewest ? to : group;
  const projectText = all.join('\n');
  return {
    ...group,
    observer,
    observerName,
    category,
    title,
    content,
    severity: isClosed === isGroupClosed ? Math.min(group.severity, to.severity) : group.severity,
    state: isClosed ? group.state : toWorstState(group.state, to.state),
    open: group.open + (status === 'open' ? added : 0),
    acknowledged: group.acknowledged + (status === 'acknowledged' ? added : 0),
    resolved: group.resolved + (isClosed ? added : 0),
    sessions: group.sessions + (to.sessionId === '' ? 0 : added),
    projects: toJson(all),
    seen: group.seen + to.seen - (from?.seen ?? 0),
    wasteCalls: toSum('wasteCalls', group, from, to),
    wasteTokens: toSum('wasteTokens', group, from, to),
    wasteMs: toSum('wasteMs', group, from, to),
    wasteUsd: toSum('wasteUsd', group, from, to),
    firstSeenMs: Math.min(group.firstSeenMs, to.firstSeenMs),
    lastSeenMs: Math.max(group.lastSeenMs, to.lastSeenMs),
    changedAtMs: Math.max(group.changedAtMs, to.changedAtMs),
    cleared: Math.min(group.cleared, to.cleared),
    synthetic: Math.min(group.synthetic, to.synthetic),
    version: group.version + (from === null ? to.version : 0),
    searchText: isNewest ? toSearchText({ ...to, project: projectText }) : group.searchText,
    revision: to.revision,
  };
};

const wasteFields = ['wasteCalls', 'wasteTokens', 'wasteMs', 'wasteUsd'] as const;

const openFirst: readonly string[] = ['regressed', 'open', 'acknowledged'];

const toWorstState = (one: string, other: string): string => openFirst.find((state) => state === one || state === other) ?? one;

/** What is unknown of one waste is unknown of the sum; one that has none changes nothing. */
const toSum = (field: keyof WasteColumns, group: WasteColumns, from: WasteColumns | null, to: WasteColumns): number | null => {
  if (to.wasteCalls === null) return group[field];
  if (group.wasteCalls === null) return to[field];
  const [sum, more] = [group[field], to[field]];
  return sum === null || more === null ? null : sum + more - (from?.[field] ?? 0);
};
