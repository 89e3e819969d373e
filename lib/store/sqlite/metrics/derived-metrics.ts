import type { Database } from 'better-sqlite3';
import type { TurnEnded } from '../../../domain/turn-ended.ts';
import { measuringAgents, type TurnOutcome } from '../../../session/turn-outcomes.ts';
import type { TurnRow } from '../../session-store.ts';
import { parseOutcome } from '../sessions/rows.ts';
import { isAnswered } from '../../../session/turn-state.ts';
import type { ResponseSums, Span } from '../sessions/turn-sums.ts';
import { bindByPosition } from '../statements.ts';
import { applyOutcomes, makeAssignOutcomes, type DerivedRow } from './file-outcomes.ts';
import { reportedBits } from './reported-bits.ts';

/** A turn with what its records add up to. */
export type TurnFacts = {
  turn: TurnRow;
  span: Span | undefined;
  responses: ResponseSums | undefined;
  /** Answers of the model, as the line that ends a printed run reports them; null: none does. */
  iterations: number | null;
  promptChars: number | null;
  isInherited: boolean;
};

/** Facts about a session as a whole. `outcomes`: of turns, as its file measures them; null: it measures none. */
export type Measured = {
  hasModels: boolean;
  isSynthetic: boolean;
  reward: number | null;
  outcomes: ReadonlyMap<number, TurnOutcome> | null;
};

/** Turns from one on, up to another one, or to the end. */
type Window = { fromTurn: number; toTurn: number; toSeq: number; isToEnd: boolean };

const kept = [
  ['iterations', 'iterations', reportedBits.iterations],
  ['iterationsBasis', 'iterations_basis', reportedBits.iterations],
  ['toolErrors', 'tool_errors', reportedBits.toolErrors],
  ['toolErrorsBasis', 'tool_errors_basis', reportedBits.toolErrors],
  ['completed', 'completed', reportedBits.completed],
  ['completedBasis', 'completed_basis', reportedBits.completed],
  ['durationMs', 'duration_ms', reportedBits.durationMs],
  ['tokens', 'tokens', reportedBits.tokens],
  ['costUsd', 'cost_usd', reportedBits.costUsd],
  ['reward', 'reward', reportedBits.reward],
  ['model', 'model', reportedBits.model],
  ['retrievalUsed', 'retrieval_used', reportedBits.retrieval],
] as const;

/** Times of a row: if it was also reported, the first and the last of both. */
const times = [
  ['createdAtMs', 'created_at_ms', 'min'],
  ['updatedAtMs', 'updated_at_ms', 'max'],
] as const;

/** A turn whose outcome was reported does not run. */
const overBasis = `WHEN reported & ${reportedBits.outcome} AND excluded.completed_basis = 'running' THEN iif(excluded.completed, 'answered', NULL)`;
const columns = [...kept.map(([, column]) => column), ...times.map(([, column]) => column), 'prompt_chars', 'open_call_at_ms'];
const fields = [...kept.map(([field]) => `@${field}`), ...times.map(([field]) => `@${field}`), '@promptChars', '@openCallAtMs'];
const merged = [
  ...kept.map(
    ([field, column, bit]) =>
      `CASE WHEN reported & ${bit} THEN ${column} ${field === 'completedBasis' ? overBasis : ''} ELSE excluded.${column} END`,
  ),
  ...times.map(
    ([, column, pick]) =>
      `CASE WHEN reported = 0 THEN excluded.${column} ELSE coalesce(${pick}(${column}, excluded.${column}), ${column}, excluded.${column}) END`,
  ),
  'excluded.prompt_chars',
  `CASE WHEN reported & ${reportedBits.outcome} THEN NULL ELSE excluded.open_call_at_ms END`,
];
const putSql = `INSERT INTO turn_metrics (session_id, turn_idx, ${columns.join(', ')}) VALUES (@sessionId, @turnIdx, ${fields.join(', ')})
  ON CONFLICT (session_id, turn_idx) DO UPDATE SET ${columns.map((column, at) => `${column} = ${merged[at]}`).join(', ')}
  WHERE (${columns.join(', ')}) IS NOT (${merged.join(', ')})`;

/** Clears a row whose turn is gone: only reported values stay. */
const clearSql = `UPDATE turn_metrics SET prompt_chars = NULL, open_call_at_ms = NULL,
  ${kept.map(([, column, bit]) => `${column} = CASE WHEN reported & ${bit} THEN ${column}${column === 'retrieval_used' ? ' ELSE 0' : ''} END`).join(', ')}`;

/** Derives the metrics of turns from the transcript. Reported values stay as they are (lib/domain/turn-metric.ts). */
export const makeDerivedMetrics = (db: Database) => {
  const put = bindByPosition(db, putSql);
  const list = db
    .prepare<[string, number, number], number>('SELECT turn_idx FROM turn_metrics WHERE session_id = ? AND turn_idx >= ? AND turn_idx < ?')
    .pluck();
  const drop = db.prepare<[string, number]>('DELETE FROM turn_metrics WHERE session_id = ? AND turn_idx = ? AND reported = 0');
  const clear = db.prepare<[string, number]>(`${clearSql} WHERE session_id = ? AND turn_idx = ?`);
  const dropAll = db.prepare<[string]>('DELETE FROM turn_metrics WHERE session_id = ?');
  const about = db.prepare<[string], { family: string; hasModels: number; outcome: string | null; synthetic: number }>(
    `SELECT family, models <> '[]' AS hasModels, outcome, synthetic FROM sessions WHERE id = ?`,
  );
  const lastModel = db
    .prepare<[string, number, number], string>(
      `SELECT model FROM records INDEXED BY records_seq WHERE session_id = ? AND seq > ? AND seq < ?
      AND kind IN ('response', 'reasoning', 'tool_call') AND model IS NOT NULL ORDER BY seq DESC LIMIT 1`,
    )
    .pluck();
  /** Answers without ids: what the model said in one go, up to the next result. */
  const countAnswers = db
    .prepare<[string, number, number], number>(
      `SELECT count(*) FROM records r INDEXED BY records_seq WHERE r.session_id = ? AND r.seq > ? AND r.seq < ?
      AND r.kind IN ('response', 'reasoning', 'tool_call') AND r.inherited_from IS NULL AND NOT EXISTS (
        SELECT 1 FROM records p INDEXED BY records_seq WHERE p.session_id = r.session_id AND p.seq = r.seq - 1
        AND p.kind IN ('response', 'reasoning', 'tool_call'))`,
    )
    .pluck();
  const assignOutcomes = makeAssignOutcomes(db);

  const derive = (
    sessionId: string,
    { turn, span, responses, iterations, promptChars }: TurnFacts,
    toSeq: number,
    hasModels: boolean,
  ): DerivedRow => ({
    turnIdx: turn.turnIdx,
    retrievalUsed: 0,
    iterations: iterations ?? responses?.responses ?? countAnswers.get(sessionId, turn.startSeq, toSeq) ?? 0,
    iterationsBasis: iterations !== null ? 'reported' : responses ? 'responses' : 'records',
    toolErrors: turn.toolErrors,
    toolErrorsBasis: 'calls',
    ...toCompletion(turn.ended, span),
    durationMs: turn.activeMs ?? turn.reportedDurationMs,
    tokens: responses?.tokens ?? null,
    costUsd: turn.costUsd,
    reward: null,
    model: hasModels ? (lastModel.get(sessionId, turn.startSeq, toSeq) ?? null) : null,
    promptChars,
    createdAtMs: span?.startedAtMs ?? null,
    updatedAtMs: span?.lastAtMs ?? null,
    openCallAtMs: null,
  });
  const deriveAll = (
    sessionId: string,
    window: Window,
    turns: readonly TurnFacts[],
    { hasModels, isSynthetic, reward, outcomes }: Measured,
  ): DerivedRow[] => {
    const rows = turns.flatMap((facts, at) =>
      // A turn that was taken back is in no cohort.
      facts.isInherited || facts.turn.ended === 'taken_back'
        ? []
        : [derive(sessionId, facts, turns[at + 1]?.turn.startSeq ?? window.toSeq, hasModels)],
    );
    const [last, lastFacts] = [rows.at(-1), turns.at(-1)];
    if (window.isToEnd && last && lastFacts && last.turnIdx === lastFacts.turn.turnIdx) {
      last.reward = reward;
      // A demo session does not go on.
      last.openCallAtMs = isSynthetic ? null : lastFacts.turn.openCallAtMs;
    }
    return outcomes ? applyOutcomes(rows, outcomes, window) : rows;
  };

  return {
    /** Reads all records of a session whose file measures turns, so once for all windows. */
    measure: (sessionId: string): Measured => {
      const session = about.get(sessionId);
      const outcome = parseOutcome(session?.outcome ?? null);
      const outcomes = outcome?.turns ?? [];
      const isMeasured = outcomes.length > 0 || measuringAgents.includes(session?.family ?? '');
      return {
        hasModels: session?.hasModels === 1,
        isSynthetic: session?.synthetic === 1,
        reward: outcome?.reward ?? null,
        outcomes: isMeasured ? assignOutcomes(sessionId, outcomes) : null,
      };
    },
    /** Writes what differs from the stored rows; answers whether anything did. `turns`: all of the window, in order. */
    write: (sessionId: string, window: Window, turns: readonly TurnFacts[], measured: Measured): boolean => {
      const gone = new Set(list.all(sessionId, window.fromTurn, window.toTurn));
      let isChanged = false;
      for (const row of deriveAll(sessionId, window, turns, measured)) {
        gone.delete(row.turnIdx);
        if (put({ ...row, sessionId }).changes > 0) isChanged = true;
      }
      for (const turnIdx of gone) {
        if (drop.run(sessionId, turnIdx).changes > 0) isChanged = true;
        else clear.run(sessionId, turnIdx);
      }
      return isChanged;
    },
    /** Removes the metrics of a deleted session, reported ones included. */
    forget: (sessionId: string): void => void dropAll.run(sessionId),
  };
};

type Completion = Pick<DerivedRow, 'completed' | 'completedBasis'>;

const toCompletion = (ended: TurnEnded, span: Span | undefined): Completion => {
  const isPrintedWell = span?.isPrintedWell ?? null;
  if (isPrintedWell !== null) return { completed: isPrintedWell, completedBasis: 'reported' };
  switch (ended) {
    case 'answered':
      return { completed: 1, completedBasis: 'answered' };
    case 'interrupted':
    case 'refused':
    case 'service_error':
    case 'usage_limit':
      return { completed: 0, completedBasis: 'aborted' };
    case 'open':
      // As if it were over.
      return { completed: span && isAnswered(ended, span) ? 1 : null, completedBasis: 'running' };
    default:
      return { completed: null, completedBasis: null };
  }
};
