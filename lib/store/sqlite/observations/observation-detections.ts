import type { Database } from 'better-sqlite3';
import { observationSightings } from '../../../../db/schema.ts';
import type { Occurrence } from '../../../domain/observation.ts';
import { toWaste, type StoredObservation, type WasteColumns } from './observation-rows.ts';
import { bindByPosition, columnsOf, upsert } from '../statements.ts';

export type Detections = ReturnType<typeof makeDetections>;

export type StoredDetection = typeof observationSightings.$inferSelect;
type Said = { callIndex: number; atMs: number; timed: number } & WasteColumns;
type Sums = Pick<StoredObservation, 'seen' | 'wasteCalls' | 'wasteTokens' | 'wasteMs' | 'wasteUsd'> & {
  firstSeenMs: number | null;
  lastSeenMs: number | null;
  timed: number | null;
};
type Key = { sessionId: string; observationId: string };

/** Over rows with and without a time: a time that is known, before when it was read. */
export const knownFirst = (reduce: 'min' | 'max', column: string): string =>
  `coalesce(${reduce}(CASE WHEN timed = 1 THEN ${column} END), ${reduce}(${column}))`;

/** Of rows of which each has a waste or none: what is unknown of one that has is unknown of all. */
export const wasteSums = `sum(waste_calls) AS wasteCalls, ${(
  [
    ['waste_tokens', 'wasteTokens'],
    ['waste_ms', 'wasteMs'],
    ['waste_usd', 'wasteUsd'],
  ] as const
)
  .map(([column, name]) => `iif(count(waste_calls) = count(${column}), sum(${column}), NULL) AS ${name}`)
  .join(', ')}`;

const isOf = 'session_id = @sessionId AND observation_id = @observationId';

/** Each time that an observation began. */
export const makeDetections = (db: Database) => {
  const put = bindByPosition(db, upsert(observationSightings, ['sessionId', 'observationId', 'callId']));
  const reached = db
    .prepare<[Key & { callId: string }], number>(`SELECT last_call_index FROM observation_sightings WHERE ${isOf} AND call_id = @callId`)
    .pluck();
  const furthest = db.prepare<[Key], number>(`SELECT coalesce(max(last_call_index), 0) FROM observation_sightings WHERE ${isOf}`).pluck();
  const newest = db.prepare<[Key], StoredDetection>(
    `SELECT ${columnsOf(observationSightings, 's')} FROM observation_sightings s
    WHERE ${isOf} AND superseded = 0 AND call_index > 0 ORDER BY call_index DESC LIMIT 1`,
  );
  const firstSince = db.prepare<[Key & { atMs: number }], StoredDetection>(
    `SELECT ${columnsOf(observationSightings, 's')} FROM observation_sightings s
    WHERE ${isOf} AND superseded = 0 AND last_at_ms >= @atMs ORDER BY call_index, at_ms LIMIT 1`,
  );
  const standing = db.prepare<[string, string, number], StoredDetection>(
    `SELECT ${columnsOf(observationSightings, 's')} FROM observation_sightings s
    WHERE session_id = (SELECT session_id FROM observations INDEXED BY observations_id WHERE id = ?) AND observation_id = ? AND superseded = 0
    ORDER BY timed DESC, iif(timed = 1, at_ms, 0) DESC, call_index DESC, at_ms DESC, call_id LIMIT ?`,
  );
  const extend = bindByPosition(
    db,
    // Where no record told a time so far, the first that does gives it its beginning, too.
    `UPDATE observation_sightings SET last_call_index = max(last_call_index, @lastCallIndex), at_ms = iif(@timed > timed, @lastAtMs, at_ms),
    last_at_ms = iif(@timed < timed, last_at_ms, @lastAtMs), timed = max(timed, @timed), waste_calls = @wasteCalls,
    waste_tokens = @wasteTokens, waste_ms = @wasteMs, waste_usd = @wasteUsd WHERE ${isOf} AND call_id = @callId`,
  );
  const sums = db.prepare<[Key], Sums>(
    `SELECT count(*) AS seen, ${knownFirst('min', 'at_ms')} AS firstSeenMs,
      ${knownFirst('max', 'last_at_ms')} AS lastSeenMs, max(timed) AS timed, ${wasteSums}
    FROM observation_sightings WHERE ${isOf} AND superseded = 0`,
  );
  const reaching = db.prepare<[string, number], { id: string }>(
    `SELECT DISTINCT observation_id AS id FROM observation_sightings WHERE session_id = ? AND superseded = 0 AND last_call_index > ?`,
  );
  const supersede = db.prepare<[string, number]>(
    'UPDATE observation_sightings SET superseded = 1 WHERE session_id = ? AND superseded = 0 AND call_index > ?',
  );
  const perDay = db.prepare<[{ fingerprint: string; zoneMs: number; from: number }], { day: number; count: number }>(
    `SELECT CAST(floor((at_ms + @zoneMs) / 86400000) AS INTEGER) AS day, count(*) AS count
    FROM observation_sightings INDEXED BY observation_sightings_day
    WHERE fingerprint = @fingerprint AND timed = 1 AND at_ms >= @from AND superseded = 0 GROUP BY day`,
  );

  return {
    has: (key: Key, callId: string): boolean => reached.get({ ...key, callId }) !== undefined,
    /** The furthest call at which any of it was ever said, whether that stands or not; 0: at none. */
    findFurthest: (key: Key): number => furthest.get(key) ?? 0,
    /** The one that began last, of those that stand and that observers of calls found. */
    findNewest: (key: Key): StoredDetection | null => newest.get(key) ?? null,
    /** The one that began first, of those that stand and that lasted to a time; what was told comes before what was found. */
    findFirstSince: (key: Key, atMs: number): StoredDetection | null => firstSince.get({ ...key, atMs }) ?? null,
    /**
     * Since when what is said counts for how severe it is: an opening that no record gave a time moves back to the first time that is
     * known. `stands`: something that was said since stands already.
     */
    findOpening: (
      row: StoredObservation,
      { atMs, isTimed }: { atMs: number; isTimed: boolean },
    ): { openedAtMs: number; stands: boolean } => {
      const first = firstSince.get({ sessionId: row.sessionId, observationId: row.id, atMs: row.openedAtMs });
      const isMoved = isTimed && (first ?? row).timed === 0;
      return { openedAtMs: isMoved ? Math.min(row.openedAtMs, atMs) : row.openedAtMs, stands: first !== undefined };
    },
    /** Those that stand: first those whose time is known, newest first; then by call, the last one first. */
    list: (observationId: string, limit: number): Occurrence[] => standing.all(observationId, observationId, limit).map(toOccurrence),
    /** Begins one, or lets it stand again from its beginning. */
    begin: (row: Key & Said & { callId: string; fingerprint: string }): void => {
      const { sessionId, observationId, callId, callIndex } = row;
      const lastCallIndex = Math.max(callIndex, reached.get({ sessionId, observationId, callId }) ?? 0);
      put({ ...row, lastCallIndex, lastAtMs: row.atMs, superseded: 0 });
    },
    extend: ({ sessionId, observationId, callId }: StoredDetection, { callIndex, atMs, ...waste }: Said): void => {
      extend({ sessionId, observationId, callId, lastCallIndex: callIndex, lastAtMs: atMs, ...waste });
    },
    /** An observation as its sightings say; when it was seen stays known where none stands. */
    toSummed: (row: StoredObservation): StoredObservation => {
      const sum = sums.get({ sessionId: row.sessionId, observationId: row.id });
      if (!sum) return row;
      const times = {
        firstSeenMs: sum.firstSeenMs ?? row.firstSeenMs,
        lastSeenMs: sum.lastSeenMs ?? row.lastSeenMs,
        timed: sum.timed ?? row.timed,
      };
      return { ...row, ...sum, ...times };
    },
    /** Marks those that began behind a call; answers the observations of all that reached behind it. */
    supersedeAfter: (sessionId: string, callIndex: number): string[] => {
      const ids = reaching.all(sessionId, callIndex).map(({ id }) => id);
      if (ids.length > 0) supersede.run(sessionId, callIndex);
      return ids;
    },
    /** By days of a clock, which are numbered from 1970; from a day on. Those without a time are in none. */
    countByDay: (fingerprint: string, fromDay: number, zoneMinutes: number): Map<number, number> => {
      const zoneMs = zoneMinutes * 60_000;
      const rows = perDay.all({ fingerprint, zoneMs, from: fromDay * 86_400_000 - zoneMs });
      return new Map(rows.map(({ day, count }) => [day, count]));
    },
  };
};

const toOccurrence = ({ callIndex, atMs, timed, ...row }: StoredDetection): Occurrence => ({
  callIndex: callIndex === 0 ? null : callIndex,
  atMs: timed === 1 ? atMs : null,
  waste: toWaste(row),
});
