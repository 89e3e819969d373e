import type { Database } from 'better-sqlite3';
import { outcome } from '../../../domain/outcome.ts';
import { recordKind } from '../../../domain/record.ts';
import type { Continuation, SearchStore } from '../../search-store.ts';
import type { Transactions } from '../transactions.ts';

type StoredStep = { recordId: string; kind: string; tool: string | null; outcome: string | null; text: string };
/** A call and its result. */
const closingSteps = 2;

const toStep = (step: StoredStep) => ({
  ...step,
  kind: recordKind.parse(step.kind),
  outcome: outcome.nullable().parse(step.outcome),
});

const nothing: Continuation = {
  ...{ steps: [], between: 0, closing: [], lastOutcome: null, isAnswered: false },
  ...{ reward: null, isCompleted: null, exitStatus: null },
};

/** What followed prompts. */
export const makeContinuations = (db: Database, { reading }: Pick<Transactions, 'reading'>): Pick<SearchStore, 'readContinuations'> => {
  const nextPrompt = db
    .prepare<[string, number], number | null>("SELECT min(seq) FROM records WHERE session_id = ? AND seq > ? AND kind = 'prompt'")
    .pluck();
  const toSteps = (order: 'ASC' | 'DESC') =>
    db.prepare<[string, number, number, number], StoredStep>(
      `SELECT r.id AS recordId, CASE WHEN r.kind = 'tool_call' AND r.text <> '' THEN 'tool_result' ELSE r.kind END AS kind, c.name AS tool,
      c.outcome, CASE WHEN r.text = '' AND r.kind = 'tool_call' THEN coalesce(c.params, '') ELSE r.text END AS text
    FROM records r INDEXED BY records_seq
    LEFT JOIN tool_results t ON r.kind = 'tool_result' AND t.session_id = r.session_id AND t.record_id = r.id
    LEFT JOIN tool_calls c ON c.session_id = r.session_id AND c.id = CASE r.kind WHEN 'tool_call' THEN r.id ELSE t.call_id END
    WHERE r.session_id = ? AND r.seq > ? AND r.seq < ? AND r.kind IN ('tool_call', 'tool_result') ORDER BY r.seq ${order} LIMIT ?`,
    );
  const [firstSteps, lastSteps] = [toSteps('ASC'), toSteps('DESC')];
  const countSteps = db
    .prepare<[string, number, number], number>(
      `SELECT count(*) FROM records INDEXED BY records_seq WHERE session_id = ? AND seq > ? AND seq < ? AND kind IN ('tool_call', 'tool_result')`,
    )
    .pluck();
  const lastWork = db.prepare<[string, number, number], { recordId: string; kind: string; text: string }>(
    `SELECT id AS recordId, kind, text FROM records INDEXED BY records_seq WHERE session_id = ? AND seq > ? AND seq < ?
    AND kind IN ('response', 'tool_call', 'tool_result') ORDER BY seq DESC LIMIT 1`,
  );
  const lastOutcome = db
    .prepare<[string, number, number], string>(
      `SELECT outcome FROM tool_calls INDEXED BY tool_calls_index WHERE session_id = ? AND seq > ? AND seq < ? ORDER BY call_index DESC LIMIT 1`,
    )
    .pluck();
  const reported = db.prepare<[string, number | null], { reward: number | null; isCompleted: number | null }>(
    `SELECT reward, iif(completed_basis = 'reported', completed, NULL) AS isCompleted FROM turn_metrics WHERE session_id = ? AND turn_idx = ?`,
  );
  const exitStatus = db.prepare<[string], string | null>(`SELECT json_extract(outcome, '$.exitStatus') FROM sessions WHERE id = ?`).pluck();
  const readReported = (sessionId: string, turnIdx: number | null, isLast: boolean) => {
    const { reward = null, isCompleted = null } = reported.get(sessionId, turnIdx) ?? {};
    return {
      reward,
      isCompleted: isCompleted === null ? null : isCompleted === 1,
      exitStatus: isLast ? (exitStatus.get(sessionId) ?? null) : null,
    };
  };
  const read = ({ sessionId, seq, turnIdx }: Parameters<SearchStore['readContinuations']>[0][number], limit: number): Continuation => {
    const next = nextPrompt.get(sessionId, seq) ?? null;
    const span = [sessionId, seq, next ?? Number.MAX_SAFE_INTEGER] as const;
    const count = countSteps.get(...span) ?? 0;
    // Most prompts of a chat have none.
    if (count === 0) return nothing;
    const further = Math.max(0, count - limit);
    const last = further === 0 ? [] : lastSteps.all(...span, Math.min(further, closingSteps)).reverse();
    const work = lastWork.get(...span);
    const isAnswered = work?.kind === 'response';
    return {
      steps: firstSteps.all(...span, limit).map(toStep),
      between: further - last.length,
      closing: [...last, ...(isAnswered ? [{ ...work, tool: null, outcome: null }] : [])].map(toStep),
      lastOutcome: outcome.nullable().parse(lastOutcome.get(...span) ?? null),
      isAnswered,
      ...readReported(sessionId, turnIdx, next === null),
    };
  };
  return { readContinuations: reading((prompts, limit) => prompts.map((prompt) => read(prompt, limit))) };
};
