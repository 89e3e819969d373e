import type { Database } from 'better-sqlite3';
import type { Changes } from './changes.ts';
import type { Observations } from './observations/observations.ts';
import type { RawLines } from './raw-lines.ts';
import type { ReviewTotals } from './reviews/review-totals.ts';
import type { Overlaps } from './sessions/overlaps.ts';
import type { Projects } from './sessions/projects.ts';
import type { Turns } from './sessions/turns.ts';
import type { SearchIndex } from './search/search-index.ts';

type Parts = {
  rawLines: RawLines;
  searchIndex: SearchIndex;
  overlaps: Overlaps;
  observations: Observations;
  reviewTotals: ReviewTotals;
  turns: Turns;
  projects: Projects;
  changes: Changes;
  recomputeAggregates: (sessionIds: readonly string[]) => string[];
};

/** Removes sessions with all they own, and the sources that held nothing else. Sessions that shared entries with them are recomputed. */
export const makeDeleteSessions = (
  db: Database,
  { rawLines, searchIndex, overlaps, observations, reviewTotals, turns, projects, changes, recomputeAggregates }: Parts,
) => {
  const remove = db.prepare<[string]>('DELETE FROM sessions WHERE id = ?');
  const dropOverlaps = db.prepare<[string]>('DELETE FROM session_overlaps WHERE other_id = ?');
  const sourcesOf = db.prepare<[string], { id: string }>('SELECT source_id AS id FROM source_sessions WHERE session_id = ?');
  const dropSource = db.prepare<[string]>('DELETE FROM source_sessions WHERE session_id = ?');
  const dropEmptySource = db.prepare<[string]>('DELETE FROM sources WHERE id = ? AND id NOT IN (SELECT source_id FROM source_sessions)');
  const experimentsOf = db
    .prepare<[string], string>('DELETE FROM experiment_assignments WHERE session_id = ? RETURNING experiment_id')
    .pluck();
  const hasSession = db.prepare<[string]>('SELECT 1 FROM sessions WHERE id = ?');
  return (ids: readonly string[]): void => {
    reviewTotals.removeOf(ids);
    const sharing = new Set(ids.flatMap((id) => overlaps.othersOf(id)));
    for (const id of ids) {
      const sources = sourcesOf.all(id);
      searchIndex.forgetSession(id);
      rawLines.forgetSession(id);
      projects.leave(id);
      remove.run(id);
      turns.forgetMetrics(id);
      dropSource.run(id);
      for (const experimentId of experimentsOf.all(id)) changes.add('experiment', experimentId);
      for (const source of sources) dropEmptySource.run(source.id);
      changes.add('session', id);
    }
    observations.removeOf(ids);
    if (ids.length > 0) searchIndex.afterDelete();
    // Their overlaps with what is gone make `recomputeAggregates` look at them again.
    recomputeAggregates([...sharing].filter((id) => hasSession.get(id)));
    for (const id of ids) dropOverlaps.run(id);
    if (ids.length > 0) projects.placeFew();
  };
};
