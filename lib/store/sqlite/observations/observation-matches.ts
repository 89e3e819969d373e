import type { Database, Statement } from 'better-sqlite3';
import { observationState, type ObservationCounts, type ObservationFilter, type ObservationView } from '../../../domain/observation.ts';
import { toStatus } from '../../../observations/lifecycle.ts';
import { toResultSetHash } from '../../result-set.ts';
import { listedTables, toConditions, toSearchWords, type Conditions } from './observation-conditions.ts';
import { toSeverity } from '../../../observations/severity.ts';
import type { StoredObservation } from './observation-rows.ts';
import { parseStored } from '../json.ts';

export type ObservationMatches = ReturnType<typeof makeObservationMatches>;

/** Items of one severity, state and observer. */
type CountedKind = Pick<StoredObservation, 'severity' | 'state' | 'observerName'> & { count: number; weights: number };
export type Counted = { total: number; resultSetHash: string; counts: ObservationCounts; bySeverity: readonly number[] };

const severityCount = 5;
const sampleSize = 200;

/** Observations, or their groups, that match a filter: counted and listed over an index that covers all that is asked. */
export const makeObservationMatches = (db: Database) => {
  const statements = new Map<string, Statement<[Conditions['bound']]>>();
  /** Filters have many forms, few of which are used: each statement is prepared when it is first needed. */
  const prepare = <Row>(sql: string): Statement<[Conditions['bound']], Row> => {
    const known = statements.get(sql) ?? db.prepare<[Conditions['bound']]>(sql);
    statements.set(sql, known);
    // The columns of a statement are those that its text names.
    return known as Statement<[Conditions['bound']], Row>;
  };
  const toFrom = (view: ObservationView): string => `FROM ${listedTables[view].table} INDEXED BY ${listedTables[view].listed}`;
  /**
   * The condition that a text contains the words of a filter: one pass over the texts fills `temp.text_rows` with the rows that do, or, as
   * far as a sample can say which are fewer, with those that don't.
   */
  const matchText = (view: ObservationView, filter: ObservationFilter): string => {
    const words = toSearchWords(filter);
    if (words === '') return '';
    const { table, texts } = listedTables[view];
    db.exec('CREATE TEMP TABLE IF NOT EXISTS text_rows (number INTEGER PRIMARY KEY); DELETE FROM temp.text_rows');
    const sample = `SELECT search_text FROM ${table} NOT INDEXED LIMIT ${sampleSize}`;
    const sampled = prepare<{ count: number }>(`SELECT count(*) AS count FROM (${sample}) WHERE instr(search_text, @words)`).get({ words });
    const isCommon = (sampled?.count ?? 0) > sampleSize / 2;
    const isWanted = isCommon ? 'instr(search_text, @words) = 0' : 'instr(search_text, @words)';
    prepare(`INSERT INTO temp.text_rows SELECT rowid FROM ${texts} WHERE ${isWanted}`).run({ words });
    return ` AND rowid ${isCommon ? 'NOT ' : ''}IN temp.text_rows`;
  };
  /** The conditions of a filter; they hold until the next filter with a text. */
  const match = (view: ObservationView, filter: ObservationFilter, nowMs: number): Conditions => {
    const { sql, bound } = toConditions(view, filter, nowMs);
    return { sql: `${sql}${matchText(view, filter)}`, bound };
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
    /** All that match, in no particular order. */
    listVersions: (view: ObservationView, { sql, bound }: Conditions): { id: string; version: number }[] =>
      prepare<{ id: string; version: number }>(`SELECT ${listedTables[view].id} AS id, version ${toFrom(view)} WHERE ${sql}`).all(bound),
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
    const [severity, status] = [toSeverity(kind.severity), toStatus(parseStored(observationState, kind.state))];
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
