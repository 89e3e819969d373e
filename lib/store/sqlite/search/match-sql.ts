import type { Database } from 'better-sqlite3';
import * as z from 'zod';
import { ownPrefix } from '../../../domain/session-names.ts';
import { searchKind, type SearchCondition } from '../../../domain/search.ts';
import { toFts5, type FtsPlan } from '../../../search/to-fts5.ts';
import { listWords } from '../../../search/words.ts';
import type { SearchRequest } from '../../search-store.ts';
import { projectsNamed } from '../sessions/projects.ts';
import { docSql, toSessionRange } from './doc.ts';
import { recordsWithCalls } from './indexed-record.ts';
import { validJson } from '../json.ts';

/** Numbers of documents are bound as integers: FTS5 takes no other range of them. */
export type Value = string | number | bigint;
export type Sql = { sql: string; values: Value[] };

/** Conditions on what a match is. */
type Narrow = (doc: string) => Sql;

/** `rows`: `doc` of each match. `ranked`: also `rank`: bm25, the smallest is the best; 0 without words. */
export type Matches = { rows: (narrow?: Narrow) => Sql; ranked: (narrow?: Narrow) => Sql; isScored: boolean };

const join = (parts: readonly Sql[], by: string): Sql => ({
  sql: parts.map(({ sql }) => sql).join(by),
  values: parts.flatMap(({ values }) => values),
});
const not = (isNot: boolean): string => (isNot ? 'NOT ' : '');

const everything: Sql = { sql: '', values: [] };
/** Values as one parameter: their number changes no statement, and has no limit. */
const isIn = (name: string, values: readonly unknown[]): Sql => ({
  sql: `${name} IN (SELECT value FROM json_each(?))`,
  values: [JSON.stringify(values)],
});
/** Sessions with an observation that was seen then: perhaps long after the session ended. */
const seen = (sign: '>=' | '<'): string => `s.id IN (SELECT session_id FROM observations WHERE timed > 0 AND last_seen_ms ${sign} ?)`;

/** Condition on sessions; null for a condition that only records fulfill. */
const toSessionCondition = (condition: SearchCondition): Sql | null => {
  switch (condition.field) {
    case 'project':
      return {
        sql: `${not(condition.isNot)}(coalesce(s.project, '') IN ${projectsNamed('?')})`,
        values: [JSON.stringify(condition.values)],
      };
    case 'agent': {
      const { sql, values } = isIn(`s.family COLLATE NOCASE`, condition.values);
      return { sql: `${not(condition.isNot)}(${sql})`, values };
    }
    case 'model':
      return {
        sql: `${not(condition.isNot)}EXISTS (SELECT 1 FROM json_each(${validJson('s.models', '[]')}) m, json_each(?) v WHERE instr(lower(m.value), lower(v.value)) > 0)`,
        values: [JSON.stringify(condition.values)],
      };
    case 'session': {
      const names = ['s.id', 's.native_id', "s.family || ':' || s.native_id"].map((name) => isIn(name, condition.values));
      const begun = condition.values
        .filter((value) => ownPrefix.test(value))
        .map((value) => ({ sql: 's.id GLOB ?', values: [`${value}*`] }));
      const { sql, values } = join([...names, ...begun], ' OR ');
      return { sql: `${not(condition.isNot)}(${sql})`, values };
    }
    case 'finding':
      return { sql: `${not(condition.isNot)}(s.observed IS NOT NULL AND s.findings > 0)`, values: [] };
    case 'starred':
      return { sql: `s.id ${not(condition.isNot)}IN (SELECT session_id FROM starred_sessions)`, values: [] };
    case 'since':
      return { sql: `(s.ended_at_ms IS NULL OR s.ended_at_ms >= ? OR ${seen('>=')})`, values: [condition.atMs, condition.atMs] };
    case 'before':
      return { sql: `(s.started_at_ms IS NULL OR s.started_at_ms < ? OR ${seen('<')})`, values: [condition.atMs, condition.atMs] };
    default:
      return null;
  }
};

/** Condition on a document with number `doc`; null where the condition on its session suffices. */
const toDocumentCondition = (condition: SearchCondition, doc: string, plan: FtsPlan): Sql | null => {
  switch (condition.field) {
    case 'kind':
      return { sql: `${not(condition.isNot)}${docSql.isKind(doc, ...z.array(searchKind).parse(condition.values))}`, values: [] };
    case 'tool': {
      const names = condition.values.map((value) => listWords(value).join(' ')).filter((words) => words !== '');
      if (names.length === 0) return { sql: condition.isNot ? '1' : '0', values: [] };
      const tools = `tool : (${names.map((words) => `^ "${words}"`).join(' OR ')})`;
      // The list of documents is shorter with the words.
      const narrowed = plan.scored.words === null || plan.isSplit ? tools : `${plan.scored.words} AND ${tools}`;
      return {
        sql: `+${doc} ${not(condition.isNot)}IN (SELECT rowid FROM search_words WHERE search_words MATCH ?)`,
        values: [narrowed],
      };
    }
    case 'outcome': {
      const { sql, values } = isIn('c.outcome', condition.values);
      return {
        sql: `${not(condition.isNot)}(${docSql.isKind(doc, 'tool_call', 'tool_result')}
          AND EXISTS (SELECT 1 FROM ${recordsWithCalls} WHERE r.fts_id = ${docSql.number(doc)} AND ${sql}))`,
        values,
      };
    }
    case 'since':
    case 'before': {
      const sign = condition.field === 'since' ? '>=' : '<';
      return {
        sql: `CASE WHEN ${docSql.isKind(doc, 'observation')} THEN (SELECT o.timed > 0 AND o.last_seen_ms ${sign} ? FROM search_observations x
            JOIN observations o ON o.session_id = x.session_id AND o.id = x.id WHERE x.number = ${docSql.number(doc)})
          WHEN ${docSql.isKind(doc, 'summary')} THEN (SELECT nullif(listed_ms, 0) ${sign} ? FROM summaries WHERE number = ${docSql.number(doc)})
          ELSE (SELECT r.at_ms ${sign} ? FROM records r WHERE r.fts_id = ${docSql.number(doc)}) END`,
        values: [condition.atMs, condition.atMs, condition.atMs],
      };
    }
    default:
      return null;
  }
};

/** Documents without a session have a time, and no other field of a session: they are never excluded for a field that they lack. */
const isMetWithoutSession = (condition: SearchCondition): boolean =>
  'atMs' in condition || condition.isNot || toSessionCondition(condition) === null;

/** Conditions on the sessions `s`; those on records do not matter. */
export const toSessionsWhere = (conditions: readonly SearchCondition[]): Sql => {
  const parts = conditions.flatMap((condition) => toSessionCondition(condition) ?? []);
  return parts.length === 0 ? { sql: '1', values: [] } : join(parts, ' AND ');
};

/** The documents of the sessions that fulfil the conditions: a range, and a list of sessions unless it is one. */
const toScope = (db: Database, conditions: readonly SearchCondition[], doc: string): Sql[] => {
  const { sql, values } = toSessionsWhere(conditions);
  if (sql === '1') return [];
  const numbers = db
    .prepare<Value[], number>(
      `SELECT x.number FROM search_sessions x JOIN sessions s ON s.id = x.session_id WHERE ${sql} ORDER BY x.number`,
    )
    .pluck()
    .all(...values);
  if (conditions.every(isMetWithoutSession)) numbers.unshift(0);
  const [first, last] = [toSessionRange(numbers[0] ?? 0)[0], toSessionRange(numbers.at(-1) ?? -1)[1]];
  const range = { sql: `${doc} BETWEEN ? AND ?`, values: [BigInt(first), BigInt(last)] };
  if (numbers.length <= 1) return [range];
  return [range, isIn(docSql.session(doc), numbers)];
};

const toMatch = (table: 'words' | 'pairs', expression: string): Sql => ({
  sql: `SELECT rowid AS doc FROM search_${table} WHERE search_${table} MATCH ?`,
  values: [expression],
});

/**
 * Conditions of the parts of a plan on documents, where the parts are in both indexes. The `+` keeps the number out of the full-text
 * table's plan, which would look the words up anew for each number of the list.
 */
const toSplitConditions = ({ required, any, excluded, isSplit }: FtsPlan, doc: string): Sql[] => {
  const isFound = (parts: readonly Sql[], isNot = false): Sql[] => {
    const { sql, values } = join(parts, ' UNION ');
    return parts.length === 0 ? [] : [{ sql: `+${doc} ${not(isNot)}IN (${sql})`, values }];
  };
  const inWords = (expression: string | null): Sql[] => (expression === null ? [] : [toMatch('words', expression)]);
  const inPairs = (expression: string | null): Sql[] => (expression === null ? [] : [toMatch('pairs', expression)]);
  const isRequired = required.words !== null || required.pairs !== null;
  // Where nothing is required, whatever is scored matches.
  const split =
    isSplit && isRequired
      ? [
          ...isFound(inWords(required.words)),
          ...isFound(inPairs(required.pairs)),
          ...isFound([...inWords(any.words), ...inPairs(any.pairs)]),
        ]
      : [];
  return [...split, ...isFound([...inWords(excluded.words), ...inPairs(excluded.pairs)], true)];
};

/** Whether conditions ask for kinds of documents by name. */
export const namesKinds = (conditions: readonly SearchCondition[]): boolean =>
  conditions.some((condition) => condition.field === 'kind' && !condition.isNot);

/**
 * SQL of the documents that match a request. Summaries repeat text of records: by default, they match only where their kind is asked for.
 */
export const toMatches = (
  db: Database,
  { terms, conditions }: SearchRequest,
  { takesSummaries = namesKinds(conditions) } = {},
): Matches => {
  const plan = toFts5(terms);
  const toWhere = (doc: string): Sql[] => [
    ...toScope(db, conditions, doc),
    ...conditions.flatMap((condition) => toDocumentCondition(condition, doc, plan) ?? []),
    ...(takesSummaries ? [] : [{ sql: `NOT ${docSql.isKind(doc, 'summary')}`, values: [] }]),
    ...toSplitConditions(plan, doc),
  ];
  const scored = (['words', 'pairs'] as const).flatMap((table) => {
    const expression = plan.scored[table];
    return expression === null ? [] : [{ table: `search_${table}`, id: 'rowid', expression }];
  });
  // Words without a letter match nothing.
  const hasWords = terms.some(({ role }) => role !== 'none');
  const sources = (scored.length > 0 ? scored : [{ table: 'search_words_docsize', id: 'id', expression: null }]).map(
    ({ table, id, expression }) => {
      const doc = `${table}.${id}`;
      const match: Sql =
        expression === null ? { sql: hasWords ? '0' : '1', values: [] } : { sql: `${table} MATCH ?`, values: [expression] };
      return { table, doc, where: join([match, ...toWhere(doc)], ' AND ') };
    },
  );
  const toSource = (rank: (table: string) => string, narrow: Narrow = () => everything): Sql => {
    const parts = sources.map(({ table, doc, where }) => {
      const all = join(
        [where, narrow(doc)].filter(({ sql }) => sql !== ''),
        ' AND ',
      );
      return { sql: `SELECT ${doc} AS doc, ${rank(table)} AS rank FROM ${table} WHERE ${all.sql}`, values: all.values };
    });
    const { sql, values } = join(parts, ' UNION ALL ');
    return parts.length === 1 ? { sql, values } : { sql: `SELECT doc, sum(rank) AS rank FROM (${sql}) GROUP BY doc`, values };
  };
  const isScored = scored.length > 0;
  return {
    rows: (narrow) => toSource(() => '0.0', narrow),
    ranked: (narrow) => toSource((table) => (isScored ? `bm25(${table})` : '0.0'), narrow),
    isScored,
  };
};
