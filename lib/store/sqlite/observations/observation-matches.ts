import type { Database, Statement } from 'better-sqlite3';
import { observationState, type ObservationCounts, type ObservationFilter, type ObservationView } from '../../../domain/observation.ts';
import { toStatus } from '../../../observations/lifecycle.ts';
import { toResultSetHash } from '../../result-set.ts';
import { listedTables, toConditions, toSearchWords, type Conditions } from './observation-conditions.ts';
import { toSeverity, type StoredObservation } from './observation-rows.ts';

export type ObservationMatches = ReturnType<typeof makeObservationMatches>;

/** Items of one severity, state and observer. */
type CountedKind = Pick<StoredObservation, 'severity' | 'state' | 'observerName'> & { count: number; weights: number };
export type Counted = { total: number; resultSetHash: string; counts: ObservationCounts; bySeverity: readonly number[] };

const severityCount = 5;

/** What of observations, or of their groups, matches a filter: counted and listed over an index that covers all that is asked. */
export const makeObservationMatches = (db: Database) => {
  const statements = new Map<string, Statement<[Conditions['bound']]>>();
  /** Filters have many forms, few of which are used: each statement is prepared when it is first needed. */
  const prepare = <Row>(sql: string): Statement<[Conditions['bound']], Row> => {
    const known = statements.get(sql) ?? db.prepare<[Conditions['bound']]>(sql);
    statements.set(sql, known);
    // The columns of a statement are those that its text names.
    return known as Statement<[Conditions['bound']], Row>;
  };
  /** Fills `temp.text_matches` with the rows whose text contains the words of a filter. */
  const matchText = (view: ObservationView, filter: ObservationFilter): void => {
    const words = toSearchWords(filter);
    if (words === '') return;
    const { table, text } = listedTables[view];
    db.exec('CREATE TEMP TABLE IF NOT EXISTS text_matches (match INTEGER PRIMARY KEY); DELETE FROM temp.text_matches');
    prepare(`INSERT INTO temp.text_matches SELECT rowid FROM ${table} INDEXED BY ${text} WHERE instr(search_text, @words)`).run({ words });
  };
  const toFrom = (view: ObservationView): string => `FROM ${listedTables[view].table} INDEXED BY ${listedTables[view].listed}`;
  /** The conditions of a filter; those of the last filter with a text are the ones that hold. */
  const match = (view: ObservationView, filter: ObservationFilter, nowMs: number): Conditions => {
    matchText(view, filter);
    return toConditions(view, filter, nowMs);
  };

  return {
    prepare,
    toFrom,
    match,
    count: (view: ObservationView, { sql, bound }: Conditions): Counted => {
      const kinds = prepare<CountedKind>(
        `SELECT severity, state, observer_name AS observerName, count(*) AS count,
          sum((id_hash * (2 * version + 1)) & 4294967295) AS weights
        ${toFrom(view)} WHERE ${sql} GROUP BY cleared, severity, state, observer, observer_name`,
      );
      return toCounted(kinds.all(bound));
    },
    /** Ids of all that match, or of the first of them, in no particular order. */
    listIds: (view: ObservationView, { sql, bound }: Conditions, limit = -1): string[] =>
      prepare<{ id: string }>(`SELECT ${listedTables[view].id} AS id ${toFrom(view)} WHERE ${sql} LIMIT @limit`)
        .all({ ...bound, limit })
        .map(({ id }) => id),
  };
};

const toCounted = (kinds: readonly CountedKind[]): Counted => {
  const counts: ObservationCounts = { bySeverity: {}, byStatus: {}, byObserver: {} };
  // An observer may have any name, also those of an object's own properties.
  const byObserver = new Map<string, number>();
  const bySeverity = Array.from({ length: severityCount }, () => 0);
  let [total, weights] = [0, 0];
  for (const kind of kinds) {
    const { count } = kind;
    const [severity, status] = [toSeverity(kind.severity), toStatus(observationState.parse(kind.state))];
    counts.bySeverity[severity] = (counts.bySeverity[severity] ?? 0) + count;
    counts.byStatus[status] = (counts.byStatus[status] ?? 0) + count;
    byObserver.set(kind.observerName, (byObserver.get(kind.observerName) ?? 0) + count);
    bySeverity[kind.severity] = (bySeverity[kind.severity] ?? 0) + count;
    total += count;
    weights += kind.weights;
  }
  counts.byObserver = Object.fromEntries(byObserver);
  return { total, resultSetHash: toResultSetHash(total, weights), counts, bySeverity };
};
