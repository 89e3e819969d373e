import type { Database } from 'better-sqlite3';
import type { ListedField, SearchValue } from '../../../domain/search.ts';
import type { SearchRequest, SearchStore } from '../../search-store.ts';
import { docSql } from './doc.ts';
import { recordsWithCalls } from './indexed-record.ts';
import { toMatches, toSessionsWhere, type Sql, type Value } from './match-sql.ts';
import { validJson } from '../json.ts';

/** Calls whose tools are offered as values. */
const recentCalls = 20_000;
/** Calls and results whose tools are read one by one; of more matches, the recent calls are counted. */
const maxReadTools = 5_000;

/** Values of a field in each session `s`. `weight`: values with the largest sum come first, then the latest. */
const sessionValues: Record<Exclude<ListedField, 'tool'>, { columns: string; from?: string; where?: string }> = {
  project: { columns: "s.project AS value, '' AS about, 0 AS latest", where: 's.project IS NOT NULL' },
  agent: { columns: "s.family AS value, '' AS about, 0 AS latest" },
  model: { columns: "m.value, '' AS about, 0 AS latest", from: `, json_each(${validJson('s.models', '[]')}) m`, where: "m.type = 'text'" },
  session: { columns: "s.id AS value, coalesce(s.title, '') AS about, coalesce(s.ended_at_ms, s.started_at_ms, 0) AS latest" },
};

/** Words that are left out match nearly all there is. */
const hasWords = ({ terms }: SearchRequest): boolean => terms.some(({ role }) => role !== 'none');

/** Names in the archive that complete a condition. */
export const makeListValues = (db: Database) => {
  const all = <Row>({ sql, values }: Sql): Row[] => db.prepare<Value[], Row>(sql).all(...values);
  /** The tool of each call and result that matches; null of too many. */
  const toMatchedTools = (request: SearchRequest): Sql | null => {
    const { sql, values } = toMatches(db, request).rows((doc) => ({ sql: docSql.isKind(doc, 'tool_call', 'tool_result'), values: [] }));
    if (all({ sql: `SELECT 1 FROM (${sql}) LIMIT ${maxReadTools + 1}`, values }).length > maxReadTools) return null;
    return {
      sql: `SELECT c.name AS value, '' AS about, 0 AS latest, 1 AS weight FROM (${sql}) f
        CROSS JOIN ${recordsWithCalls} WHERE r.fts_id = ${docSql.number('f.doc')} AND c.name IS NOT NULL`,
      values,
    };
  };
  const toRecentTools = (allowed: Sql): Sql => ({
    sql: `SELECT c.name AS value, '' AS about, 0 AS latest, 1 AS weight FROM (SELECT name, session_id FROM tool_calls ORDER BY rowid DESC
      LIMIT ${recentCalls}) c LEFT JOIN sessions s ON s.id = c.session_id WHERE ${allowed.sql}`,
    values: allowed.values,
  });
  /** Each value of a field with its weight. */
  const toValues = (field: ListedField, request: SearchRequest): Sql => {
    const allowed = toSessionsWhere(request.conditions);
    if (field === 'tool') return (hasWords(request) ? toMatchedTools(request) : null) ?? toRecentTools(allowed);
    const { columns, from = '', where = '1' } = sessionValues[field];
    if (!hasWords(request))
      return { sql: `SELECT ${columns}, 1 AS weight FROM sessions s${from} WHERE ${where} AND ${allowed.sql}`, values: allowed.values };
    const matches = toMatches(db, request).rows();
    return {
      sql: `SELECT ${columns}, f.count AS weight
        FROM (SELECT ${docSql.session('doc')} AS number, count(*) AS count FROM (${matches.sql}) GROUP BY 1) f
        CROSS JOIN search_sessions n ON n.number = f.number CROSS JOIN sessions s ON s.id = n.session_id${from} WHERE ${where}`,
      values: matches.values,
    };
  };
  return (field: ListedField, text: string, { limit, ...request }: Parameters<SearchStore['listSearchValues']>[2]): SearchValue[] => {
    const { sql, values } = toValues(field, request);
    const found = all<SearchValue>({
      sql: `SELECT min(value) AS value, about, sum(weight) AS count FROM (${sql}) WHERE instr(lower(value || char(10) || about), lower(?)) > 0
        GROUP BY value COLLATE NOCASE ORDER BY sum(weight) DESC, max(latest) DESC, 1 LIMIT ?`,
      values: [...values, text, limit],
    });
    return field === 'session' && !hasWords(request) ? found.map((one) => ({ ...one, count: null })) : found;
  };
};
