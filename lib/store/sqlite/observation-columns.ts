import type { Database } from 'better-sqlite3';
import { parseStrings } from './rows.ts';

export type ObservationColumns = ReturnType<typeof makeObservationColumns>;
export type ObservationView = 'groups' | 'single';

/** What of an observation, or of a group, lists are narrowed and ordered by. */
export type Listing = {
  id: string;
  /** '' for a group, and for what was told without a session. */
  sessionId: string;
  fingerprint: string;
  observer: string;
  observerName: string;
  projects: readonly string[];
  severity: number;
  state: string;
  cleared: number;
  firstSeenMs: number;
  lastSeenMs: number;
  createdAtMs: number;
  changedAtMs: number;
  seen: number;
  sessions: number;
  text: string;
};
type Row = Omit<Listing, 'projects'> & { projects: string };

/** Behind so many sessions all is read anew. */
const mostSessions = 300;

const shared = `fingerprint, observer, observer_name AS observerName, severity, state, cleared, first_seen_ms AS firstSeenMs,
  last_seen_ms AS lastSeenMs, changed_at_ms AS changedAtMs, seen, search_text AS text`;
const selectSingle = `SELECT id, session_id AS sessionId, json_array(project) AS projects, created_at_ms AS createdAtMs,
  session_id <> '' AS sessions, ${shared} FROM observations`;
const selectGroups = `SELECT fingerprint AS id, '' AS sessionId, projects, first_seen_ms AS createdAtMs, sessions, ${shared}
  FROM observation_groups`;

/**
 * The columns of all observations in memory, so that lists over any filter and order, their counts and facets need no pass over the
 * tables. Before each use, what changed since is read again by the log of changes, on the snapshot of the transaction that asks;
 * in a transaction that writes it must be asked before the first write.
 */
export const makeObservationColumns = (db: Database) => {
  const latest = db.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM changes').pluck();
  const changed = db.prepare<[number], string>("SELECT DISTINCT subject_id FROM changes WHERE seq > ? AND topic = 'observation'").pluck();
  const all = db.prepare<[], Row>(selectSingle);
  const ofSession = db.prepare<[string], Row>(`${selectSingle} WHERE session_id = ?`);
  const allGroups = db.prepare<[], Row>(selectGroups);
  const group = db.prepare<[string], Row>(`${selectGroups} WHERE fingerprint = ?`);

  const lists = new Map<string, readonly string[]>();
  const toListing = (row: Row): Listing => {
    const projects = lists.get(row.projects) ?? parseStrings(row.projects === '[null]' ? '[]' : row.projects);
    lists.set(row.projects, projects);
    return { ...row, projects };
  };

  const sessions = new Map<string, Listing[]>();
  const groups = new Map<string, Listing>();
  let single: Listing[] | null = null;
  let upTo = -1;

  const readAll = (): void => {
    sessions.clear();
    groups.clear();
    for (const row of all.iterate()) {
      const known = sessions.get(row.sessionId);
      if (known) known.push(toListing(row));
      else sessions.set(row.sessionId, [toListing(row)]);
    }
    for (const row of allGroups.iterate()) groups.set(row.id, toListing(row));
    single = null;
  };
  const readSessions = (ids: readonly string[]): void => {
    const fingerprints = new Set<string>();
    for (const id of ids) {
      const rows = ofSession.all(id).map(toListing);
      for (const { fingerprint } of [...(sessions.get(id) ?? []), ...rows]) fingerprints.add(fingerprint);
      if (rows.length > 0) sessions.set(id, rows);
      else sessions.delete(id);
    }
    for (const fingerprint of fingerprints) {
      const row = group.get(fingerprint);
      if (row) groups.set(fingerprint, toListing(row));
      else groups.delete(fingerprint);
    }
    single = null;
  };
  const sync = (): void => {
    const now = latest.get() ?? 0;
    if (now === upTo) return;
    const ids = upTo < 0 || now < upTo ? null : changed.all(upTo);
    if (ids === null || ids.length > mostSessions) readAll();
    else if (ids.length > 0) readSessions(ids);
    upTo = now;
  };

  return {
    /** Changes whenever what is listed may have. */
    version: (): number => {
      sync();
      return upTo;
    },
    list: (view: ObservationView): Iterable<Listing> => {
      sync();
      if (view === 'groups') return groups.values();
      single ??= [...sessions.values()].flat();
      return single;
    },
    /** Fingerprints that a session has. */
    fingerprintsOf: (sessionId: string): Set<string> => {
      sync();
      return new Set(sessions.get(sessionId)?.map(({ fingerprint }) => fingerprint));
    },
  };
};
