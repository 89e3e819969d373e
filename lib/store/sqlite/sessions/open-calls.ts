import { maxOpenMs } from '../../../session/live.ts';
import { turnAbortSubtypes, turnEndSubtypes } from '../../../session/turn-ends.ts';

/** Records behind which no call is waited for. */
const endings = [...turnEndSubtypes, ...turnAbortSubtypes].map((subtype) => `'${subtype}'`).join(', ');

/** SQL, in the words of an index: the file records no end of a call. */
export const hasNoEnd = (call: string): string =>
  `(${call}.outcome = 'running' OR (${call}.outcome = 'unknown' AND ${call}.result_record_id IS NULL))`;

/** SQL, in the words of an index: a call ran to its end, well or not. */
export const hasRun = (call: string): string =>
  `(${call}.outcome IN ('ok', 'error') OR (${call}.outcome = 'unknown' AND ${call}.result_record_id IS NOT NULL))`;

/**
 * SQL: a call without an end may still get it. A person did not mark its session as ended since it began. It runs in the background, or
 * the agent waits for it: behind it stand only calls of the same response and their results.
 */
export const isOpen = (call: string): string => `(
  NOT EXISTS (SELECT 1 FROM ended_sessions e WHERE e.session_id = ${call}.session_id AND e.ended_at_ms >= coalesce(${call}.started_at_ms, 0))
  AND (${call}.outcome = 'running' OR (${call}.outcome = 'unknown' AND NOT EXISTS (
    SELECT 1 FROM records later INDEXED BY records_seq WHERE later.session_id = ${call}.session_id AND later.seq > ${call}.seq AND (
      later.kind = 'prompt' OR later.subtype IN (${endings})
      OR (later.kind IN ('response', 'reasoning', 'tool_call') AND (later.response_id IS NOT ${call}.response_id OR (later.response_id IS NULL AND EXISTS (
        SELECT 1 FROM records done INDEXED BY records_seq
        WHERE done.session_id = later.session_id AND done.seq > ${call}.seq AND done.seq < later.seq AND done.kind = 'tool_result'
      ))))
    )
  )))
)`;

/** SQL: the outcome of a call as of now. One that its agent waits for has none yet, for a day. */
export const outcomeOf = (call: string): string =>
  `CASE WHEN ${call}.outcome = 'unknown' AND ${call}.result_record_id IS NULL
    AND ${call}.started_at_ms > unixepoch('subsec') * 1000 - ${maxOpenMs} AND ${isOpen(call)} THEN 'running' ELSE ${call}.outcome END`;
