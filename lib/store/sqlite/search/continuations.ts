import type { Database } from 'better-sqlite3';
import { outcome } from '../../../domain/outcome.ts';
import { toolKind } from '../../../domain/tool-call.ts';
import { turnEnded } from '../../../domain/turn-ended.ts';
import { verdict, type Verdict } from '../../../domain/verification.ts';
import { recordKind } from '../../../domain/record.ts';
import { chooseSteps } from '../../../retrieval/choose-steps.ts';
import { isFollowUp } from '../../../retrieval/filler-words.ts';
import { refutes } from '../../../session/refutes.ts';
import { isAnswered } from '../../../session/turn-state.ts';
import type { Continuation, SearchStore, TaskPrompt } from '../../search-store.ts';
import { isTakenBack } from '../sessions/taken-back.ts';
import type { Transactions } from '../transactions.ts';
import { validJson, parseStored } from '../json.ts';

type StoredStep = { seq: number; recordId: string; kind: string; tool: string | null; outcome: string | null; text: string };
type Work = { recordId: string; text: string; answerSeq: number | null; workSeq: number; ended: string | null };
type StoredCall = { seq: number; resultSeq: number | null; outcome: string; kind: string; callKey: string; errorKey: string | null };

const nothing: Continuation = {
  ...{ steps: [], lastOutcome: null, isAnswered: false, isRefuted: false, verification: null },
  ...{ reward: null, isCompleted: null, exitStatus: null },
};

/** A prompt with more characters names a task. */
const maxFollowUpChars = 200;
/** Whether a prompt says that the answer before was wrong, it says at its beginning. */
const maxPromptChars = 500;

/** Continuations of prompts. */
export const makeContinuations = (
  db: Database,
  { reading }: Pick<Transactions, 'reading'>,
): Pick<SearchStore, 'findTaskPrompts' | 'readContinuations'> => {
  const toPrompts = (comparison: '<' | '>', order: 'ASC' | 'DESC') =>
    db.prepare<[string, number], TaskPrompt & { text: string }>(
      `SELECT id AS recordId, seq, turn_idx AS turnIdx, substr(text, 1, ${maxPromptChars}) AS text FROM records INDEXED BY records_seq
      WHERE session_id = ? AND seq ${comparison} ? AND kind = 'prompt' AND NOT ${isTakenBack('records')} ORDER BY seq ${order}`,
    );
  const [promptsBefore, promptsAfter] = [toPrompts('<', 'DESC'), toPrompts('>', 'ASC')];
  const continues = ({ text }: { text: string }): boolean => text.length <= maxFollowUpChars && isFollowUp(text);
  const findTaskPrompt = ({ sessionId, seq }: { sessionId: string; seq: number }): TaskPrompt | null => {
    for (const prompt of promptsBefore.iterate(sessionId, seq))
      if (!continues(prompt)) return { recordId: prompt.recordId, seq: prompt.seq, turnIdx: prompt.turnIdx };
    return null;
  };
  /** Where the next task begins, the last turn before it, and whether its prompt says that the answer was wrong. */
  const findTaskEnd = (sessionId: string, seq: number, turnIdx: number | null) => {
    let lastTurn = turnIdx;
    for (const prompt of promptsAfter.iterate(sessionId, seq)) {
      if (!continues(prompt)) return { next: prompt.seq, lastTurn, isRefuted: refutes(prompt.text) };
      lastTurn = prompt.turnIdx;
    }
    return { next: null, lastTurn, isRefuted: false };
  };
  const listSteps = db
    .prepare<[string, number, number], number>(
      `SELECT seq FROM records INDEXED BY records_seq WHERE session_id = ? AND seq > ? AND seq < ? AND kind IN ('tool_call', 'tool_result')
      AND NOT ${isTakenBack('records')} ORDER BY seq`,
    )
    .pluck();
  const listCalls = db.prepare<[string, number, number], StoredCall>(
    `SELECT c.seq, r.seq AS resultSeq, c.outcome, c.kind, c.call_key AS callKey, c.error_key AS errorKey
    FROM tool_calls c INDEXED BY tool_calls_index LEFT JOIN records r ON r.session_id = c.session_id AND r.id = c.result_record_id
    WHERE c.session_id = ? AND c.seq > ? AND c.seq < ? AND NOT ${isTakenBack('c')} ORDER BY c.call_index`,
  );
  const readSteps = db.prepare<[string, string], StoredStep>(
    `SELECT r.seq, r.id AS recordId, CASE WHEN r.kind = 'tool_call' AND r.text <> '' THEN 'tool_result' ELSE r.kind END AS kind,
      c.name AS tool, c.outcome, CASE WHEN r.text = '' AND r.kind = 'tool_call' THEN coalesce(c.params, '') ELSE r.text END AS text
    FROM records r INDEXED BY records_seq
    LEFT JOIN tool_results t ON r.kind = 'tool_result' AND t.session_id = r.session_id AND t.record_id = r.id
    LEFT JOIN tool_calls c ON c.session_id = r.session_id AND c.id = CASE r.kind WHEN 'tool_call' THEN r.id ELSE t.call_id END
    WHERE r.session_id = ? AND r.seq IN (SELECT value FROM json_each(?)) ORDER BY r.seq`,
  );
  const lastWork = db.prepare<[string, number, number], Work>(
    `SELECT id AS recordId, text, iif(kind = 'response', seq, NULL) AS answerSeq, seq AS workSeq, (SELECT ended FROM turns t WHERE t.session_id = records.session_id AND t.turn_idx = records.turn_idx) AS ended
    FROM records INDEXED BY records_seq WHERE session_id = ? AND seq > ? AND seq < ?
    AND kind IN ('response', 'tool_call', 'tool_result') AND NOT ${isTakenBack('records')} ORDER BY seq DESC LIMIT 1`,
  );
  const lastCall = db.prepare<[string, number, number], { outcome: string; turnIdx: number | null }>(
    `SELECT outcome, turn_idx AS turnIdx FROM tool_calls INDEXED BY tool_calls_index WHERE session_id = ? AND seq > ? AND seq < ?
    AND NOT ${isTakenBack('tool_calls')} ORDER BY call_index DESC LIMIT 1`,
  );
  const reported = db.prepare<[string, number | null, number | null], { reward: number | null; isCompleted: number | null }>(
    `SELECT reward, iif(completed_basis = 'reported', completed, NULL) AS isCompleted FROM turn_metrics
    WHERE session_id = ? AND turn_idx BETWEEN ? AND ? AND (reward IS NOT NULL OR completed_basis = 'reported') ORDER BY turn_idx DESC LIMIT 1`,
  );
  const exitStatus = db
    .prepare<[string], string | null>(`SELECT json_extract(${validJson('outcome', 'null')}, '$.exitStatus') FROM sessions WHERE id = ?`)
    .pluck();
  const verified = db
    .prepare<[string, number], string | null>(
      `SELECT json_extract(${validJson('body', 'null')}, '$.verification') FROM summaries INDEXED BY summaries_turn WHERE session_id = ? AND turn_idx = ?`,
    )
    .pluck();
  const readVerdict = (sessionId: string, turnIdx: number | null): Verdict | null =>
    verdict
      .nullable()
      .catch(null)
      .parse((turnIdx === null ? null : verified.get(sessionId, turnIdx)) ?? null);
  /** Reported outcome of the turns from the one with the last call on. */
  const readReported = (sessionId: string, turns: readonly [number | null, number | null], isLast: boolean) => {
    const { reward = null, isCompleted = null } = reported.get(sessionId, ...turns) ?? {};
    return {
      reward,
      isCompleted: isCompleted === null ? null : isCompleted === 1,
      exitStatus: isLast ? (exitStatus.get(sessionId) ?? null) : null,
    };
  };
  const read = (
    { sessionId, seq, turnIdx, matchSeq }: Parameters<SearchStore['readContinuations']>[0][number],
    limit: number,
  ): Continuation => {
    const { next, lastTurn, isRefuted } = findTaskEnd(sessionId, seq, turnIdx);
    const span = [sessionId, seq, next ?? Number.MAX_SAFE_INTEGER] as const;
    const seqs = listSteps.all(...span);
    // Most prompts of a chat have none.
    if (seqs.length === 0) return nothing;
    const work = lastWork.get(...span);
    const call = lastCall.get(...span);
    const calls = listCalls
      .all(...span)
      .map((one) => ({ ...one, outcome: parseStored(outcome, one.outcome), kind: parseStored(toolKind, one.kind) }));
    const chosen = new Map(chooseSteps(seqs, calls, limit, matchSeq).map(({ seq: at, ...about }) => [at, about]));
    const steps = readSteps.all(sessionId, JSON.stringify([...chosen.keys()])).map(({ seq: at, ...step }) => ({
      ...{ skipped: 0, isKey: false, ...chosen.get(at), ...step },
      kind: parseStored(recordKind, step.kind),
      outcome: parseStored(outcome.nullable(), step.outcome),
    }));
    if (work && work.answerSeq !== null)
      steps.push({ recordId: work.recordId, text: work.text, kind: 'response', tool: null, outcome: null, skipped: 0, isKey: true });
    return {
      steps,
      lastOutcome: parseStored(outcome.nullable(), call?.outcome ?? null),
      isAnswered: work !== undefined && isAnswered(turnEnded.catch('unknown').parse(work.ended ?? 'open'), work),
      isRefuted,
      verification: readVerdict(sessionId, call?.turnIdx ?? turnIdx),
      ...readReported(sessionId, [call?.turnIdx ?? turnIdx, lastTurn], next === null),
    };
  };
  return {
    findTaskPrompts: reading((records) => records.map(findTaskPrompt)),
    readContinuations: reading((prompts, limit) => prompts.map((prompt) => read(prompt, limit))),
  };
};
