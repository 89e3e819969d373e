import type { Database } from 'better-sqlite3';
import type { turnMetrics } from '../../../../db/schema.ts';
import { storedExamples } from '../../../domain/retrieval.ts';
import { completionBasis, maxReadPromptChars, metricBasis, runningMs, type TurnMetric } from '../../../domain/turn-metric.ts';
import { maxOpenMs } from '../../../session/live.ts';
import { parseJson, parseStored } from '../json.ts';
import { reportedBits } from './reported-bits.ts';

/** SQL: whether the turn of `m` still runs at `@nowMs`: it may go on by itself, or waits for a call. */
export const isRunning = `((m.completed_basis = 'running' AND m.updated_at_ms > @nowMs - ${runningMs})
  OR coalesce(m.open_call_at_ms > @nowMs - ${maxOpenMs}, 0))`;

/** SQL: whether a figure of the turn `m`, which is the turn `t` of the archive, is only known in part; what was reported is the whole. */
export const isAtLeast = {
  tokens: `coalesce(m.tokens IS NOT NULL AND NOT m.reported & ${reportedBits.tokens} AND t.output_at_least, 0)`,
  cost: `coalesce(m.cost_usd IS NOT NULL AND NOT m.reported & ${reportedBits.costUsd} AND t.cost_at_least, 0)`,
};

type Row = Omit<typeof turnMetrics.$inferSelect, 'prompt' | 'promptChars' | 'reported' | 'openCallAtMs'> & {
  recordId: string | null;
  seq: number | null;
  prompt: string | null;
  examples: string | null;
  isRunning: number | null;
  tokensAtLeast: number;
  costAtLeast: number;
  knownId: string | null;
  title: string | null;
  project: string | null;
  agent: string | null;
  startedAtMs: number | null;
  synthetic: number | null;
  starredAtMs: number | null;
};

/** Reads rows as the port has them. */
export const makeTurnMetricRows = (db: Database) => {
  const find = db.prepare<[{ sessionId: string; turnIdx: number; nowMs: number }], Row>(
    `SELECT m.session_id AS sessionId, m.turn_idx AS turnIdx, m.retrieval_used AS retrievalUsed, m.iterations, m.iterations_basis AS iterationsBasis,
      m.tool_errors AS toolErrors, m.tool_errors_basis AS toolErrorsBasis, m.completed, m.completed_basis AS completedBasis,
      m.duration_ms AS durationMs, m.tokens, m.cost_usd AS costUsd, m.reward, m.model, m.created_at_ms AS createdAtMs,
      m.updated_at_ms AS updatedAtMs, ${isRunning} AS isRunning, ${isAtLeast.tokens} AS tokensAtLeast, ${isAtLeast.cost} AS costAtLeast,
      t.message_id AS recordId, t.start_seq AS seq, substr(coalesce(m.prompt, g.prompt, r.text), 1, ${maxReadPromptChars}) AS prompt, g.examples,
      s.id AS knownId, s.title, s.project, s.family AS agent, s.started_at_ms AS startedAtMs, s.synthetic, x.starred_at_ms AS starredAtMs
    FROM turn_metrics m LEFT JOIN turns t ON t.session_id = m.session_id AND t.turn_idx = m.turn_idx
    LEFT JOIN records r ON r.session_id = t.session_id AND r.id = t.message_id AND t.has_prompt = 1
    LEFT JOIN retrievals g ON g.session_id = m.session_id AND g.turn_idx = m.turn_idx
    LEFT JOIN sessions s ON s.id = m.session_id LEFT JOIN starred_sessions x ON x.session_id = s.id
    WHERE m.session_id = @sessionId AND m.turn_idx = @turnIdx`,
  );
  return (sessionId: string, turnIdx: number, nowMs: number): TurnMetric | null => {
    const row = find.get({ sessionId, turnIdx, nowMs });
    return row ? toTurnMetric(row) : null;
  };
};

const toTurnMetric = (row: Row): TurnMetric => ({
  sessionId: row.sessionId,
  turnIdx: row.turnIdx,
  recordId: row.recordId,
  seq: row.seq,
  prompt: row.prompt,
  retrieved: row.examples === null ? null : parseJson(storedExamples, row.examples, null),
  retrievalUsed: row.retrievalUsed === 1,
  iterations: row.iterations,
  iterationsBasis: parseStored(metricBasis.nullable(), row.iterationsBasis),
  toolErrors: row.toolErrors,
  toolErrorsBasis: parseStored(metricBasis.nullable(), row.toolErrorsBasis),
  ...toCompletion(row),
  durationMs: row.durationMs,
  tokens: row.tokens,
  tokensAtLeast: row.tokensAtLeast === 1,
  costUsd: row.costUsd,
  costAtLeast: row.costAtLeast === 1,
  reward: row.reward,
  model: row.model,
  createdAtMs: row.createdAtMs,
  updatedAtMs: row.updatedAtMs,
  session: toHitSession(row),
});

/** A turn that may go on is stored as if it were over. */
const toCompletion = ({ completed, completedBasis: basis, isRunning }: Row): Pick<TurnMetric, 'completed' | 'completedBasis'> => {
  if (isRunning === 1) return { completed: null, completedBasis: 'running' };
  const over = completed === 1 ? 'answered' : null;
  return {
    completed: completed === null ? null : completed === 1,
    completedBasis: basis === 'running' ? over : parseStored(completionBasis.nullable(), basis),
  };
};

const toHitSession = ({ knownId: id, agent, title, project, startedAtMs, synthetic, starredAtMs }: Row): TurnMetric['session'] =>
  id === null || agent === null ? null : { id, title, project, agent, startedAtMs, synthetic: synthetic === 1, starredAtMs };
