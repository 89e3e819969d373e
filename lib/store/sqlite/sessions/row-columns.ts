import type { Database } from 'better-sqlite3';
import * as z from 'zod';
import { bookkeepingSubtypes, recordLetters, textlessReasoning } from '../../../session/record-letters.ts';
import type { RowColumns } from '../../../session/rows.ts';
import { outcomeOf } from './open-calls.ts';
import { parseOutcomes, parseWords } from './outcome-list.ts';
import { parseJson } from '../json.ts';
import { hasSameBefore } from './tool-calls.ts';

type Start = { seq: number; turnIdx: number | null };
type Calls = { first: number; names: string; outcomes: string; results: number };

const ints = z.array(z.int());

const noColumns: RowColumns = {
  firstSeq: 0,
  firstTurn: null,
  kinds: '',
  firstCall: 1,
  callNames: [],
  outcomes: [],
  repeats: [],
  orphans: [],
};

const quoted = (text: string): string => `'${text}'`;
const { reasoning, system, meta, tool_call, tool_result, ...others } = recordLetters;
const isOneOf = (subtypes: readonly string[]): string => `subtype IN (${subtypes.map(quoted).join()})`;
/** The kinds that most records are of come first: each comparison is made 200,000 times. */
const letter = `CASE kind WHEN 'tool_call' THEN ${quoted(tool_call)} WHEN 'tool_result' THEN ${quoted(tool_result)}
  WHEN 'reasoning' THEN CASE WHEN ${isOneOf(textlessReasoning.subtypes)} THEN ${quoted(textlessReasoning.letter)} ELSE ${quoted(reasoning)} END
  WHEN 'system' THEN CASE WHEN ${isOneOf(bookkeepingSubtypes)} THEN ${quoted(meta)} ELSE ${quoted(system)} END
  ${Object.entries(others)
    .map(([kind, one]) => `WHEN ${quoted(kind)} THEN ${quoted(one)}`)
    .join(' ')} ELSE ${quoted(meta)}
END`;

/**
 * Columns of the transcript's row index, each made by one ordered scan of a covering index and handed over as one text:
 * a row a record costs ten times as much in a session of 200,000.
 */
export const makeRowColumns = (db: Database) => {
  const startOf = db.prepare<[string, number], number>(
    'SELECT start_seq FROM turns WHERE session_id = ? AND turn_idx >= ? ORDER BY turn_idx LIMIT 1',
  );
  const start = db.prepare<[string, number], Start>(
    'SELECT seq, turn_idx AS turnIdx FROM records INDEXED BY records_seq WHERE session_id = ? AND seq >= ? ORDER BY seq LIMIT 1',
  );
  const kinds = db.prepare<[string, number], string | null>(
    `SELECT group_concat(letter, '') FROM (
      SELECT ${letter} AS letter FROM records INDEXED BY records_seq WHERE session_id = ? AND seq >= ? ORDER BY seq
    )`,
  );
  const calls = db.prepare<[{ sessionId: string; seq: number }], Calls>(
    `SELECT coalesce(min(call_index), 1) AS first, json_group_array(name) AS names, json_group_array(outcome) AS outcomes,
      count(result_record_id <> id OR NULL) AS results
    FROM (
      SELECT id, call_index, name, ${outcomeOf('c', '@sessionId')} AS outcome, result_record_id FROM tool_calls c INDEXED BY tool_calls_index
      WHERE session_id = @sessionId AND seq >= @seq ORDER BY call_index
    )`,
  );
  const repeats = db.prepare<[string, number], string>(
    `SELECT json_group_array(c.call_index) FROM tool_calls c INDEXED BY tool_calls_index
    WHERE c.session_id = ? AND c.call_index >= ? AND c.outcome = 'error' AND ${hasSameBefore}`,
  );
  const orphans = db.prepare<[string, number], string>(
    `SELECT json_group_array(r.seq) FROM records r INDEXED BY records_seq
    WHERE r.session_id = ? AND r.seq >= ? AND r.kind = 'tool_result' AND NOT EXISTS (
      SELECT 1 FROM tool_results t WHERE t.session_id = r.session_id AND t.record_id = r.id AND t.call_id IS NOT NULL
    )`,
  );
  const withoutPrompt = db.prepare<[string], number>(
    'SELECT turn_idx FROM turns WHERE session_id = ? AND turn_idx <= 0 AND has_prompt = 0',
  );
  for (const statement of [startOf, withoutPrompt, kinds, repeats, orphans]) statement.pluck();

  return (sessionId: string, fromTurn: number): RowColumns => {
    const fromSeq = fromTurn <= 0 ? 0 : startOf.get(sessionId, fromTurn);
    const first = fromSeq === undefined ? undefined : start.get(sessionId, fromSeq);
    const called = first && calls.get({ sessionId, seq: first.seq });
    if (!first || !called) return noColumns;
    const letters = kinds.get(sessionId, first.seq) ?? '';
    return {
      firstSeq: first.seq,
      firstTurn: first.turnIdx ?? withoutPrompt.get(sessionId) ?? null,
      kinds: letters,
      firstCall: called.first,
      callNames: parseWords(called.names, z.string()),
      outcomes: parseOutcomes(called.outcomes),
      repeats: parseJson(ints, repeats.get(sessionId, called.first) ?? '[]'),
      // A result completes one call at most: where as many calls have one, none is left over.
      orphans:
        letters.split(recordLetters.tool_result).length - 1 === called.results
          ? []
          : parseJson(ints, orphans.get(sessionId, first.seq) ?? '[]'),
    };
  };
};
