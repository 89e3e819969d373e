import type { Database } from 'better-sqlite3';
import type { Changes } from './changes.ts';
import type { Observations } from './observations/observations.ts';
import type { Overlaps } from './sessions/overlaps.ts';
import type { SearchIndex } from './search-index.ts';

type Parts = {
  searchIndex: SearchIndex;
  overlaps: Overlaps;
  observations: Observations;
  changes: Changes;
  recomputeAggregates: (sessionIds: readonly string[]) => string[];
};

/**
 * Removes every synthetic session with all it owns, and the sources that held nothing else, so that they can be imported
 * again. Sessions that shared entries with one of them are settled anew.
 */
export const makeDeleteSynthetic = (db: Database, { searchIndex, overlaps, observations, changes, recomputeAggregates }: Parts) => {
  const list = db.prepare<[], { id: string }>('SELECT id FROM sessions WHERE synthetic = 1');
  const remove = db.prepare<[string]>('DELETE FROM sessions WHERE id = ?');
  const dropOverlaps = db.prepare<[string]>('DELETE FROM session_overlaps WHERE other_id = ?');
  const sourcesOf = db.prepare<[string], { id: string }>('SELECT source_id AS id FROM source_sessions WHERE session_id = ?');
  const dropSource = db.prepare<[string]>('DELETE FROM source_sessions WHERE session_id = ?');
  const dropEmptySource = db.prepare<[string]>('DELETE FROM sources WHERE id = ? AND id NOT IN (SELECT source_id FROM source_sessions)');
  const hasSession = db.prepare<[string]>('SELECT 1 FROM sessions WHERE id = ?');
  return (): number => {
    const ids = list.all().map((row) => row.id);
    const sharing = new Set(ids.flatMap((id) => overlaps.othersOf(id)));
    for (const id of ids) {
      const sources = sourcesOf.all(id);
      searchIndex.forgetSession(id);
      remove.run(id);
      dropSource.run(id);
      for (const source of sources) dropEmptySource.run(source.id);
      changes.add('session', id);
    }
    observations.removeOf(ids);
    if (ids.length > 0) searchIndex.afterDelete();
    // Their overlaps with what is gone are what makes `settle` look at them once more.
    recomputeAggregates([...sharing].filter((id) => hasSession.get(id)));
    for (const id of ids) dropOverlaps.run(id);
    return ids.length;
  };
};
