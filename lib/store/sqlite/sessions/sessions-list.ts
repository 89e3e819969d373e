import type { Database } from 'better-sqlite3';
import { sessions } from '../../../../db/schema.ts';
import type { WalkablePage } from '../../../domain/page.ts';
import type { Session, SessionFacets, SessionFilter, SessionSort } from '../../../domain/session.ts';
import { stoppedCalls, type StoppedCalls } from '../../../domain/session-names.ts';
import { warmupTitle } from '../../../session/warmup.ts';
import type { StoredSessionRow } from '../../rows.ts';
import { parseCursor, toCursor } from '../cursor.ts';
import { markedEndedAt } from './open-calls.ts';
import { toSessionRow, type StoredSession } from './rows.ts';
import { projectsNamed } from './projects.ts';
import { isListedEnding } from './taken-back.ts';
import { columnsOf } from '../statements.ts';
import { toSession, type ListedSession } from './to-domain.ts';
import { validJson } from '../json.ts';
import { sumOfCosts, sumOfCounts, toKnown } from '../sums.ts';

const sums = ['tokens_input', 'tokens_cache_read', 'tokens_cache_write', 'tokens_output', 'tokens_reasoning'].map((column) =>
  sumOfCounts(`b.${column}`),
);
/** A copy that another session counts costs nothing more. */
const isCostUnknown = '(b.cost_usd IS NULL AND b.counted_in IS NULL AND b.records > 0 OR b.cost_at_least = 1)';
const subagents = `(
  WITH RECURSIVE below(id) AS (
    SELECT c.id FROM sessions c INDEXED BY sessions_parent WHERE c.parent_id = s.id AND c.relation = 'subagent'
    UNION SELECT c.id FROM below JOIN sessions c INDEXED BY sessions_parent ON c.parent_id = below.id WHERE c.relation = 'subagent'
  )
  SELECT json_object('count', count(*), 'toolCalls', sum(b.tool_calls), 'toolErrors', sum(b.tool_errors),
    'tokens', json_object('input', ${sums[0]}, 'cacheRead', ${sums[1]}, 'cacheWrite', ${sums[2]}, 'output', ${sums[3]}, 'reasoning', ${sums[4]}),
    'costUsd', ${sumOfCosts('b.cost_usd')},
    'costAtLeast', json(iif(sum(b.cost_usd IS NOT NULL) > 0 AND sum(${isCostUnknown}) > 0, 'true', 'false')))
  FROM below JOIN sessions b ON b.id = below.id HAVING count(*) > 0
)`;

/** SQL of how many turns of a session ended so; those that it copied count where they are from. */
const countEnded = (ended: 'service_error' | 'usage_limit' | 'refused' | 'interrupted' | 'taken_back'): string =>
  `(SELECT count(*) FROM turns t JOIN records r ON r.session_id = t.session_id AND r.id = t.message_id
    WHERE t.session_id = s.id AND t.${isListedEnding} AND t.ended = '${ended}' AND r.inherited_from IS NULL)`;

const select = `SELECT ${columnsOf(sessions, 's', ['facts', 'head', 'searchText'])}, p.title AS parentTitle,
  (SELECT o.title FROM sessions o WHERE o.id = s.counted_in) AS countedInTitle,
  (SELECT count(*) FROM sessions c WHERE c.parent_id = s.id) AS childCount,
  ${subagents} AS subagents,
  (SELECT max(${toKnown('instant', 'c.ended_at_ms')}) FROM sessions c WHERE c.parent_id = s.id AND c.relation = 'subagent') AS subagentEndedAtMs,
  ${countEnded('service_error')} AS apiErrors, ${countEnded('usage_limit')} AS usageLimits, ${countEnded('refused')} AS refusals,
  ${countEnded('interrupted')} AS interruptions, ${countEnded('taken_back')} AS takenBack,
  (SELECT t.ended FROM turns t WHERE t.session_id = s.id AND t.ended <> 'taken_back' ORDER BY t.turn_idx DESC LIMIT 1) AS lastEnded,
  ${markedEndedAt('s.id')} AS markedEndedAtMs,
  (SELECT x.starred_at_ms FROM starred_sessions x WHERE x.session_id = s.id) AS starredAtMs,
  (SELECT n.note FROM session_notes n WHERE n.session_id = s.id) AS note,
  (SELECT json_group_array(path) FROM (
    SELECT o.path FROM source_sessions x JOIN sources o ON o.id = x.source_id WHERE x.session_id = s.id ORDER BY o.path
  )) AS sourcePaths`;
export const fromSessions = 'FROM sessions s LEFT JOIN sessions p ON p.id = s.parent_id';

/** A subagent is listed inside its parent, if that is there. */
export const isTopLevel = `(s.relation IS NOT 'subagent' OR p.id IS NULL)`;
const isOwnOrAlone = '(s.synthetic = 0 OR NOT EXISTS (SELECT 1 FROM sessions own WHERE own.synthetic = 0))';

/** As `isWarmup` says. */
export const isWarmup = `(s.title IS '${warmupTitle}' AND s.turns <= 1 AND s.tool_calls = 0)`;

const sortExpressions: Record<SessionSort, string> = {
  started: 's.started_at_ms',
  title: 's.title COLLATE NOCASE',
  project: 's.project COLLATE NOCASE',
  duration: 's.active_ms',
  turns: 's.turns',
  calls: 's.tool_calls',
  errors: 's.tool_errors',
  tokens: `CASE WHEN coalesce(s.tokens_input, s.tokens_cache_read, s.tokens_cache_write, s.tokens_output) IS NOT NULL THEN
    coalesce(s.tokens_input, 0) + coalesce(s.tokens_cache_read, 0) + coalesce(s.tokens_cache_write, 0) + coalesce(s.tokens_output, 0) END`,
  cost: 's.cost_usd',
  findings: 'CASE WHEN s.observed IS NOT NULL THEN s.findings END',
};

const callCounts: Record<StoppedCalls, string> = {
  rejected: 's.tool_rejected',
  denied: 's.tool_denied',
  interrupted: 's.tool_interrupted',
  unended: 's.tool_unended',
};

type Place = Pick<ReturnType<typeof parseCursor>, 'value' | 'id'>;
type Condition = { sql: string; values: (string | number)[] };

export type SessionsList = ReturnType<typeof makeSessionsList>;

/** Sessions as lists show them: sorted, filtered, counted, and one by one. */
export const makeSessionsList = (db: Database) => {
  const byId = db.prepare<[string], ListedSession>(`${select} ${fromSessions} WHERE s.id = ?`);
  const byNativeId = db.prepare<[string, string], ListedSession>(`${select} ${fromSessions} WHERE s.family = ? AND s.native_id = ?`);
  const idsFrom = db
    .prepare<[{ start: string }], string>(
      `SELECT id FROM sessions WHERE id >= @start AND id < @start || char(0x10FFFF) ORDER BY started_at_ms IS NULL, started_at_ms DESC, id`,
    )
    .pluck();
  const children = db.prepare<[string], ListedSession>(
    `${select} ${fromSessions} WHERE s.parent_id = ? ORDER BY s.started_at_ms IS NULL, s.started_at_ms, s.id`,
  );
  const rowOf = db.prepare<[string], StoredSession>(`SELECT ${columnsOf(sessions, 's')} FROM sessions s WHERE s.id = ?`);
  const staleSessions = db.prepare<[], { id: string }>('SELECT id FROM sessions WHERE settled <= 0 ORDER BY id');
  const synthetic = db.prepare<[], string>('SELECT id FROM sessions WHERE synthetic = 1').pluck();
  const facet = (expression: string, source: string) =>
    db.prepare<[number], { value: string; count: number }>(
      `SELECT ${expression} AS value, count(*) AS count ${source} WHERE ${isTopLevel} AND ${expression} IS NOT NULL AND (? OR ${isOwnOrAlone})
      GROUP BY value ORDER BY count DESC, value`,
    );
  const projects = facet('s.project', fromSessions);
  const families = facet('s.family', fromSessions);
  const models = facet("iif(m.type = 'text', m.value, NULL)", `${fromSessions}, json_each(${validJson('s.models', '[]')}) m`);
  const calls = db.prepare<[number], Record<StoppedCalls, number | null>>(
    `SELECT ${stoppedCalls.map((name) => `sum(${callCounts[name]} > 0) AS ${name}`).join(', ')}
    ${fromSessions} WHERE ${isTopLevel} AND (? OR ${isOwnOrAlone})`,
  );
  const totals = db.prepare<[], { total: number; syntheticCount: number }>(
    `SELECT count(*) AS total, coalesce(sum(s.synthetic = 1), 0) AS syntheticCount ${fromSessions} WHERE ${isTopLevel}`,
  );

  const list = (
    filter: SessionFilter,
    sort: SessionSort,
    descending: boolean,
    page: { cursor: string | null; limit: number },
  ): WalkablePage<Session> => {
    const resultSetHash = toConditions(filter);
    const name = `${sort} ${descending}`;
    const at = page.cursor === null ? null : parseCursor(page.cursor, name);
    const back = at?.back ?? false;
    const conditions = at ? [...resultSetHash, (back ? toBefore : toAfter)(sort, descending, at)] : resultSetHash;
    const rows = db
      .prepare<(string | number)[], ListedSession>(
        `${select}, ${sortExpressions[sort]} AS sortValue ${fromSessions} ${toWhere(conditions)} ${toOrder(sort, descending, back)} LIMIT ?`,
      )
      .all(...valuesOf(conditions), page.limit + 1);
    const count = db.prepare<(string | number)[], { total: number }>(`SELECT count(*) AS total ${fromSessions} ${toWhere(resultSetHash)}`);
    const items = back ? rows.slice(0, page.limit).toReversed() : rows.slice(0, page.limit);
    const more = rows.length > page.limit;
    const cursorAt = (row: ListedSession | undefined, direction: { back: boolean }) =>
      row ? toCursor({ list: name, value: row.sortValue ?? null, id: row.id, ...direction }) : null;
    return {
      items: items.map(toSession),
      previousCursor: (back ? more : at !== null) ? cursorAt(items[0], { back: true }) : null,
      nextCursor: back || more ? cursorAt(items.at(-1), { back: false }) : null,
      total: count.get(...valuesOf(resultSetHash))?.total ?? 0,
    };
  };
  return {
    list,
    find: (id: string): Session | null => {
      const colon = id.indexOf(':');
      const row = byId.get(id) ?? (colon > 0 ? byNativeId.get(id.slice(0, colon), id.slice(colon + 1)) : undefined);
      return row ? toSession(row) : null;
    },
    listIdsFrom: (start: string): string[] => idsFrom.all({ start }),
    findNeighbors: (sessionId: string, filter: SessionFilter, sort: SessionSort, descending: boolean) => {
      // It need not match the filter itself, as when it lost its star: it has its place all the same.
      const level = toConditions({ includeChildren: filter.includeChildren });
      level.push({ sql: 's.id = ?', values: [sessionId] });
      const at = db
        .prepare<(string | number)[], Place>(`SELECT s.id, ${sortExpressions[sort]} AS value ${fromSessions} ${toWhere(level)}`)
        .get(...valuesOf(level));
      const idAt = (back: boolean): string | null => {
        if (!at) return null;
        const conditions = toConditions(filter);
        conditions.push((back ? toBefore : toAfter)(sort, descending, at));
        const query = db.prepare<(string | number)[], string>(
          `SELECT s.id ${fromSessions} ${toWhere(conditions)} ${toOrder(sort, descending, back)} LIMIT 1`,
        );
        return query.pluck().get(...valuesOf(conditions)) ?? null;
      };
      return { previousId: idAt(true), nextId: idAt(false) };
    },
    listChildren: (sessionId: string): Session[] => children.all(sessionId).map(toSession),
    findRows: (ids: readonly string[]): StoredSessionRow[] =>
      ids.flatMap((id) => {
        const row = rowOf.get(id);
        return row ? [toSessionRow(row)] : [];
      }),
    listSynthetic: (): string[] => synthetic.all(),
    listStaleSessions: (): string[] => staleSessions.all().map((row) => row.id),
    facets: ({ hidesDemo = false }: Pick<SessionFilter, 'hidesDemo'> = {}): SessionFacets => {
      const showsDemo = hidesDemo ? 0 : 1;
      const counted = calls.get(showsDemo);
      return {
        projects: projects.all(showsDemo),
        families: families.all(showsDemo),
        models: models.all(showsDemo),
        calls: stoppedCalls.flatMap((value) => {
          const count = counted?.[value] ?? 0;
          return count === 0 ? [] : [{ value, count }];
        }),
        ...(totals.get() ?? { total: 0, syntheticCount: 0 }),
      };
    },
  };
};

const toConditions = (filter: SessionFilter): Condition[] => {
  const conditions: Condition[] = [];
  const add = (sql: string, ...values: string[]) => conditions.push({ sql, values });
  const words = filter.q?.trim().toLowerCase();
  if (words) {
    const inNote = 'EXISTS (SELECT 1 FROM session_notes n WHERE n.session_id = s.id AND instr(n.search_text, ?) > 0)';
    add(`(instr(s.search_text, ?) > 0 OR holds(s.project, ?) OR ${inNote})`, words, words, words);
  }
  if (filter.project !== undefined) add(`s.project IN ${projectsNamed('json_array(?)')}`, filter.project);
  if (filter.family !== undefined) add('s.family = ?', filter.family);
  if (filter.model !== undefined) add(`EXISTS (SELECT 1 FROM json_each(${validJson('s.models', '[]')}) m WHERE m.value = ?)`, filter.model);
  if (filter.hasErrors !== undefined) add(filter.hasErrors ? 's.tool_errors > 0' : 's.tool_errors = 0');
  if (filter.hasCalls !== undefined) add(`${callCounts[filter.hasCalls]} > 0`);
  if (filter.hasFindings !== undefined) add(`s.observed IS NOT NULL AND s.findings ${filter.hasFindings ? '> 0' : '= 0'}`);
  if (filter.starred !== undefined) add(`s.id ${filter.starred ? '' : 'NOT '}IN (SELECT session_id FROM starred_sessions)`);
  if (filter.parentId !== undefined) add('s.parent_id = ?', filter.parentId);
  else if (!filter.includeChildren) add(isTopLevel);
  if (filter.warmups !== undefined) add(`${filter.warmups === 'hide' ? 'NOT ' : ''}${isWarmup}`);
  if (filter.hidesDemo) add(isOwnOrAlone);
  return conditions;
};

/** Unknown values come last in both directions, and ids rise; backwards all of it is turned round. */
const toOrder = (sort: SessionSort, descending: boolean, back: boolean): string => {
  const of = sortExpressions[sort];
  return `ORDER BY ${of} IS NULL ${back ? 'DESC' : 'ASC'}, ${of} ${descending === back ? 'ASC' : 'DESC'}, s.id ${back ? 'DESC' : 'ASC'}`;
};

const toBefore = (sort: SessionSort, descending: boolean, { value, id }: Place): Condition => {
  const of = sortExpressions[sort];
  if (value === null) return { sql: `(${of} IS NOT NULL OR s.id < ?)`, values: [id] };
  return { sql: `(${of} ${descending ? '>' : '<'} ? OR (${of} = ? AND s.id < ?))`, values: [value, value, id] };
};

const toAfter = (sort: SessionSort, descending: boolean, { value, id }: Place): Condition => {
  const of = sortExpressions[sort];
  if (value === null) return { sql: `(${of} IS NULL AND s.id > ?)`, values: [id] };
  return { sql: `(${of} ${descending ? '<' : '>'} ? OR (${of} = ? AND s.id > ?) OR ${of} IS NULL)`, values: [value, value, id] };
};

const toWhere = (conditions: readonly Condition[]): string =>
  conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`;

const valuesOf = (conditions: readonly Condition[]): (string | number)[] => conditions.flatMap(({ values }) => values);
