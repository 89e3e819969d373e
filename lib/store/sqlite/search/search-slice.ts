import type { Database } from 'better-sqlite3';
import { endedSessions, savedSearches, sessionNotes } from '../../../../db/schema.ts';
import type { SavedSearch, SearchStore } from '../../search-store.ts';
import type { Changes } from '../changes.ts';
import type { Outcomes } from '../metrics/outcomes.ts';
import { upsert } from '../statements.ts';
import type { Transactions } from '../transactions.ts';
import { makeContinuations } from './continuations.ts';
import { makeRanking } from './rank-records.ts';
import { makeRetrievals } from './retrievals.ts';
import { makeSearch } from './search.ts';
import type { SearchIndex } from './search-index.ts';
import { makeListValues } from './search-values.ts';

/** Search, saved searches, stars, notes, and which sessions people marked as ended. */
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
  const markEnded = db.prepare(upsert(endedSessions, ['sessionId']));
  const unmarkEnded = db.prepare<[string]>('DELETE FROM ended_sessions WHERE session_id = ?');
  const outdate = db
    .prepare<[string], string>(
      `WITH RECURSIVE tree(id) AS (
        SELECT ? UNION SELECT s.id FROM tree JOIN sessions s INDEXED BY sessions_parent ON s.parent_id = tree.id WHERE s.relation = 'subagent'
      ) UPDATE sessions SET settled = 0 WHERE id IN (SELECT id FROM tree) RETURNING id`,
    )
    .pluck();
  const putNote = db.prepare(upsert(sessionNotes, ['sessionId']));
  const dropNote = db.prepare<[string]>('DELETE FROM session_notes WHERE session_id = ?');
  const listSaved = db.prepare<[], SavedSearch>('SELECT id, name, query, saved_at_ms AS savedAtMs FROM saved_searches ORDER BY name, id');
  const putSaved = db.prepare(upsert(savedSearches, ['id']));
  const deleteSaved = db.prepare<[string]>('DELETE FROM saved_searches WHERE id = ?');
  return {
    search: reading(search),
    searchSessions: reading(searchSessions),
    countMatches: reading(countMatches),
    listSearchValues: reading(makeListValues(db)),
    explainScore: reading(explain),
    ...makeRanking(db, { reading }),
    ...makeContinuations(db, { reading }),
    ...makeRetrievals(db, { reading, writing }, { changes, outcomes }),
    // Without a write where there is nothing to do.
    indexSome: async (withinMs) => ((await read(searchIndex.hasWork)) ? write(searchIndex.indexSome, withinMs) : 0),
    requestMerge: async () => {
      const isWanted = await read(searchIndex.wantsMerge);
      if (isWanted) await write(searchIndex.requestMerge);
      return isWanted;
    },
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
    setMarkedEnded: writing((sessionId, endedAtMs) => {
      if (endedAtMs === null) unmarkEnded.run(sessionId);
      else markEnded.run({ sessionId, endedAtMs });
      const ids = outdate.all(sessionId);
      for (const id of ids) changes.add('session', id);
      return ids;
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
