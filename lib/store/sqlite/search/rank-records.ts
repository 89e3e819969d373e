import type { Database } from 'better-sqlite3';
import type { SearchTerm } from '../../../domain/search.ts';
import type { RankedRecord, SearchRequest, SearchStore } from '../../search-store.ts';
import { isTakenBack } from '../sessions/taken-back.ts';
import type { Transactions } from '../transactions.ts';
import { docSql } from './doc.ts';
import { makeIndexState } from './index-state.ts';
import { toMatches, type Value } from './match-sql.ts';

/** Numbers of sessions, of those that they descend from, and of all that descend from those. */
const familyNumbers = `WITH RECURSIVE up(id) AS (
    SELECT value FROM json_each(?) UNION SELECT s.parent_id FROM up JOIN sessions s ON s.id = up.id WHERE s.parent_id IS NOT NULL
  ), family(id) AS (
    SELECT id FROM up UNION SELECT s.id FROM family JOIN sessions s INDEXED BY sessions_parent ON s.parent_id = family.id
  ) SELECT x.number FROM family JOIN search_sessions x ON x.session_id = family.id`;

type Row = Omit<RankedRecord, 'session'> & Omit<RankedRecord['session'], 'id' | 'synthetic'> & { synthetic: number };

/** Ranks records once, without counting them or reading their texts. */
export const makeRanking = (
  db: Database,
  { reading }: Pick<Transactions, 'reading'>,
): Pick<SearchStore, 'rankRecords' | 'countDocuments' | 'measureIndex'> => {
  const listFamily = db.prepare<[string], number>(familyNumbers).pluck();

  const rankRecords = (request: SearchRequest, { limit, except, needed }: Parameters<SearchStore['rankRecords']>[1]): RankedRecord[] => {
    const { ranked, isScored } = toMatches(db, request);
    if (!isScored) return [];
    const source = ranked();
    // With the plus the ranked match is run once, and not again for each document that is needed.
    const need = needed && toMatches(db, { terms: needed, conditions: [] }).rows();
    const own = except.length === 0 ? [] : listFamily.all(JSON.stringify(except));
    const rows = db
      .prepare<Value[], Row>(
        `SELECT r.session_id AS sessionId, r.id AS recordId, r.seq, r.turn_idx AS turnIdx, -f.rank AS score, s.title, s.project,
          s.family AS agent, s.started_at_ms AS startedAtMs, s.synthetic, x.starred_at_ms AS starredAtMs
        FROM (SELECT doc, rank FROM (${source.sql}) WHERE ${docSql.session('doc')} NOT IN (SELECT value FROM json_each(?))
          ${need ? `AND +doc IN (SELECT doc FROM (${need.sql}))` : ''} ORDER BY rank, ${docSql.number('doc')} DESC LIMIT ?) f
        CROSS JOIN records r ON r.fts_id = ${docSql.number('f.doc')} CROSS JOIN sessions s ON s.id = r.session_id
        LEFT JOIN starred_sessions x ON x.session_id = s.id
        WHERE NOT ${isTakenBack('r')} ORDER BY f.rank, r.fts_id DESC`,
      )
      .all(...source.values, JSON.stringify(own), ...(need?.values ?? []), limit);
    return rows.map(({ sessionId, recordId, seq, turnIdx, score, synthetic, ...session }) => ({
      ...{ sessionId, recordId, seq, turnIdx, score },
      session: { ...session, id: sessionId, synthetic: synthetic === 1 },
    }));
  };

  const countDocuments = (terms: readonly SearchTerm[], max: number): number[] => {
    const statements = new Map<string, ReturnType<typeof prepareCount>>();
    return terms.map((term) => {
      const { sql, values } = toMatches(db, { terms: [term], conditions: [] }).rows();
      const statement = statements.get(sql) ?? prepareCount(sql);
      statements.set(sql, statement);
      return statement.get(...values, max) ?? 0;
    });
  };
  const prepareCount = (sql: string) => db.prepare<Value[], number>(`SELECT count(*) FROM (${sql} LIMIT ?)`).pluck();

  const state = makeIndexState(db);
  const countPrompts = db.prepare<[number], number>('SELECT count(*) FROM (SELECT 1 FROM turns WHERE has_prompt = 1 LIMIT ?)').pluck();
  // Numbers of records grow with their number.
  const measureIndex = (maxPrompts: number) => ({ documents: state.get('search'), prompts: countPrompts.get(maxPrompts) ?? 0 });

  return { measureIndex: reading(measureIndex), rankRecords: reading(rankRecords), countDocuments: reading(countDocuments) };
};
