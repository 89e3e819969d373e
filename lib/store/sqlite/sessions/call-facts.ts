import type { Database } from 'better-sqlite3';
import type { toolCalls } from '../../../../db/schema.ts';
import { outcome, outcomeSource } from '../../../domain/outcome.ts';
import { toolKind } from '../../../domain/tool-call.ts';
import type { CallFacts, TurnEnd } from '../../../session/call-facts.ts';
import type { WorkFacts } from '../../../session/read-work.ts';
import { findTurnEnds, turnAbortSubtypes, turnEndSubtypes, type PlacedCall, type TurnEntry } from '../../../session/turn-ends.ts';
import { placeOf } from '../index-hash.ts';
import { cutAtBytes } from '../../cut-at-bytes.ts';
import { computeFnv1a } from '../../result-set.ts';
import { parseStored } from '../json.ts';
import { isTakenBack } from './taken-back.ts';

export type CallFactsWindow = ReturnType<typeof makeCallFacts>;

const maxPromptBytes = 16 * 1024;
const maxAnswerBytes = 16 * 1024;
const markingSubtypes = JSON.stringify([...turnEndSubtypes, ...turnAbortSubtypes]);
const maxResultChars = 2_000;
/** Bytes of UTF-8 that hold at least `maxResultChars` characters. */
const maxResultBytes = 3 * maxResultChars;

type StoredCall = Omit<typeof toolCalls.$inferSelect, 'sessionId' | 'nativeCallId' | 'inheritedFrom' | 'pairHash' | 'paramsBytes'> & {
  resultHead: Buffer | null;
  resultTail: Buffer | null;
  resultBytes: number | null;
};
type StoredResponse = {
  tokensInput: number | null;
  tokensCacheWrite: number | null;
  tokensOutput: number | null;
  costUsd: number | null;
  firstCall: number | null;
};
type BeforeCall = Pick<StoredCall, 'id' | 'seq' | 'turnIdx' | 'responseId' | 'resultRecordId'>;
type Spent = Pick<CallFacts, 'tokens' | 'costUsd' | 'paidBy'>;

const unknownSpent: Spent = { tokens: null, costUsd: null, paidBy: null };

/** Ends of a result: `r` is its record. As bytes: a text with a NUL in it would end there. */
const resultEnds = `substr(CAST(r.text AS BLOB), 1, ${maxResultBytes}) AS resultHead,
      CASE WHEN length(CAST(r.text AS BLOB)) > ${maxResultBytes} THEN substr(CAST(r.text AS BLOB), -${maxResultBytes}) END AS resultTail,
      r.text_bytes AS resultBytes`;

type StoredWork = Pick<
  StoredCall,
  'id' | 'name' | 'kind' | 'summary' | 'params' | 'outcome' | 'exitCode' | 'resultHead' | 'resultTail' | 'resultBytes'
>;

/** Calls of a stretch of a session as far as they may have changed or checked something: the same texts as observers are given. */
export const makeListWork = (db: Database) => {
  const list = db.prepare<[string, number, number], StoredWork>(
    `SELECT c.id, c.name, c.kind, c.summary, c.params, c.outcome, c.exit_code AS exitCode, ${resultEnds}
    FROM records p INDEXED BY records_seq JOIN tool_calls c ON c.session_id = p.session_id AND c.id = p.id
    LEFT JOIN records r ON r.session_id = c.session_id AND r.id = c.result_record_id
    WHERE p.session_id = ? AND p.seq >= ? AND p.seq < ? AND p.kind = 'tool_call' ORDER BY c.call_index`,
  );
  return (sessionId: string, fromSeq: number, toSeq: number): (WorkFacts & { id: string })[] =>
    list.all(sessionId, fromSeq, toSeq).map(({ resultBytes, ...row }) => ({
      ...row,
      kind: parseStored(toolKind, row.kind),
      outcome: parseStored(outcome, row.outcome),
      resultHead: resultBytes === null ? null : toResultHead(row.resultHead),
      resultTail: toResultTail(row),
    }));
};

/** SQL: observers are given the call. */
const isGiven = (call: string): string => `${call}.inherited_from IS NULL AND NOT ${isTakenBack(call)}`;

/** Calls as observers are given them: none that is inherited or was taken back, up to the last one with a result. */
export const makeCallFacts = (db: Database) => {
  const lastEnded = db
    .prepare<[string, number], number>(
      `SELECT call_index FROM tool_calls INDEXED BY tool_calls_index
      WHERE session_id = ? AND call_index > ? AND result_record_id IS NOT NULL AND ${isGiven('tool_calls')} ORDER BY call_index DESC LIMIT 1`,
    )
    .pluck();
  const list = db.prepare<[string, number, number, number], StoredCall>(
    `SELECT c.id, c.seq, c.call_index AS callIndex, c.turn_idx AS turnIdx, c.name, c.kind, c.summary, c.started_at_ms AS startedAtMs,
      c.response_id AS responseId, c.call_key AS callKey, c.result_record_id AS resultRecordId, c.outcome, c.outcome_source AS outcomeSource,
      c.exit_code AS exitCode, c.ended_at_ms AS endedAtMs, c.duration_ms AS durationMs, c.result_key AS resultKey, c.error_key AS errorKey,
      c.params, ${resultEnds}
    FROM tool_calls c INDEXED BY tool_calls_index
    LEFT JOIN records r ON r.session_id = c.session_id AND r.id = c.result_record_id
    WHERE c.session_id = ? AND c.call_index > ? AND c.call_index <= ? AND ${isGiven('c')} ORDER BY c.call_index LIMIT ?`,
  );
  const callBefore = db.prepare<[string, number], BeforeCall>(
    `SELECT id, seq, turn_idx AS turnIdx, response_id AS responseId, result_record_id AS resultRecordId
    FROM tool_calls INDEXED BY tool_calls_index
    WHERE session_id = ? AND call_index < ? AND ${isGiven('tool_calls')} ORDER BY call_index DESC LIMIT 1`,
  );
  const hasResultBetween = db
    .prepare<[string, number, number], number>(
      `SELECT EXISTS (SELECT 1 FROM records INDEXED BY records_seq
      WHERE session_id = ? AND seq > ? AND seq < ? AND kind = 'tool_result')`,
    )
    .pluck();
  const promptOf = db
    .prepare<[string, number], string>(
      "SELECT text FROM records INDEXED BY records_prompts WHERE session_id = ? AND kind = 'prompt' AND turn_idx = ? ORDER BY seq LIMIT 1",
    )
    .pluck();
  const findResponse = db.prepare<[number, string, string], StoredResponse>(
    `SELECT p.tokens_input AS tokensInput, p.tokens_cache_write AS tokensCacheWrite, p.tokens_output AS tokensOutput, p.cost_usd AS costUsd, (
      SELECT min(c.call_index) FROM records r INDEXED BY records_response
      JOIN tool_calls c ON c.session_id = r.session_id AND c.id = r.id
      WHERE ${placeOf('r')} = ${placeOf('p')} AND r.response_hash = p.id_hash AND r.session_id = p.session_id AND r.response_id = p.id AND c.inherited_from IS NULL
    ) AS firstCall
    FROM responses p INDEXED BY responses_id WHERE p.id_hash = ? AND p.session_id = ? AND p.id = ? AND p.inherited_from IS NULL`,
  );

  const placedFrom = db.prepare<[string, number, number], PlacedCall>(
    `SELECT c.call_index AS callIndex, c.seq, r.seq AS resultSeq FROM tool_calls c INDEXED BY tool_calls_index
    LEFT JOIN records r ON r.session_id = c.session_id AND r.id = c.result_record_id
    WHERE c.session_id = ? AND c.call_index BETWEEN ? AND ? AND NOT ${isTakenBack('c')} ORDER BY c.call_index`,
  );
  // A subagent's answer is a result for who started it, and no end of work.
  const isSubagent = db.prepare<[string], number>("SELECT count(*) FROM sessions WHERE id = ? AND relation = 'subagent'").pluck();
  const seqAfter = db
    .prepare<[string, number], number>(
      'SELECT seq FROM tool_calls INDEXED BY tool_calls_index WHERE session_id = ? AND call_index > ? ORDER BY call_index LIMIT 1',
    )
    .pluck();
  const entriesBetween = db.prepare<[string, number, number, string], TurnEntry>(
    `SELECT seq, kind, subtype FROM records INDEXED BY records_seq WHERE session_id = ? AND seq > ? AND seq < ?
    AND (kind IN ('prompt', 'response') OR subtype IN (SELECT value FROM json_each(?))) ORDER BY seq`,
  );
  const answerAt = db.prepare<[string, number], { answerId: string; text: string; atMs: number | null }>(
    'SELECT id AS answerId, text, at_ms AS atMs FROM records INDEXED BY records_seq WHERE session_id = ? AND seq = ?',
  );

  const makeResponses = (sessionId: string) => {
    const responses = new Map<string, StoredResponse | null>();
    return (responseId: string | null): StoredResponse | null => {
      if (responseId === null) return null;
      const known = responses.get(responseId);
      const response = known === undefined ? (findResponse.get(computeFnv1a(responseId), sessionId, responseId) ?? null) : known;
      if (known === undefined) responses.set(responseId, response);
      return response;
    };
  };
  /** Tokens and cost of calls of a session, each response on its first call. */
  const makeSpent =
    (responseOf: (responseId: string | null) => StoredResponse | null) =>
    ({ responseId, callIndex }: StoredCall): Spent => {
      const response = responseOf(responseId);
      if (!response) return unknownSpent;
      const { firstCall, costUsd } = response;
      if (firstCall !== null && firstCall !== callIndex) return { tokens: 0, costUsd: 0, paidBy: firstCall };
      return { tokens: sumKnown(response), costUsd, paidBy: null };
    };
  /** The prompt of a call's turn where no call before it is of that turn. */
  const findPrompt = (sessionId: string, { turnIdx }: StoredCall, before: BeforeCall | null): string | null => {
    if (turnIdx === null || turnIdx === (before?.turnIdx ?? null)) return null;
    const text = promptOf.get(sessionId, turnIdx);
    return text === undefined ? null : cutAtBytes(text, maxPromptBytes);
  };
  /**
   * Whether a call was issued together with the one before it. Their responses say so, where the file reports them. Where it does not, the
   * order of records does: no result lies between the two.
   */
  const isJoined = (
    sessionId: string,
    call: StoredCall,
    before: BeforeCall | null,
    isReported: (id: string | null) => boolean,
  ): boolean => {
    if (!before || before.turnIdx !== call.turnIdx) return false;
    if (isReported(call.responseId) && isReported(before.responseId)) return call.responseId === before.responseId;
    return before.resultRecordId !== before.id && hasResultBetween.get(sessionId, before.seq, call.seq) === 0;
  };

  return {
    /** Ends of turns behind the calls from one to another, ascending. */
    listTurnEnds: (sessionId: string, fromCall: number, toCall: number): TurnEnd[] => {
      const placed = placedFrom.all(sessionId, fromCall, toCall);
      const [first, last] = [placed[0], placed.at(-1)];
      if (!first || !last || isSubagent.get(sessionId) === 1) return [];
      const untilSeq = seqAfter.get(sessionId, last.callIndex) ?? Number.MAX_SAFE_INTEGER;
      const entries = entriesBetween.all(sessionId, first.seq, untilSeq, markingSubtypes);
      return findTurnEnds(placed, entries, untilSeq).flatMap(({ callIndex, answerSeq }) => {
        const answer = answerAt.get(sessionId, answerSeq);
        return answer ? [{ callIndex, answerId: answer.answerId, answer: cutAtBytes(answer.text, maxAnswerBytes), atMs: answer.atMs }] : [];
      });
    },
    /** The last call behind a call that can be given; null: none. */
    findLastEnded: (sessionId: string, afterCall: number): number | null => lastEnded.get(sessionId, afterCall) ?? null,
    /** At most `limit` calls behind `afterCall`, up to `toCall`. */
    list: (sessionId: string, afterCall: number, toCall: number, limit: number): CallFacts[] => {
      const responseOf = makeResponses(sessionId);
      const spentOn = makeSpent(responseOf);
      const rows = list.all(sessionId, afterCall, toCall, limit);
      const first = rows[0] ? (callBefore.get(sessionId, rows[0].callIndex) ?? null) : null;
      return rows.map((row, at) => {
        const before = rows[at - 1] ?? first;
        const joins = isJoined(sessionId, row, before, (id) => responseOf(id) !== null);
        return toCallFacts(row, spentOn(row), joins, findPrompt(sessionId, row, before));
      });
    },
  };
};

const toCallFacts = (row: StoredCall, spent: Spent, joins: boolean, prompt: string | null): CallFacts => ({
  id: row.id,
  resultRecordId: row.resultRecordId,
  callIndex: row.callIndex,
  turnIdx: row.turnIdx,
  name: row.name,
  kind: parseStored(toolKind, row.kind),
  summary: row.summary,
  callKey: row.callKey,
  resultKey: row.resultKey,
  errorKey: row.errorKey,
  outcome: parseStored(outcome, row.outcome),
  outcomeSource: parseStored(outcomeSource, row.outcomeSource),
  exitCode: row.exitCode,
  startedAtMs: row.startedAtMs,
  endedAtMs: row.endedAtMs,
  durationMs: row.durationMs,
  params: row.params,
  resultHead: row.resultBytes === null ? null : toResultHead(row.resultHead),
  resultTail: toResultTail(row),
  resultBytes: row.resultBytes,
  ...spent,
  joins,
  prompt,
});

/** No character is cut in two. No bytes come as null. */
const toResultHead = (bytes: Buffer | null): string => (bytes?.toString() ?? '').slice(0, maxResultChars).replace(/[\uD800-\uDBFF]$/u, '');

/** End of a result; for a short one, only the text after the part that `toResultHead` returns. */
const toResultTail = ({ resultHead, resultTail }: Pick<StoredCall, 'resultHead' | 'resultTail'>): string | null =>
  (resultTail === null ? (resultHead?.toString() ?? '').slice(maxResultChars) : resultTail.toString()).slice(-maxResultChars) || null;

const sumKnown = ({ tokensInput, tokensCacheWrite, tokensOutput }: StoredResponse): number | null => {
  const known = [tokensInput, tokensCacheWrite, tokensOutput].filter((count) => count !== null);
  return known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0);
};
