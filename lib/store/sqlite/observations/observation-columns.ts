import type { Database } from 'better-sqlite3';
import type { ObservationView } from '../../../domain/observation.ts';
import { parseStrings } from '../json.ts';

export type ObservationColumns = ReturnType<typeof makeObservationColumns>;

/** What many observations have in common. */
export type Kind = {
  severity: number;
  state: string;
  observer: string;
  observerName: string;
  projects: readonly string[];
  /** 1 where it is of demo data. */
  synthetic: number;
};

/** What observations, or groups, are narrowed and ordered by: a row's number is its place in each column. */
export type Columns = {
  /** The numbers of all rows. */
  rows: number[];
  ids: string[];
  /** Places in `kinds`. */
  kind: number[];
  kinds: Kind[];
  /** '' for a group, and for what was told without a session. */
  sessionId: string[];
  fingerprint: string[];
  /** 1 where it is out of sight. */
  cleared: number[];
  firstSeenMs: number[];
  lastSeenMs: number[];
  /** 0 where it is not known when it was seen: the times above are when it was read. */
  timed: number[];
  createdAtMs: number[];
  seen: number[];
  sessions: number[];
  /** Null where it has none; groups have none of their own. */
  label: (string | null)[];
  labelAtMs: number[];
  /** Null where it is too long to be held. */
  text: (string | null)[];
  /** Of the id and the version, 32 bits. */
  hash: number[];
};
type Row = Omit<Kind, 'projects'> & {
  id: string;
  projects: string;
  sessionId: string;
  fingerprint: string;
  cleared: number;
  firstSeenMs: number;
  lastSeenMs: number;
  timed: number;
  createdAtMs: number;
  seen: number;
  sessions: number;
  version: number;
  label: string | null;
  labelAtMs: number | null;
  text: string | null;
};

/** Longer texts are read from the database where someone searches. */
const maxHeldChars = 1_000;

const shared = `fingerprint, observer, observer_name AS observerName, severity, state, synthetic, cleared, first_seen_ms AS firstSeenMs,
  last_seen_ms AS lastSeenMs, version, timed, seen, iif(length(search_text) > ${maxHeldChars}, NULL, search_text) AS text`;
const selectOf = {
  single: `SELECT id, session_id AS sessionId, json_array(project) AS projects, created_at_ms AS createdAtMs,
    session_id <> '' AS sessions, label, label_at_ms AS labelAtMs, ${shared} FROM observations`,
  groups: `SELECT fingerprint AS id, '' AS sessionId, projects, first_seen_ms AS createdAtMs, sessions, NULL AS label,
    NULL AS labelAtMs, ${shared} FROM observation_groups`,
};
const tableOf = { single: 'observations', groups: 'observation_groups' };

/**
 * All observations, and all groups, in memory by what lists need of them, so that lists over any filter and order, their counts and
 * facets need no pass over the tables. Before each use, what was written since is read again by its revision, on the snapshot of the
 * transaction that asks; in a transaction that writes it must be asked before the first write.
 */
export const makeObservationColumns = (db: Database) => {
  const latest = db.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM changes').pluck();
  const views = { single: makeView(db, 'single'), groups: makeView(db, 'groups') };
  let upTo = -1;
  const sync = (): void => {
    const now = latest.get() ?? 0;
    if (now === upTo) return;
    for (const view of Object.values(views)) view.readSince(now < upTo ? -1 : upTo);
    upTo = now;
  };
  return {
    /** Changes whenever what is listed may have. */
    version: (): number => {
      sync();
      return upTo;
    },
    of: (view: ObservationView): Readonly<Columns> => {
      sync();
      return views[view].columns();
    },
  };
};

const makeView = (db: Database, view: ObservationView) => {
  const all = db.prepare<[], Row>(selectOf[view]);
  const since = db.prepare<[number], Row>(`${selectOf[view]} WHERE revision > ?`);
  const count = db.prepare<[], number>(`SELECT count(*) FROM ${tableOf[view]}`).pluck();
  let table = makeTable();
  const readAll = (): void => {
    table = makeTable();
    for (const row of all.iterate()) table.put(row);
  };
  return {
    columns: () => table.columns,
    /** Reads what was written behind a number of the log of changes; below 0: everything. */
    readSince: (seq: number): void => {
      if (seq < 0) readAll();
      else for (const row of since.iterate(seq)) table.put(row);
      // All that was added is there: where the numbers differ, something is gone.
      if (count.get() !== table.columns.rows.length) readAll();
    },
  };
};

const makeTable = () => {
  const columns: Columns = {
    rows: [],
    ids: [],
    kind: [],
    kinds: [],
    sessionId: [],
    fingerprint: [],
    cleared: [],
    firstSeenMs: [],
    lastSeenMs: [],
    timed: [],
    createdAtMs: [],
    seen: [],
    sessions: [],
    label: [],
    labelAtMs: [],
    text: [],
    hash: [],
  };
  const rowOf = new Map<string, number>();
  const kindOf = new Map<string, number>();
  const toKind = ({ severity, state, observer, observerName, projects, synthetic }: Row): number => {
    const key = `${severity} ${state} ${synthetic} ${observer}\n${observerName}\n${projects}`;
    const known = kindOf.get(key);
    if (known !== undefined) return known;
    kindOf.set(key, columns.kinds.length);
    const names = projects === '[null]' ? [] : parseStrings(projects);
    return columns.kinds.push({ severity, state, observer, observerName, projects: names, synthetic }) - 1;
  };
  const put = (stored: Row): void => {
    const row = rowOf.get(stored.id) ?? columns.rows.push(columns.rows.length) - 1;
    rowOf.set(stored.id, row);
    columns.ids[row] = stored.id;
    columns.kind[row] = toKind(stored);
    columns.sessionId[row] = stored.sessionId;
    columns.fingerprint[row] = stored.fingerprint;
    columns.cleared[row] = stored.cleared;
    columns.firstSeenMs[row] = stored.firstSeenMs;
    columns.lastSeenMs[row] = stored.lastSeenMs;
    columns.timed[row] = stored.timed;
    columns.createdAtMs[row] = stored.createdAtMs;
    columns.seen[row] = stored.seen;
    columns.sessions[row] = stored.sessions;
    columns.label[row] = stored.label;
    columns.labelAtMs[row] = stored.labelAtMs ?? 0;
    columns.text[row] = stored.text;
    columns.hash[row] = toHash(`${stored.id} ${stored.version}`);
  };
  return { columns, put };
};

/** FNV-1a (Fowler, Noll and Vo), 32 bits, over UTF-16 units. */
const toHash = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
};
