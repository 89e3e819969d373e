import { maxOpenMs } from '../../../session/live.ts';
import { turnAbortSubtypes, turnEndSubtypes } from '../../../session/turn-ends.ts';
import { toKnown } from '../sums.ts';

/** Subtypes of records behind which no call is waited for. */
const endings = [...turnEndSubtypes, ...turnAbortSubtypes].map((subtype) => `'${subtype}'`).join(', ');

/** SQL, in the words of an index: the file records no end of a call. */
export const hasNoEnd = (call: string): string =>
  `(${call}.outcome = 'running' OR (${call}.outcome = 'unknown' AND ${call}.result_record_id IS NULL))`;

/** SQL, in the words of an index: a call ran to its end, well or not. */
export const hasRun = (call: string): string =>
  `(${call}.outcome IN ('ok', 'error') OR (${call}.outcome = 'unknown' AND ${call}.result_record_id IS NOT NULL))`;

/** Records with which an agent goes on. */
const work = "('response', 'reasoning', 'tool_call')";

const lastWork = (column: string, session: string): string =>
  `(SELECT l.${column} FROM records l INDEXED BY records_seq WHERE l.session_id = ${session} AND l.kind IN ${work} ORDER BY l.seq DESC LIMIT 1)`;

/**
 * SQL: the position in a session up to which its agent waits for no call. Behind it stand only calls of the last response and their
 * results; where responses have no ids, no result before the last of those calls.
 */
const lastClosed = (session: string): string => `coalesce((
  SELECT b.seq FROM records b INDEXED BY records_seq WHERE b.session_id = ${session} AND (
    b.kind = 'prompt' OR b.subtype IN (${endings})
    OR (b.kind IN ${work} AND b.response_id IS NOT ${lastWork('response_id', session)})
    OR (b.kind = 'tool_result' AND ${lastWork('response_id', session)} IS NULL AND b.seq < ${lastWork('seq', session)})
  ) ORDER BY b.seq DESC LIMIT 1
), -1)`;

/** SQL: when people last marked a session as ended, or one that it is a subagent of; null: nobody did. */
export const markedEndedAt = (session: string): string => `(
  WITH RECURSIVE up(id) AS (
    SELECT ${session} UNION SELECT m.parent_id FROM up JOIN sessions m ON m.id = up.id WHERE m.relation = 'subagent' AND m.parent_id IS NOT NULL
  ) SELECT max(${toKnown('instant', 'e.ended_at_ms')}) FROM up JOIN ended_sessions e ON e.session_id = up.id
)`;

/**
 * SQL: a call without an end may still get it. Its session was not marked as ended since it began. It runs in the background, or the agent
 * waits for it. `session`: a bound parameter, so that SQLite reads session-wide values once per statement.
 */
export const isOpen = (call: string, session: string): string => `(
  coalesce(${markedEndedAt(session)} < coalesce(${call}.started_at_ms, 0), 1)
  AND (${call}.outcome = 'running' OR (${call}.outcome = 'unknown' AND ${call}.seq > ${lastClosed(session)}
    AND (${call}.response_id IS ${lastWork('response_id', session)} OR ${call}.seq = ${lastWork('seq', session)})))
)`;

/** SQL: the outcome of a call as of now. One that its agent waits for has none yet, for a day. */
export const outcomeOf = (call: string, session: string): string =>
  `CASE WHEN ${call}.outcome = 'unknown' AND ${call}.result_record_id IS NULL
    AND ${call}.started_at_ms > unixepoch('subsec') * 1000 - ${maxOpenMs} AND ${isOpen(call, session)} THEN 'running' ELSE ${call}.outcome END`;
