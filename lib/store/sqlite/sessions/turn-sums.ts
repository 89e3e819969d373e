import type { Database } from 'better-sqlite3';
import { idleGapMs } from '../../../session/derive.ts';
import { failedRunSubtypes, turnAbortSubtypes, turnEndSubtypes, type TurnMarks } from '../../../session/turn-ends.ts';
import { placeOf } from '../index-hash.ts';
import { sumOfCosts, sumOfCounts } from '../sums.ts';
import { hasNoEnd, isOpen } from './open-calls.ts';
import { isCostAtLeast, isPartial, isUncounted } from './usage-gaps.ts';

export type Span = {
  turnIdx: number;
  startedAtMs: number | null;
  endedAtMs: number | null;
  activeMs: number | null;
  /** Time of the last record of any kind. */
  lastAtMs: number | null;
  /** Positions of the last answer, of the last answer, call or result, and of the last record that ends a turn. */
  answerSeq: number | null;
  workSeq: number | null;
  endSeq: number | null;
  /** The last record that cuts it short: `cutFactor` times its position and the number of its subtype. */
  cutPlace: number | null;
  /** Whether the last line that a client prints of a run reports success; null: there is none. */
  isPrintedWell: number | null;
};
export type CallCounts = {
  turnIdx: number;
  toolCalls: number;
  toolErrors: number;
  toolRejected: number;
  toolDenied: number;
  toolInterrupted: number;
  toolUnended: number;
  /** When the newest call began that may still get its end; null: there is none. */
  openCallAtMs: number | null;
};
export type ResponseSums = {
  turnIdx: number;
  responses: number;
  tokens: number | null;
  tokensOutput: number | null;
  costUsd: number | null;
  outputAtLeast: number;
  costAtLeast: number;
};
type From = { sessionId: string; fromTurn: number; fromSeq: number };

/** The turn in which a response's first record lies that lies in any. */
export const turnOfResponse = (response: string): string => `(
  SELECT r.turn_idx FROM records r INDEXED BY records_response
  WHERE ${placeOf('r')} = ${placeOf(response)} AND r.response_hash = ${response}.id_hash AND r.session_id = ${response}.session_id AND r.response_id = ${response}.id AND r.turn_idx IS NOT NULL
  ORDER BY r.seq LIMIT 1
)`;

/** More than there are subtypes that cut a turn short. */
const cutFactor = 64;

/** The last record that cuts a turn short. */
export const toCut = ({ cutPlace }: Pick<Span, 'cutPlace'>): TurnMarks['cut'] => {
  const subtype = cutPlace === null ? undefined : turnAbortSubtypes[cutPlace % cutFactor];
  return cutPlace === null || subtype === undefined ? null : { seq: Math.floor(cutPlace / cutFactor), subtype };
};

const listOf = (subtypes: readonly string[]): string => subtypes.map((subtype) => `'${subtype}'`).join(', ');

/** Sums over records, calls and responses of turns. Calls and tokens count where they are owned. */
export const makeTurnSums = (db: Database) => {
  // Window functions take four times as long.
  db.aggregate<Times>('active_ms', {
    start: () => ({ all: [], startMs: Infinity, endMs: -Infinity }),
    step: addTime,
    result: computeActiveMs,
    deterministic: true,
  });
  const spans = db.prepare<[string, number, number], Span>(
    `SELECT turn_idx AS turnIdx, min(at_ms) AS startedAtMs, max(CASE WHEN is_work THEN at_ms END) AS endedAtMs, active_ms(at_ms, is_work) AS activeMs,
      max(at_ms) AS lastAtMs, max(CASE kind WHEN 'response' THEN seq END) AS answerSeq,
      max(CASE WHEN kind IN ('response', 'tool_call', 'tool_result') THEN seq END) AS workSeq,
      max(CASE WHEN subtype IN (${listOf(turnEndSubtypes)}) THEN seq END) AS endSeq,
      max(CASE subtype ${turnAbortSubtypes.map((subtype, at) => `WHEN '${subtype}' THEN ${cutFactor} * seq + ${at}`).join(' ')} END) AS cutPlace,
      max(CASE WHEN subtype = 'result' THEN 2 * seq + 1 WHEN subtype IN (${listOf(failedRunSubtypes)}) THEN 2 * seq END) % 2 AS isPrintedWell
    FROM (
      SELECT turn_idx, seq, at_ms, kind, subtype, kind NOT IN ('system', 'boundary', 'meta') AS is_work
      FROM records INDEXED BY records_seq WHERE session_id = ? AND seq >= ? AND seq < ? AND turn_idx IS NOT NULL
    ) GROUP BY turn_idx`,
  );
  const calls = db.prepare<[{ sessionId: string; fromCall: number }], CallCounts>(
    `SELECT turn_idx AS turnIdx, count(*) AS toolCalls, sum(outcome = 'error') AS toolErrors, sum(outcome = 'rejected') AS toolRejected,
      sum(outcome = 'denied') AS toolDenied, sum(outcome = 'interrupted') AS toolInterrupted, sum(${hasNoEnd('c')}) AS toolUnended,
      max(CASE WHEN ${hasNoEnd('c')} AND ${isOpen('c', '@sessionId')} THEN c.started_at_ms END) AS openCallAtMs
    FROM tool_calls c INDEXED BY tool_calls_index
    WHERE session_id = @sessionId AND call_index >= @fromCall AND inherited_from IS NULL AND turn_idx IS NOT NULL GROUP BY turn_idx`,
  );
  const sumResponses = (which: string): string =>
    `SELECT turnIdx, count(*) AS responses, ${sumOfCounts('tokens')} AS tokens, ${sumOfCounts('tokens_output')} AS tokensOutput,
      CASE WHEN sum(cost_usd IS NULL AND tokens > 0) = 0 THEN ${sumOfCosts('cost_usd')} END AS costUsd,
      max(outputAtLeast) AS outputAtLeast, max(costAtLeast) AS costAtLeast
    FROM (
      SELECT p.tokens_output, p.cost_usd, (${isPartial} OR ${isUncounted}) AS outputAtLeast, ${isCostAtLeast} AS costAtLeast,
        CASE WHEN coalesce(p.tokens_input, p.tokens_cache_read, p.tokens_cache_write, p.tokens_output) IS NOT NULL THEN
          coalesce(p.tokens_input, 0) + coalesce(p.tokens_cache_read, 0) + coalesce(p.tokens_cache_write, 0) + coalesce(p.tokens_output, 0)
        END AS tokens,
        coalesce(p.turn_idx, ${turnOfResponse('p')}) AS turnIdx
      FROM responses p WHERE p.session_id = @sessionId AND p.inherited_from IS NULL ${which}
    ) WHERE turnIdx >= @fromTurn GROUP BY turnIdx`;
  const responses = db.prepare<[From], ResponseSums>(sumResponses(''));
  const lastResponses = db.prepare<[From], ResponseSums>(
    sumResponses(`AND p.rowid IN (
      SELECT q.rowid FROM records r INDEXED BY records_seq
      JOIN responses q INDEXED BY responses_id ON q.id_hash = r.response_hash AND q.session_id = r.session_id AND q.id = r.response_id
      WHERE r.session_id = @sessionId AND r.seq >= @fromSeq
    )`),
  );
  return {
    listSpans: (sessionId: string, fromSeq: number, toSeq: number): Span[] => spans.all(sessionId, fromSeq, toSeq),
    countCalls: (sessionId: string, fromCall: number): CallCounts[] => calls.all({ sessionId, fromCall }),
    sumResponses: (from: From): ResponseSums[] => (from.fromSeq === 0 ? responses : lastResponses).all(from),
  };
};

/** Times of a turn's records in the order of the records, and when its work starts and ends. */
type Times = { all: number[]; startMs: number; endMs: number };

/** The driver's types know no second argument. */
const addTime = (times: Times, atMs: unknown, isWork?: unknown): void => {
  if (typeof atMs !== 'number') return;
  times.all.push(atMs);
  if (isWork !== 1) return;
  if (atMs < times.startMs) times.startMs = atMs;
  if (atMs > times.endMs) times.endMs = atMs;
};

/** Sums the gaps between the start and the end of the work, in milliseconds, leaving out idle ones; null without times. */
const computeActiveMs = ({ all, startMs, endMs }: Times): number | null => {
  if (all.length === 0) return null;
  const isSorted = all.every((atMs, at) => at === 0 || atMs >= (all[at - 1] ?? atMs));
  const sorted = isSorted ? all : all.toSorted((a, b) => a - b);
  return sorted.reduce((sum, atMs, at) => {
    const beforeMs = sorted[at - 1] ?? atMs;
    return beforeMs >= startMs && atMs <= endMs && atMs - beforeMs <= idleGapMs ? sum + atMs - beforeMs : sum;
  }, 0);
};
