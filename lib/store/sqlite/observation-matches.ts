import type { Database } from 'better-sqlite3';
import { observationStatus, type ObservationCounts, type ObservationFilter, type ObservationSeverity } from '../../domain/observation.ts';
import { observationState } from '../../domain/observation.ts';
import { toStatus } from '../../observations/lifecycle.ts';
import { toSeverity, toSeverityRank } from './observation-rows.ts';

export type ObservationMatches = ReturnType<typeof makeObservationMatches>;
export type ObservationView = 'groups' | 'single';

type Value = string | number;
export type Condition = { sql: string; values: readonly Value[] };

const dayMs = 86_400_000;

/** Where each view is read from, and the id of what it lists. */
export const viewTables: Readonly<Record<ObservationView, { from: string; id: string }>> = {
  groups: { from: 'observation_groups o', id: 'o.fingerprint' },
  single: { from: 'observations o', id: 'o.id' },
};

const marks = (values: readonly unknown[]): string => values.map(() => '?').join(', ');

const isAnyOf = (column: string, values: readonly Value[]): Condition => ({ sql: `${column} IN (${marks(values)})`, values });

/** What a list is narrowed by, apart from the fields whose values facets count. */
export const toBaseConditions = (view: ObservationView, filter: ObservationFilter): Condition[] => {
  const conditions: Condition[] = [];
  const words = filter.q?.trim().toLowerCase();
  if (!filter.withCleared) conditions.push({ sql: 'o.cleared = 0', values: [] });
  if (filter.fingerprint !== undefined) conditions.push({ sql: 'o.fingerprint = ?', values: [filter.fingerprint] });
  if (filter.sessionId !== undefined) {
    const ofSession = 'o.fingerprint IN (SELECT fingerprint FROM observations WHERE session_id = ?)';
    conditions.push({ sql: view === 'groups' ? ofSession : 'o.session_id = ?', values: [filter.sessionId] });
  }
  if (words) conditions.push({ sql: 'instr(o.search_text, ?) > 0', values: [words] });
  return conditions;
};

export const toConditions = (view: ObservationView, filter: ObservationFilter, nowMs: number): Condition[] => {
  const { states, severities, observers, projects, seenWithinDays } = filter;
  const conditions = toBaseConditions(view, filter);
  if (states) conditions.push(isAnyOf('o.state', states));
  if (severities) conditions.push(isAnyOf('o.severity', severities.map(toSeverityRank)));
  if (observers) {
    const named = `SELECT observer FROM observation_groups WHERE observer_name IN (${marks(observers)})`;
    conditions.push({ sql: `(o.observer IN (${marks(observers)}) OR o.observer IN (${named}))`, values: [...observers, ...observers] });
  }
  if (projects) {
    const inProjects = `o.fingerprint IN (SELECT fingerprint FROM observations WHERE project IN (${marks(projects)}))`;
    conditions.push(view === 'groups' ? { sql: inProjects, values: projects } : isAnyOf('o.project', projects));
  }
  if (seenWithinDays !== undefined) conditions.push({ sql: 'o.last_seen_ms >= ?', values: [nowMs - seenWithinDays * dayMs] });
  return conditions;
};

export const toWhere = (conditions: readonly Condition[]): string =>
  conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`;

export const valuesOf = (conditions: readonly Condition[]): Value[] => conditions.flatMap(({ values }) => values);

/** What of observations, or of their groups, matches a filter. */
export const makeObservationMatches = (db: Database) => {
  const names = db.prepare<[], { observer: string; name: string }>(
    'SELECT observer, max(observer_name) AS name FROM observation_groups GROUP BY observer',
  );
  /** By their ids. */
  const observerNames = (): Map<string, string> => new Map(names.all().map(({ observer, name }) => [observer, name]));

  return {
    listIds: (view: ObservationView, filter: ObservationFilter, nowMs: number): string[] => {
      const { from, id } = viewTables[view];
      const conditions = toConditions(view, filter, nowMs);
      const list = db.prepare<Value[], string>(`SELECT ${id} FROM ${from} ${toWhere(conditions)} ORDER BY ${id}`).pluck();
      return list.all(...valuesOf(conditions));
    },
    observerNames,
    /** Over all that match. Observers stand under their names. */
    count: (view: ObservationView, filter: ObservationFilter, nowMs: number): Counted => {
      const conditions = toConditions(view, filter, nowMs);
      const counts = db.prepare<Value[], CountRow>(
        `SELECT o.severity, o.state, o.observer, count(*) AS count FROM ${viewTables[view].from} ${toWhere(conditions)} GROUP BY 1, 2, 3`,
      );
      return toCounted(counts.all(...valuesOf(conditions)), observerNames());
    },
  };
};

type CountRow = { severity: number; state: string; observer: string; count: number };
type Counted = { total: number; counts: ObservationCounts };

const toCounted = (rows: readonly CountRow[], nameOf: ReadonlyMap<string, string>): Counted => {
  const counts: ObservationCounts = { bySeverity: {}, byStatus: {}, byObserver: {} };
  let total = 0;
  const add = <Key extends string>(to: Partial<Record<Key, number>>, key: Key, count: number): void => {
    to[key] = (to[key] ?? 0) + count;
  };
  for (const { severity, state, observer, count } of rows) {
    total += count;
    add<ObservationSeverity>(counts.bySeverity, toSeverity(severity), count);
    add(counts.byStatus, observationStatus.parse(toStatus(observationState.parse(state))), count);
    add(counts.byObserver, nameOf.get(observer) ?? observer, count);
  }
  return { total, counts };
};
