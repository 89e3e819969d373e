import type { Database } from 'better-sqlite3';
import type { ObservationCounts } from '../../../domain/observation.ts';
import type { OpenObservations } from '../../observation-store.ts';
import { openStates } from '../../../observations/lifecycle.ts';
import { toSeverity } from '../../../observations/severity.ts';
import { toObservation, type ListedObservation } from './observation-rows.ts';
import { fromListed, listedObservation } from './observations.ts';

const isOpen = `session_id = ? AND state IN (${openStates.map((state) => `'${state}'`).join(', ')})`;
const order = "severity, state <> 'regressed', timed DESC, last_seen_ms DESC, id";

/** Open observations of one session. */
export const makeOpenObservations = (db: Database) => {
  const first = db.prepare<[string, number, number], ListedObservation>(
    `SELECT ${listedObservation} ${fromListed} WHERE (o.session_id, o.id) IN (
      SELECT session_id, id FROM (
        SELECT session_id, id, severity, state, timed, last_seen_ms, row_number() OVER (PARTITION BY observer_name ORDER BY ${order}) AS place FROM observations WHERE ${isOpen}
      ) WHERE place <= ? ORDER BY ${order} LIMIT ?
    ) ORDER BY o.severity, o.state <> 'regressed', o.timed DESC, o.last_seen_ms DESC, o.id`,
  );
  const counted = db.prepare<[string], { observer: string; severity: number; count: number }>(
    `SELECT observer_name AS observer, severity, count(*) AS count FROM observations WHERE ${isOpen} GROUP BY 1, 2`,
  );
  return (sessionId: string, maxOfObserver: number, limit: number): OpenObservations => {
    const bySeverity: ObservationCounts['bySeverity'] = {};
    // Any name may stand here, also those that objects have.
    const byObserver = new Map<string, number>();
    let open = 0;
    for (const { observer, severity: rank, count } of counted.all(sessionId)) {
      const severity = toSeverity(rank);
      bySeverity[severity] = (bySeverity[severity] ?? 0) + count;
      byObserver.set(observer, (byObserver.get(observer) ?? 0) + count);
      open += count;
    }
    return {
      observations: first.all(sessionId, maxOfObserver, limit).map(toObservation),
      counts: { bySeverity, byStatus: open > 0 ? { open } : {}, byObserver: Object.fromEntries(byObserver) },
    };
  };
};
