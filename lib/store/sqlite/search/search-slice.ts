import type { Database } from 'better-sqlite3';
import { savedSearches, sessionNotes } from '../../../../db/schema.ts';
import type { ListedField, SearchValue } from '../../../domain/search.ts';
import type { SavedSearch, SearchStore } from '../../search-store.ts';
import type { Changes } from '../changes.ts';
import type { Outcomes } from '../metrics/outcomes.ts';
import { upsert } from '../statements.ts';
import type { Transactions } from '../transactions.ts';
import { makeContinuations } from './continuations.ts';
import { toSessionsWhere, type Value } from './match-sql.ts';
import { makeRanking } from './rank-records.ts';
import { makeRetrievals } from './retrievals.ts';
import { makeSearch } from './search.ts';
import type { SearchIndex } from './search-index.ts';

/** Calls whose tools are offered as values. */
const recentCalls = 20_000;

const recentTools = `(SELECT name, session_id FROM tool_calls ORDER BY rowid DESC LIMIT ${recentCalls})`;
/** `weight`: of several, those with the largest sum come first. Each is followed by what the sessions must fulfil. */
const valuesSql: Record<ListedField, string> = {
  tool: `SELECT c.name AS value, '' AS about, 1 AS weight FROM ${recentTools} c LEFT JOIN sessions s ON s.id = c.session_id WHERE`,
  project: "SELECT s.project AS value, '' AS about, 1 AS weight FROM sessions s WHERE s.project IS NOT NULL AND",
  agent: "SELECT s.family AS value, '' AS about, 1 AS weight FROM sessions s WHERE",
  model: "SELECT m.value, '' AS about, 1 AS weight FROM sessions s, json_each(s.models) m WHERE",
  session:
    "SELECT s.id AS value, coalesce(s.title, '') AS about, coalesce(s.ended_at_ms, s.started_at_ms, 0) AS weight FROM sessions s WHERE",
};

/** Search, saved searches, stars and notes. */
export const makeSearchSlice = (
  db: Database,
  { read, write, reading, writing }: Transactions,
  { searchIndex, changes, outcomes }: { searchIndex: SearchIndex; changes: Changes; outcomes: Outcomes },
): SearchStore => {
  const { search, searchSessions, countMatches, explain } = makeSearch(db);
  const star = db.prepare<[string, number]>(
    'INSERT INTO starred_sessions (session_id, starred_at_ms) VALUES (?, ?) ON CONFLICT (session_id) DO NOTHING',
  );
  const unstar = db.prepare<[string]>('DELETE FROM starred_sessions WHERE session_id = ?');
  const putNote = db.prepare(upsert(sessionNotes, ['sessionId']));
  const dropNote = db.prepare<[string]>('DELETE FROM session_notes WHERE session_id = ?');
  const listSaved = db.prepare<[], SavedSearch>('SELECT id, name, query, saved_at_ms AS savedAtMs FROM saved_searches ORDER BY name, id');
  const putSaved = db.prepare(upsert(savedSearches, ['id']));
  const deleteSaved = db.prepare<[string]>('DELETE FROM saved_searches WHERE id = ?');
  return {
    search: reading(search),
    searchSessions: reading(searchSessions),
    countMatches: reading(countMatches),
    listSearchValues: reading((field, text, { conditions, limit }) => {
      const where = toSessionsWhere(conditions);
      return db
        .prepare<Value[], SearchValue>(
          `SELECT min(value) AS value, about FROM (${valuesSql[field]} ${where.sql}) WHERE instr(lower(value || char(10) || about), lower(?)) > 0
          GROUP BY value COLLATE NOCASE ORDER BY sum(weight) DESC, 1 LIMIT ?`,
        )
        .all(...where.values, text, limit);
    }),
    explainScore: reading(explain),
    ...makeRanking(db, { reading }),
    ...makeContinuations(db, { reading }),
    ...makeRetrievals(db, { reading, writing }, { changes, outcomes }),
    // Without a write where there is nothing to do.
    indexSome: async (withinMs) => ((await read(searchIndex.hasWork)) ? write(searchIndex.indexSome, withinMs) : 0),
    countUnindexed: reading(searchIndex.countBehind),
    checkSearchIndex: async () => {
      const isWhole = await read(searchIndex.isWhole);
      if (!isWhole) await write(searchIndex.empty);
      return isWhole;
    },
    setStarred: writing((sessionId, starredAtMs) => {
      if (starredAtMs === null) unstar.run(sessionId);
      else star.run(sessionId, starredAtMs);
      changes.add('session', sessionId);
    }),
    setNote: writing((sessionId, note) => {
      if (note === null) dropNote.run(sessionId);
      else putNote.run({ sessionId, note, searchText: note.toLowerCase() });
      changes.add('session', sessionId);
    }),
    listSavedSearches: reading(() => listSaved.all()),
    putSavedSearch: writing((saved) => {
      putSaved.run(saved);
      changes.add('search', saved.id);
    }),
    deleteSavedSearch: writing((id) => {
      changes.add('search', id);
      return deleteSaved.run(id).changes > 0;
    }),
  };
};
