import type { Database, Statement } from 'better-sqlite3';
import type { TermScore } from '../../../domain/retrieval.ts';
import type { HitSession, SearchFacets, SearchTerm } from '../../../domain/search.ts';
import type { FoundDocument, FoundPage, FoundSession, SearchRequest } from '../../search-store.ts';
import { parseCursor, toCursor } from '../cursor.ts';
import { docSql, toKind, toSessionNumber } from './doc.ts';
import { toMatches, type Sql, type Value } from './match-sql.ts';
import { makeReadDocument } from './read-document.ts';

/** Matches that are compared; of more, the last that were added. */
export const maxRanked = 100_000;
const cursorName = 'search';

const maxPrepared = 50;

type Ranked = { doc: number; rank: number };
type Best = { session: number; rank: number; total: number };
type Page = { cursor: string | null; limit: number };

/** Searches the index. Nothing here reads a text but those of the page. */
export const makeSearch = (db: Database) => {
  const readDocument = makeReadDocument(db);
  const prepared = new Map<string, Statement<Value[]>>();
  /** Most queries differ only in their words. */
  const prepare = (sql: string): Statement<Value[]> => {
    const statement = prepared.get(sql) ?? db.prepare<Value[]>(sql);
    if (prepared.size >= maxPrepared) prepared.clear();
    prepared.set(sql, statement);
    return statement;
  };
  // The columns that each statement selects.
  const all = <Row>({ sql, values }: Sql, ...more: Value[]): Row[] => prepare(sql).all(...values, ...more) as Row[];
  const countAll = ({ sql, values }: Sql): number =>
    all<{ count: number }>({ sql: `SELECT count(*) AS count FROM (${sql})`, values })[0]?.count ?? 0;
  /** Behind a place: a worse rank, or the same and added before. */
  const toAfter = (cursor: string | null, number: string): Sql => {
    if (cursor === null) return { sql: '', values: [] };
    const { value, id } = parseCursor(cursor, cursorName);
    return { sql: ` WHERE (rank > ? OR (rank = ? AND ${number} < ?))`, values: [Number(value), Number(value), Number(id)] };
  };
  const toNext = (last: { rank: number; number: number } | undefined): string | null =>
    last ? toCursor({ list: cursorName, value: last.rank, id: String(last.number) }) : null;

  const search = (request: SearchRequest, { cursor, limit }: Page): FoundPage<FoundDocument> => {
    const after = toAfter(cursor, 'doc');
    const { rows, ranked, isScored } = toMatches(db, request);
    const total = countAll(rows);
    if (total === 0) return { items: [], nextCursor: null, total, ranked: 0 };
    const source = ranked(isScored && total > maxRanked ? maxRanked : null);
    const found = all<Ranked>(
      {
        sql: `SELECT doc, rank FROM (${source.sql})${after.sql} ORDER BY rank, doc DESC LIMIT ?`,
        values: [...source.values, ...after.values],
      },
      limit + 1,
    );
    const page = found.slice(0, limit);
    const last = page.at(-1);
    return {
      items: page.flatMap(({ doc, rank }) => readDocument(doc, isScored ? -rank : null) ?? []),
      nextCursor: found.length > limit && last ? toNext({ rank: last.rank, number: last.doc }) : null,
      total,
      ranked: isScored ? Math.min(total, maxRanked) : total,
    };
  };

  const searchSessions = (
    request: SearchRequest,
    { cursor, limit, perSession }: Page & { perSession: number },
  ): FoundPage<FoundSession> => {
    const after = toAfter(cursor, 'session');
    const { rows, ranked, isScored } = toMatches(db, request);
    const total = countAll(rows);
    if (total === 0) return { items: [], nextCursor: null, total, ranked: 0 };
    const source = ranked(isScored && total > maxRanked ? maxRanked : null);
    const best = all<Best>(
      {
        sql: `WITH found AS MATERIALIZED (${source.sql}) SELECT session, rank, total FROM (
          SELECT ${docSql.session('doc')} AS session, min(rank) AS rank, count(*) AS total FROM found GROUP BY session
        )${after.sql} ORDER BY rank, session DESC LIMIT ?`,
        values: [...source.values, ...after.values],
      },
      limit + 1,
    );
    const page = best.slice(0, limit);
    const documents = all<Ranked>(
      {
        sql: `WITH found AS MATERIALIZED (${source.sql}) SELECT doc, rank FROM (
          SELECT doc, rank, row_number() OVER (PARTITION BY ${docSql.session('doc')} ORDER BY rank, doc DESC) AS place
          FROM found WHERE ${docSql.session('doc')} IN (SELECT value FROM json_each(?))
        ) WHERE place <= ? ORDER BY rank, doc DESC`,
        values: source.values,
      },
      JSON.stringify(page.map(({ session }) => session)),
      perSession,
    );
    const last = page.at(-1);
    return {
      items: page.map((group) => {
        const found = documents.filter(({ doc }) => toSessionNumber(doc) === group.session);
        const read = found.flatMap(({ doc, rank }) => readDocument(doc, isScored ? -rank : null) ?? []);
        return { session: read[0]?.session ?? null, total: group.total, documents: read };
      }),
      nextCursor: best.length > limit && last ? toNext({ rank: last.rank, number: last.session }) : null,
      total,
      ranked: isScored ? Math.min(total, maxRanked) : total,
    };
  };

  const sessionOf = db.prepare<[number], Pick<HitSession, 'project' | 'agent'>>(
    'SELECT s.project, s.family AS agent FROM search_sessions x JOIN sessions s ON s.id = x.session_id WHERE x.number = ?',
  );
  const countMatches = (request: SearchRequest): SearchFacets => {
    const { rows } = toMatches(db, request);
    const counts = all<{ session: number; kind: number; count: number }>({
      sql: `SELECT ${docSql.session('doc')} AS session, ${docSql.kind('doc')} AS kind, count(*) AS count FROM (${rows.sql}) GROUP BY 1, 2`,
      values: rows.values,
    });
    const [kinds, projects, agents] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()];
    const sessions = new Map<number, Pick<HitSession, 'project' | 'agent'> | undefined>();
    const add = (map: Map<string, number>, value: string | null | undefined, count: number): void => {
      if (value !== null && value !== undefined) map.set(value, (map.get(value) ?? 0) + count);
    };
    for (const { session, kind, count } of counts) {
      if (!sessions.has(session)) sessions.set(session, sessionOf.get(session));
      add(kinds, toKind(kind), count);
      add(projects, sessions.get(session)?.project, count);
      add(agents, sessions.get(session)?.agent, count);
    }
    const toFacets = (map: Map<string, number>) =>
      [...map].map(([value, count]) => ({ value, label: value, count })).sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
    return { kinds: toFacets(kinds), projects: toFacets(projects), agents: toFacets(agents) };
  };
  const docOf = db
    .prepare<[string, string], number>(
      `SELECT min(d.id) FROM records r JOIN search_sessions x ON x.session_id = r.session_id
      JOIN search_words_docsize d ON d.id BETWEEN (x.number << 32) + (r.fts_id << 4) AND (x.number << 32) + (r.fts_id << 4) + 15
      WHERE r.session_id = ? AND r.id = ?`,
    )
    .pluck();
  const explain = (sessionId: string, recordId: string, terms: readonly SearchTerm[]): TermScore[] => {
    const doc = docOf.get(sessionId, recordId) ?? null;
    const scores = new Map<string, number>();
    for (const term of doc === null ? [] : terms) {
      const source = toMatches(db, { terms: [term], conditions: [] }).ranked(null);
      const [found] = all<Ranked>({ sql: `SELECT * FROM (${source.sql}) WHERE doc = ?`, values: source.values }, BigInt(doc ?? 0));
      const name = term.words.join(' ');
      if (found) scores.set(name, (scores.get(name) ?? 0) - found.rank);
    }
    return [...scores].map(([term, score]) => ({ term, score })).sort((a, b) => b.score - a.score);
  };
  return { search, searchSessions, countMatches, explain };
};
