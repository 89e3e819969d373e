import type { Database } from 'better-sqlite3';
import { observationSightings } from '../../../../db/schema.ts';
import type { Occurrence } from '../../../domain/observation.ts';
import type { ObservationRow, OccurrenceRow } from '../../../observations/plans/rows.ts';
import { toWaste } from './observation-rows.ts';
import { bindByPosition, columnsOf, upsert } from '../statements.ts';

export type Detections = ReturnType<typeof makeDetections>;

/** Each time that an observation began. */
export const makeDetections = (db: Database) => {
  const columns = columnsOf(observationSightings, 's');
  const put = bindByPosition(db, upsert(observationSightings, ['sessionId', 'observationId', 'callId']));
  const ofObservation = db.prepare<[string, string], OccurrenceRow>(
    `SELECT ${columns} FROM observation_sightings s WHERE session_id = ? AND observation_id = ?`,
  );
  const standing = db.prepare<[string, string, number], OccurrenceRow>(
    `SELECT ${columns} FROM observation_sightings s
    WHERE session_id = (SELECT session_id FROM observations INDEXED BY observations_id WHERE id = ?) AND observation_id = ? AND superseded = 0
    ORDER BY timed DESC, iif(timed = 1, at_ms, 0) DESC, call_index DESC, at_ms DESC, call_id LIMIT ?`,
  );
  const foundAfter = db
    .prepare<[string, number], string>(
      `SELECT DISTINCT observation_id FROM observation_sightings WHERE session_id = ? AND superseded = 0 AND last_call_index > ?`,
    )
    .pluck();
  const openedUntimed = db
    .prepare<[string, number, string, string], number>(
      `SELECT 1 FROM observation_sightings INDEXED BY observation_sightings_day
      WHERE fingerprint = ? AND timed = 0 AND at_ms = ? AND superseded = 0 AND session_id = ? AND observation_id = ? LIMIT 1`,
    )
    .pluck();
  const perDay = db.prepare<[{ fingerprint: string; zoneMs: number; from: number }], { day: number; count: number }>(
    `SELECT CAST(floor((at_ms + @zoneMs) / 86400000) AS INTEGER) AS day, count(*) AS count
    FROM observation_sightings INDEXED BY observation_sightings_day
    WHERE fingerprint = @fingerprint AND timed = 1 AND at_ms >= @from AND superseded = 0 GROUP BY day`,
  );

  return {
    put: (row: OccurrenceRow): void => {
      put(row);
    },
    /** All of an observation, superseded ones too. */
    listOf: (sessionId: string, observationId: string): OccurrenceRow[] => ofObservation.all(sessionId, observationId),
    /** Whether it was opened by an occurrence without a recorded time. */
    isOpenedUntimed: ({ fingerprint, openedAtMs, sessionId, id }: ObservationRow): boolean =>
      openedUntimed.get(fingerprint, openedAtMs, sessionId, id) !== undefined,
    /** Observations of a session of which something that stands was found behind a call. */
    listFoundAfter: (sessionId: string, callIndex: number): string[] => foundAfter.all(sessionId, callIndex),
    /** Those that stand: first those whose time is known, newest first; then by call, the last one first. */
    list: (observationId: string, limit: number): Occurrence[] => standing.all(observationId, observationId, limit).map(toOccurrence),
    /** By days of a clock, which are numbered from 1970; from a day on. Those without a time are in none. */
    countByDay: (fingerprint: string, fromDay: number, zoneMinutes: number): Map<number, number> => {
      const zoneMs = zoneMinutes * 60_000;
      const rows = perDay.all({ fingerprint, zoneMs, from: fromDay * 86_400_000 - zoneMs });
      return new Map(rows.map(({ day, count }) => [day, count]));
    },
  };
};

const toOccurrence = ({ callIndex, atMs, timed, ...row }: OccurrenceRow): Occurrence => ({
  callIndex: callIndex === 0 ? null : callIndex,
  atMs: timed === 1 ? atMs : null,
  waste: toWaste(row),
});
