import type { Database } from 'better-sqlite3';
import { observationState, type ObservationCounts, type ObservationFilter, type ObservationView } from '../../../domain/observation.ts';
import { toStatus } from '../../../observations/lifecycle.ts';
import type { Columns, Kind, ObservationColumns } from './observation-columns.ts';
import { toSeverity, toSeverityRank } from './observation-rows.ts';

export type ObservationMatches = ReturnType<typeof makeObservationMatches>;

/** Fields of kinds whose values facets count. */
export type KindField = 'severities' | 'states' | 'observers' | 'projects';
type IsRow = (row: number) => boolean;
type Counted = { total: number; resultSetHash: string; counts: ObservationCounts };
type ResultSet = Counted & { columns: Readonly<Columns>; found: readonly number[] };

const dayMs = 86_400_000;
const minuteMs = 60_000;
const maxKnown = 16;

/** Whether a kind matches what is chosen in a field, for the fields in which something is. */
export const toKindMatches = ({ states, severities, observers, projects }: ObservationFilter): Map<KindField, (kind: Kind) => boolean> => {
  const matches = new Map<KindField, (kind: Kind) => boolean>();
  const ranks = new Set(severities?.map(toSeverityRank));
  const stateWords = new Set<string>(states);
  const names = new Set(observers);
  if (severities) matches.set('severities', ({ severity }) => ranks.has(severity));
  if (states) matches.set('states', ({ state }) => stateWords.has(state));
  if (observers) matches.set('observers', ({ observer, observerName }) => names.has(observer) || names.has(observerName));
  if (projects) matches.set('projects', (kind) => kind.projects.some((project) => projects.includes(project)));
  return matches;
};

/** Since when it must have been seen, by the minute, so that pages of one list agree; any time where nothing is chosen. */
export const toSinceMs = ({ seenWithinDays }: ObservationFilter, nowMs: number): number =>
  seenWithinDays === undefined ? -Infinity : Math.floor(nowMs / minuteMs) * minuteMs - seenWithinDays * dayMs;

/** Whether one was seen since a time, any time but for one that is not known. */
export const toSeenSince =
  ({ lastSeenMs, timed }: Readonly<Columns>, sinceMs: number): IsRow =>
  (row) =>
    timed[row] === 1 && (lastSeenMs[row] ?? 0) >= sinceMs;

/** What of observations, or of their groups, matches a filter. */
export const makeObservationMatches = (db: Database, columnsOf: ObservationColumns) => {
  const fingerprintsOf = db
    .prepare<[string], string>('SELECT fingerprint FROM observations INDEXED BY observations_fingerprint WHERE session_id = ?')
    .pluck();
  const placeInText = {
    single: db.prepare<[string, string], number>('SELECT instr(search_text, ?) FROM observations WHERE id = ?').pluck(),
    groups: db.prepare<[string, string], number>('SELECT instr(search_text, ?) FROM observation_groups WHERE fingerprint = ?').pluck(),
  };

  /** Tests of all but the fields that facets count. */
  const toBaseTests = (view: ObservationView, columns: Readonly<Columns>, filter: ObservationFilter): IsRow[] => {
    const { withCleared, fingerprint, sessionId } = filter;
    const { ids, cleared, text } = columns;
    const words = filter.q?.trim().toLowerCase() ?? '';
    const tests: IsRow[] = [];
    if (withCleared !== true) tests.push((row) => cleared[row] === 0);
    if (fingerprint !== undefined) tests.push((row) => columns.fingerprint[row] === fingerprint);
    if (sessionId !== undefined && view === 'single') tests.push((row) => columns.sessionId[row] === sessionId);
    if (sessionId !== undefined && view === 'groups') {
      const inSession = new Set(fingerprintsOf.all(sessionId));
      tests.push((row) => inSession.has(columns.fingerprint[row] ?? ''));
    }
    if (words !== '') tests.push((row) => text[row]?.includes(words) ?? placeInText[view].get(words, ids[row] ?? '') !== 0);
    return tests;
  };
  const find = (view: ObservationView, filter: ObservationFilter, nowMs: number): ResultSet => {
    const columns = columnsOf.of(view);
    const { kind, kinds } = columns;
    const kindMatches = [...toKindMatches(filter).values()];
    const isKind = kinds.map((one) => kindMatches.every((isMatch) => isMatch(one)));
    const sinceMs = toSinceMs(filter, nowMs);
    const tests = toBaseTests(view, columns, filter);
    if (kindMatches.length > 0) tests.unshift((row) => isKind[kind[row] ?? 0] ?? false);
    if (sinceMs > -Infinity) tests.unshift(toSeenSince(columns, sinceMs));
    const found = select(columns.rows, tests);
    return { columns, found, ...toCounted(columns, found) };
  };
  /** What was asked last, as long as nothing changes: pages, orders and counts of one filter are of one pass. */
  const known = new Map<string, ResultSet>();
  let knownAt = -1;
  return {
    /** All of a view that match apart from the fields that facets count. */
    findBase: (view: ObservationView, filter: ObservationFilter): Pick<ResultSet, 'columns' | 'found'> => {
      const columns = columnsOf.of(view);
      return { columns, found: select(columns.rows, toBaseTests(view, columns, filter)) };
    },
    find: (view: ObservationView, filter: ObservationFilter, nowMs: number): ResultSet => {
      const version = columnsOf.version();
      if (version !== knownAt || known.size >= maxKnown) known.clear();
      knownAt = version;
      const key = JSON.stringify([view, filter, String(toSinceMs(filter, nowMs))]);
      const resultSetHash = known.get(key) ?? find(view, filter, nowMs);
      known.set(key, resultSetHash);
      return resultSetHash;
    },
  };
};

const select = (rows: readonly number[], tests: readonly IsRow[]): readonly number[] => {
  const [only, ...others] = tests;
  if (!only) return rows;
  return others.length === 0 ? rows.filter(only) : rows.filter((row) => tests.every((isMatch) => isMatch(row)));
};

/** How many rows are of each kind. */
export const countKinds = ({ kind, kinds }: Readonly<Columns>, rows: readonly number[]): number[] => {
  const counts = kinds.map(() => 0);
  for (const row of rows) {
    const of = kind[row] ?? 0;
    counts[of] = (counts[of] ?? 0) + 1;
  }
  return counts;
};

/** Observers stand under their names. `matching` is the same as long as the same ones are found. */
const toCounted = (columns: Readonly<Columns>, found: readonly number[]): Counted => {
  const counts: ObservationCounts = { bySeverity: {}, byStatus: {}, byObserver: {} };
  // Any name may stand here, also those that objects have.
  const byObserver = new Map<string, number>();
  for (const [at, count] of countKinds(columns, found).entries()) {
    const kind = columns.kinds[at];
    if (!kind || count === 0) continue;
    const [severity, status] = [toSeverity(kind.severity), toStatus(observationState.parse(kind.state))];
    counts.bySeverity[severity] = (counts.bySeverity[severity] ?? 0) + count;
    counts.byStatus[status] = (counts.byStatus[status] ?? 0) + count;
    byObserver.set(kind.observerName, (byObserver.get(kind.observerName) ?? 0) + count);
  }
  counts.byObserver = Object.fromEntries(byObserver);
  const { hash } = columns;
  const hashes = found.reduce((sum, row) => sum + (hash[row] ?? 0), 0);
  return { total: found.length, resultSetHash: `${found.length}-${hashes.toString(36)}`, counts };
};
