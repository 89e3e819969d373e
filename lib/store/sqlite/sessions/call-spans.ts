import type { Database } from 'better-sqlite3';
import * as z from 'zod';
import type { CallChild, CallName, CallSpans } from '../../../session/overview.ts';
import { outcomeOf } from './open-calls.ts';
import { parseOutcomes } from './outcome-list.ts';
import { parseJson } from '../json.ts';
import { takenBackOf } from './taken-back.ts';
import { childOfCall } from './tool-calls.ts';
import { sumOfCounts, toKnown } from '../sums.ts';

type Window = { sessionId: string; fromCall: number; toCall: number };
type Lists = {
  outcomes: string;
  durationMs: string;
  atMs: string;
  endedAtMs: string;
  turnIdx: string;
  isInherited: string;
  isTakenBack: string;
};

const numbers = z.array(z.number().nullable());

/** Data for the overview strip: one list per column for all calls, rows for the few that need more. */
export const makeCallSpans = (db: Database) => {
  const spans = db.prepare<[Window], Lists>(
    `SELECT json_group_array(outcome) AS outcomes, json_group_array(${toKnown('durationMs', 'duration_ms')}) AS durationMs,
      json_group_array(${toKnown('instant', 'started_at_ms')}) AS atMs, json_group_array(${toKnown('instant', 'ended_at_ms')}) AS endedAtMs, json_group_array(turn_idx) AS turnIdx,
      json_group_array(inherited_from IS NOT NULL) AS isInherited, json_group_array(is_gone) AS isTakenBack
    FROM (
      SELECT ${outcomeOf('c', '@sessionId')} AS outcome, duration_ms, started_at_ms, ended_at_ms, turn_idx, inherited_from,
        coalesce(turn_idx, -2) IN ${takenBackOf('@sessionId')} AS is_gone
      FROM tool_calls c INDEXED BY tool_calls_index
      WHERE session_id = @sessionId AND call_index BETWEEN @fromCall AND @toCall ORDER BY call_index
    )`,
  );
  const names = db.prepare<{ sessionId: string; calls: string }, CallName>(
    `SELECT c.call_index AS callIndex, c.id AS recordId, c.name, c.summary
    FROM json_each(:calls) wanted CROSS JOIN tool_calls c INDEXED BY tool_calls_index ON c.session_id = :sessionId AND c.call_index = wanted.value`,
  );
  const children = db.prepare<Window, CallChild>(
    `SELECT callIndex, seq, sessionId, coalesce(s.agent_name, summary) AS label, s.tool_calls AS toolCalls, (
      WITH RECURSIVE tree(id) AS (
        SELECT s.id UNION SELECT k.id FROM tree JOIN sessions k INDEXED BY sessions_parent ON k.parent_id = tree.id WHERE k.relation = 'subagent'
      ) SELECT ${sumOfCounts('t.tool_errors')} FROM tree JOIN sessions t ON t.id = tree.id
    ) AS toolErrors FROM (
      SELECT c.call_index AS callIndex, c.seq, c.summary, ${childOfCall} AS sessionId FROM tool_calls c
      WHERE c.session_id = :sessionId AND c.call_index BETWEEN :fromCall AND :toCall
        AND c.native_call_id IN (SELECT l.native_call_id FROM call_links l WHERE l.session_id = :sessionId)
    ) LEFT JOIN sessions s ON s.id = sessionId ORDER BY callIndex`,
  );
  const hasLinks = db.prepare<[string], number>('SELECT 1 FROM call_links WHERE session_id = ? LIMIT 1').pluck();
  return {
    list: (sessionId: string, fromCall: number, toCall: number): CallSpans => {
      const lists = spans.get({ sessionId, fromCall, toCall });
      if (!lists) return { outcomes: [], durationMs: [], atMs: [], endedAtMs: [], turnIdx: [], isInherited: [], isTakenBack: [] };
      return {
        outcomes: parseOutcomes(lists.outcomes),
        durationMs: parseJson(numbers, lists.durationMs),
        atMs: parseJson(numbers, lists.atMs),
        endedAtMs: parseJson(numbers, lists.endedAtMs),
        turnIdx: parseJson(numbers, lists.turnIdx),
        isInherited: parseJson(numbers, lists.isInherited).map(Boolean),
        isTakenBack: parseJson(numbers, lists.isTakenBack).map(Boolean),
      };
    },
    listNames: (sessionId: string, calls: readonly number[]): CallName[] => names.all({ sessionId, calls: JSON.stringify(calls) }),
    listChildren: (sessionId: string, fromCall: number, toCall: number): CallChild[] =>
      hasLinks.get(sessionId) === undefined ? [] : children.all({ sessionId, fromCall, toCall }),
  };
};
