import type { Database } from 'better-sqlite3';
import { savedSearches } from '../../../../db/schema.ts';
import type { SavedSearch, SearchStore } from '../../search-store.ts';
import type { Changes } from '../changes.ts';
import { upsert } from '../statements.ts';
import type { Transactions } from '../transactions.ts';
import { makeRetrievals } from './retrievals.ts';
import { makeSearch } from './search.ts';
import type { SearchIndex } from './search-index.ts';

/** Calls whose tools are offered as values. */
const recentCalls = 20_000;

const valuesSql: Record<Parameters<SearchStore['listSearchValues']>[0], string> = {
  tool: `SELECT name AS value FROM (SELECT name FROM tool_calls ORDER BY rowid DESC LIMIT ${recentCalls})`,
  project: 'SELECT project AS value FROM sessions WHERE project IS NOT NULL',
  agent: 'SELECT family AS value FROM sessions',
  model: 'SELECT m.value FROM sessions s, json_each(s.models) m',
};

/** Search, saved searches and stars. */
export const makeSearchSlice = (
  db: Database,
  { read, write, reading, writing }: Transactions,
  { searchIndex, changes }: { searchIndex: SearchIndex; changes: Changes },
): SearchStore => {
  const { search, searchSessions, countMatches, explain } = makeSearch(db);
  const star = db.prepare<[string, number]>(
    'INSERT INTO starred_sessions (session_id, starred_at_ms) VALUES (?, ?) ON CONFLICT (session_id) DO NOTHING',
  );
  const unstar = db.prepare<[string]>('DELETE FROM starred_sessions WHERE session_id = ?');
  const listSaved = db.prepare<[], SavedSearch>('SELECT id, name, query, saved_at_ms AS savedAtMs FROM saved_searches ORDER BY name, id');
  const putSaved = db.prepare(upsert(savedSearches, ['id']));
  const deleteSaved = db.prepare<[string]>('DELETE FROM saved_searches WHERE id = ?');
  return {
    search: reading(search),
    searchSessions: reading(searchSessions),
    countMatches: reading(countMatches),
    listSearchValues: reading((field, text, limit) =>
      db
        .prepare<[string, number], string>(
          `SELECT min(value) FROM (${valuesSql[field]}) WHERE instr(lower(value), lower(?)) > 0
          GROUP BY value COLLATE NOCASE ORDER BY count(*) DESC, 1 LIMIT ?`,
        )
        .pluck()
        .all(text, limit),
    ),
    explainScore: reading(explain),
    ...makeRetrievals(db, { reading, writing }, changes),
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
