import type { Database } from 'better-sqlite3';
import type { turnMetrics } from '../../../../db/schema.ts';
import type { TurnOutcome } from '../../../session/turn-outcomes.ts';

/** What is derived of a turn. */
export type DerivedRow = Omit<typeof turnMetrics.$inferSelect, 'sessionId' | 'reported' | 'prompt'>;

const emptyRow = (turnIdx: number): DerivedRow => ({
  turnIdx,
  retrievalUsed: 0,
  iterations: null,
  iterationsBasis: null,
  toolErrors: null,
  toolErrorsBasis: null,
  completed: null,
  completedBasis: null,
  durationMs: null,
  tokens: null,
  costUsd: null,
  reward: null,
  model: null,
  promptChars: null,
  createdAtMs: null,
  updatedAtMs: null,
});

/** What files say of single turns, in place of what is derived. Their own numbers of turns count records, so each goes to a prompt. */
export const makeFileOutcomes = (db: Database) => {
  const firstTurn = db.prepare<[string], number | null>('SELECT min(turn_idx) FROM turns WHERE session_id = ?').pluck();
  const turnAt = db
    .prepare<[string, number], number | null>(
      `SELECT max(turn_idx) FROM records INDEXED BY records_order WHERE session_id = ? AND order_ms <= ? AND kind = 'prompt'`,
    )
    .pluck();
  /** The turn of the last prompt at or before it, else the first turn; in a session without prompts, the number itself. */
  const findTurn = (sessionId: string, nativeIdx: number): number =>
    turnAt.get(sessionId, nativeIdx) ?? firstTurn.get(sessionId) ?? Math.max(0, Math.floor(nativeIdx));
  return {
    /** Rows by turn. What was updated later wins, value by value. */
    apply: (sessionId: string, rows: readonly DerivedRow[], outcomes: readonly TurnOutcome[]): DerivedRow[] => {
      const all = new Map(rows.map((row) => [row.turnIdx, { ...row }]));
      for (const outcome of outcomes.toSorted((a, b) => (a.updatedAtMs ?? 0) - (b.updatedAtMs ?? 0) || a.nativeIdx - b.nativeIdx)) {
        const turnIdx = findTurn(sessionId, outcome.nativeIdx);
        const row = all.get(turnIdx) ?? emptyRow(turnIdx);
        overlay(row, outcome);
        all.set(turnIdx, row);
      }
      return [...all.values()];
    },
  };
};

const overlay = (row: DerivedRow, outcome: TurnOutcome): void => {
  if (outcome.iterations !== null) Object.assign(row, { iterations: outcome.iterations, iterationsBasis: 'reported' });
  if (outcome.toolErrors !== null) Object.assign(row, { toolErrors: outcome.toolErrors, toolErrorsBasis: 'reported' });
  if (outcome.completed !== null) Object.assign(row, { completed: Number(outcome.completed), completedBasis: 'reported' });
  row.durationMs = outcome.durationMs ?? row.durationMs;
  row.model = outcome.model ?? row.model;
  if (outcome.retrievalUsed === true) row.retrievalUsed = 1;
  row.createdAtMs = pickKnown(Math.min, row.createdAtMs, outcome.createdAtMs);
  row.updatedAtMs = pickKnown(Math.max, row.updatedAtMs, outcome.updatedAtMs);
};

const pickKnown = (pick: (a: number, b: number) => number, a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : pick(a, b);
