import type { Database } from 'better-sqlite3';
import { toolCalls } from '../../../../db/schema.ts';
import type { Outcome } from '../../../domain/outcome.ts';
import type { ToolCall } from '../../../domain/tool-call.ts';
import { placeOf } from '../index-hash.ts';
import { outcomeOf } from './open-calls.ts';
import { parseOutcomes } from './outcome-list.ts';
import { columnsOf } from '../statements.ts';
import { toToolCall, type ListedToolCall } from './to-domain.ts';

/** Characters of a text that says how a call ended. */
const endChars = 2_000;

export type ToolCalls = ReturnType<typeof makeToolCalls>;

type OneOf = { sessionId: string; id: string };

const sameBefore = `FROM tool_calls e INDEXED BY tool_calls_pair
  WHERE ${placeOf('e')} = ${placeOf('c')} AND e.pair_hash = c.pair_hash AND e.session_id = c.session_id AND e.call_key = c.call_key AND e.result_key = c.result_key
    AND e.call_index < c.call_index AND e.inherited_from IS NULL`;

/** callIndex of the first earlier call of the session's own with the same arguments and result. */
const sameAs = `CASE WHEN c.pair_hash IS NOT NULL THEN (SELECT e.call_index ${sameBefore} ORDER BY e.call_index LIMIT 1) END`;
/** Whether there is one. */
export const hasSameBefore = `c.pair_hash IS NOT NULL AND EXISTS (SELECT 1 ${sameBefore})`;

/** The session that a call started: one that is there before one that is only named. */
export const childOfCall = `(
  SELECT coalesce(k.id, l.child_session_id) FROM call_links l
  LEFT JOIN source_sessions x ON x.source_id = l.child_session_id
  LEFT JOIN sessions k ON k.id = coalesce(x.session_id, l.child_session_id)
  WHERE l.session_id = c.session_id AND l.native_call_id = c.native_call_id
  ORDER BY k.id IS NULL, k.parent_id IS NOT c.session_id, coalesce(k.id, l.child_session_id) LIMIT 1
)`;

/** Text of the later record that reports how the call ended. */
const endText = `(
  SELECT substr(e.text, 1, ${endChars}) FROM tool_results t INDEXED BY tool_results_ends
  CROSS JOIN records e ON e.session_id = t.session_id AND e.id = t.record_id
  WHERE t.session_id = c.session_id AND t.native_call_id = c.native_call_id AND t.call_id IS NULL
    AND e.kind IN ('meta', 'system') AND e.seq > c.seq AND e.text <> '' ORDER BY e.seq DESC LIMIT 1
)`;

const select = `SELECT ${columnsOf(toolCalls, 'c', ['errorKey', 'pairHash', 'outcome'])}, ${outcomeOf('c', '@sessionId')} AS outcome, r.text AS resultText, r.text_bytes AS resultBytes,
  r.text_lines AS resultLines, r.attachments AS resultAttachments, ${sameAs} AS sameAs, s.tool_calls AS childCalls, s.agent_name AS childAgentName,
  ${childOfCall} AS childSessionId, ${endText} AS endText
  FROM tool_calls c
  LEFT JOIN records r ON r.session_id = c.session_id AND r.id = c.result_record_id
  LEFT JOIN sessions s ON s.id = ${childOfCall}`;

export const makeToolCalls = (db: Database) => {
  const list = db.prepare<[{ sessionId: string; fromCall: number; limit: number }], ListedToolCall>(
    `${select} WHERE c.session_id = @sessionId AND c.call_index >= @fromCall ORDER BY c.call_index LIMIT @limit`,
  );
  const byRecord = db.prepare<[OneOf], ListedToolCall>(`${select} WHERE c.session_id = @sessionId AND c.id = @id`);
  const byResult = db.prepare<[OneOf], ListedToolCall>(
    `${select} JOIN tool_results t ON t.session_id = c.session_id AND t.call_id = c.id WHERE t.session_id = @sessionId AND t.record_id = @id`,
  );
  const find = (comparison: string, order: string) =>
    db.prepare<[{ sessionId: string; fromCall: number; outcomes: string }], ListedToolCall>(
      `${select} WHERE c.session_id = @sessionId AND c.call_index ${comparison} @fromCall AND ${outcomeOf('c', '@sessionId')} IN (SELECT value FROM json_each(@outcomes))
      ORDER BY c.call_index ${order} LIMIT 1`,
    );
  const findNext = find('>=', 'ASC');
  const findPrevious = find('<=', 'DESC');
  const last = db.prepare<[string], number | null>('SELECT max(call_index) FROM tool_calls WHERE session_id = ?').pluck();
  const turnOutcomes = db.prepare<[{ sessionId: string }], { turnIdx: number | null; outcomes: string }>(
    `SELECT turn_idx AS turnIdx, json_group_array(outcome) AS outcomes FROM (
      SELECT turn_idx, ${outcomeOf('c', '@sessionId')} AS outcome FROM tool_calls c INDEXED BY tool_calls_index
      WHERE session_id = @sessionId AND inherited_from IS NULL ORDER BY call_index
    ) GROUP BY turn_idx`,
  );
  const toOne = (row: ListedToolCall | undefined, windowBytes: number): ToolCall | null => (row ? toToolCall(row, windowBytes) : null);
  return {
    list: (sessionId: string, fromCall: number, limit: number, windowBytes: number): ToolCall[] =>
      list.all({ sessionId, fromCall, limit }).map((row) => toToolCall(row, windowBytes)),
    findByRecord: (sessionId: string, id: string, windowBytes: number) => toOne(byRecord.get({ sessionId, id }), windowBytes),
    findByResult: (sessionId: string, id: string, windowBytes: number) => toOne(byResult.get({ sessionId, id }), windowBytes),
    /** The call at `fromCall` itself counts as the nearest. */
    findNearest: (sessionId: string, fromCall: number, direction: 1 | -1, outcomes: readonly Outcome[], windowBytes: number) =>
      toOne((direction === 1 ? findNext : findPrevious).get({ sessionId, fromCall, outcomes: JSON.stringify(outcomes) }), windowBytes),
    count: (sessionId: string): number => last.get(sessionId) ?? 0,
    listTurnOutcomes: (sessionId: string): { turnIdx: number | null; outcomes: Outcome[] }[] =>
      turnOutcomes.all({ sessionId }).map((row) => ({ turnIdx: row.turnIdx, outcomes: parseOutcomes(row.outcomes) })),
  };
};
