import type { Database } from 'better-sqlite3';
import type { SearchCondition } from '../../../domain/search.ts';
import { toFts5, type FtsPlan } from '../../../search/to-fts5.ts';
import { listWords } from '../../../search/words.ts';
import type { SearchRequest } from '../../search-store.ts';
import { docSql, toKindCode, toRange } from './doc.ts';

/** Numbers of documents are bound as integers: FTS5 takes no other range of them. */
export type Value = string | number | bigint;
export type Sql = { sql: string; values: Value[] };

/** `rows`: `doc` of each match. `ranked`: `doc` and `rank` (bm25, the smallest is the best; 0 without words) of the last `limit` added, or of all. */
export type Matches = { rows: Sql; ranked: (limit: number | null) => Sql; isScored: boolean };

const join = (parts: readonly Sql[], by: string): Sql => ({
  sql: parts.map(({ sql }) => sql).join(by),
  values: parts.flatMap(({ values }) => values),
});
const marks = (values: readonly unknown[]): string => values.map(() => '?').join(', ');
const not = (isNot: boolean): string => (isNot ? 'NOT ' : '');

const isOf = (condition: SearchCondition, ...fields: SearchCondition['field'][]): boolean => fields.includes(condition.field);

/** What sessions must fulfil; null for a condition that only records do. */
const toSessionCondition = (condition: SearchCondition): Sql | null => {
  switch (condition.field) {
    case 'project':
    case 'agent':
      return {
        sql: `${not(condition.isNot)}(coalesce(s.${condition.field === 'project' ? 'project' : 'family'}, '') COLLATE NOCASE IN (${marks(condition.values)}))`,
        values: condition.values,
      };
    case 'model':
      return {
        sql: `${not(condition.isNot)}(${condition.values.map(() => 'EXISTS (SELECT 1 FROM json_each(s.models) m WHERE instr(lower(m.value), lower(?)) > 0)').join(' OR ')})`,
        values: condition.values,
      };
    case 'session':
      return {
        sql: `${not(condition.isNot)}(${condition.values.map(() => "(s.id = ? OR s.native_id = ? OR s.family || ':' || s.native_id = ?)").join(' OR ')})`,
        values: condition.values.flatMap((value) => [value, value, value]),
      };
    case 'finding':
      return { sql: `${not(condition.isNot)}(s.observed IS NOT NULL AND s.findings > 0)`, values: [] };
    case 'starred':
      return { sql: `s.id ${not(condition.isNot)}IN (SELECT session_id FROM starred_sessions)`, values: [] };
    case 'since':
      return { sql: '(s.ended_at_ms IS NULL OR s.ended_at_ms >= ?)', values: [condition.atMs] };
    case 'before':
      return { sql: '(s.started_at_ms IS NULL OR s.started_at_ms < ?)', values: [condition.atMs] };
    default:
      return null;
  }
};

/** What a document with number `doc` must fulfil; null where its session's condition says it all. */
const toDocumentCondition = (condition: SearchCondition, doc: string, plan: FtsPlan): Sql | null => {
  switch (condition.field) {
    case 'kind': {
      const codes = condition.values.map(toKindCode);
      return { sql: `${docSql.kind(doc)} ${not(condition.isNot)}IN (${marks(codes)})`, values: codes };
    }
    case 'tool': {
      const names = condition.values.map((value) => listWords(value).join(' ')).filter((words) => words !== '');
      if (names.length === 0) return { sql: condition.isNot ? '1' : '0', values: [] };
      const tools = `tool : (${names.map((words) => `^ "${words}"`).join(' OR ')})`;
      // The list of documents is shorter with the words.
      const narrowed = plan.scored.words === null || plan.isSplit ? tools : `${plan.scored.words} AND ${tools}`;
      return {
        sql: `${doc} ${not(condition.isNot)}IN (SELECT rowid FROM search_words WHERE search_words MATCH ?)`,
        values: [narrowed],
      };
    }
    case 'status':
      return {
        sql: `${not(condition.isNot)}EXISTS (SELECT 1 FROM records r JOIN tool_calls c ON c.session_id = r.session_id AND c.id = coalesce(
          (SELECT t.call_id FROM tool_results t WHERE t.session_id = r.session_id AND t.record_id = r.id), r.id)
          WHERE ${docSql.kind(doc)} IN (3, 4) AND r.fts_id = ${docSql.number(doc)} AND c.outcome IN (${marks(condition.values)}))`,
        values: condition.values,
      };
    case 'since':
    case 'before': {
      const sign = condition.field === 'since' ? '>=' : '<';
      return {
        sql: `CASE ${docSql.kind(doc)} WHEN 8 THEN (SELECT o.timed > 0 AND o.last_seen_ms ${sign} ? FROM search_observations x
            JOIN observations o ON o.session_id = x.session_id AND o.id = x.id WHERE x.number = ${docSql.number(doc)})
          ELSE (SELECT r.at_ms ${sign} ? FROM records r WHERE r.fts_id = ${docSql.number(doc)}) END`,
        values: [condition.atMs, condition.atMs],
      };
    }
    default:
      return null;
  }
};

/** The documents of the sessions that fulfil the conditions: a range, and a list of sessions unless it is one. */
const toScope = (db: Database, conditions: readonly SearchCondition[], doc: string): Sql[] => {
  const parts = conditions.flatMap((condition) => toSessionCondition(condition) ?? []);
  if (parts.length === 0) return [];
  const { sql, values } = join(parts, ' AND ');
  const numbers = db
    .prepare<Value[], number>(
      `SELECT x.number FROM search_sessions x JOIN sessions s ON s.id = x.session_id WHERE ${sql} ORDER BY x.number`,
    )
    .pluck()
    .all(...values);
  // What belongs to no session has a time, and nothing else that conditions ask for.
  if (conditions.every((condition) => isOf(condition, 'since', 'before', 'kind', 'tool', 'status'))) numbers.unshift(0);
  const [first, last] = [toRange(numbers[0] ?? 0)[0], toRange(numbers.at(-1) ?? -1)[1]];
  const range = { sql: `${doc} BETWEEN ? AND ?`, values: [BigInt(first), BigInt(last)] };
  if (numbers.length <= 1) return [range];
  return [range, { sql: `${docSql.session(doc)} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(numbers)] }];
};

const toMatch = (table: 'words' | 'pairs', expression: string): Sql => ({
  sql: `SELECT rowid AS doc FROM search_${table} WHERE search_${table} MATCH ?`,
  values: [expression],
});

/** What the parts of a plan ask of documents, where they are in both indexes. */
const toSplitConditions = ({ required, any, excluded, isSplit }: FtsPlan, doc: string): Sql[] => {
  const isIn = (parts: readonly Sql[], isNot = false): Sql[] => {
    const { sql, values } = join(parts, ' UNION ');
    return parts.length === 0 ? [] : [{ sql: `${doc} ${not(isNot)}IN (${sql})`, values }];
  };
  const inWords = (expression: string | null): Sql[] => (expression === null ? [] : [toMatch('words', expression)]);
  const inPairs = (expression: string | null): Sql[] => (expression === null ? [] : [toMatch('pairs', expression)]);
  const split = isSplit
    ? [...isIn(inWords(required.words)), ...isIn(inPairs(required.pairs)), ...isIn([...inWords(any.words), ...inPairs(any.pairs)])]
    : [];
  return [...split, ...isIn([...inWords(excluded.words), ...inPairs(excluded.pairs)], true)];
};

/** What matches a request, as SQL. */
export const toMatches = (db: Database, { terms, conditions }: SearchRequest): Matches => {
  const plan = toFts5(terms);
  const toWhere = (doc: string): Sql =>
    join(
      [
        ...toScope(db, conditions, doc),
        ...conditions.flatMap((condition) => toDocumentCondition(condition, doc, plan) ?? []),
        ...toSplitConditions(plan, doc),
      ].map(({ sql, values }) => ({ sql: ` AND ${sql}`, values })),
      '',
    );
  const toLatest = (limit: number | null): Sql =>
    limit === null ? { sql: '', values: [] } : { sql: ' ORDER BY rowid DESC LIMIT ?', values: [limit] };
  const scored = (['words', 'pairs'] as const).flatMap((table) => {
    const expression = plan.scored[table];
    return expression === null ? [] : [{ table, expression }];
  });
  // Words without a letter match nothing.
  const hasWords = terms.some(({ role }) => role !== 'none');
  const toSource = (rank: (table: string) => string, limit: number | null): Sql => {
    if (scored.length === 0)
      return join(
        [
          { sql: `SELECT id AS doc, 0.0 AS rank FROM search_words_docsize WHERE ${hasWords ? '0' : '1'}`, values: [] },
          toWhere('search_words_docsize.id'),
          limit === null ? { sql: '', values: [] } : { sql: ' ORDER BY id DESC LIMIT ?', values: [limit] },
        ],
        '',
      );
    const parts = scored.map(({ table, expression }) =>
      join(
        [
          {
            sql: `SELECT rowid AS doc, ${rank(`search_${table}`)} AS rank FROM search_${table} WHERE search_${table} MATCH ?`,
            values: [expression],
          },
          toWhere(`search_${table}.rowid`),
          toLatest(limit),
        ],
        '',
      ),
    );
    if (parts.length === 1) return join(parts, '');
    const all = join(
      parts.map(({ sql, values }) => ({ sql: `SELECT * FROM (${sql})`, values })),
      ' UNION ALL ',
    );
    return { sql: `SELECT doc, sum(rank) AS rank FROM (${all.sql}) GROUP BY doc`, values: all.values };
  };
  return {
    rows: toSource(() => '0.0', null),
    ranked: (limit) => toSource((table) => `bm25(${table})`, limit),
    isScored: scored.length > 0,
  };
};
