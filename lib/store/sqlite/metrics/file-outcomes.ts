import type { Database } from 'better-sqlite3';
import type { turnMetrics } from '../../../../db/schema.ts';
import type { TurnOutcome } from '../../../session/turn-outcomes.ts';

/** Derived metrics of a turn. */
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
  openCallAtMs: null,
});

/**
 * Outcomes of single turns from files, in place of derived ones. Files number turns by counting records, so each outcome is assigned to a
 * prompt.
 */
export const makeAssignOutcomes = (db: Database) => {
  const promptAt = db
    .prepare<[string, number], number>(
      `SELECT turn_idx FROM records INDEXED BY records_order WHERE session_id = ? AND order_ms = ? AND kind = 'prompt' ORDER BY seq LIMIT 1`,
    )
    .pluck();
  const turnAt = db
    .prepare<[string, number], number | null>(
      `SELECT max(turn_idx) FROM records INDEXED BY records_order WHERE session_id = ? AND order_ms <= ? AND kind = 'prompt'`,
    )
    .pluck();
  const findEnds = db.prepare<[string], { firstTurn: number | null; lastTurn: number | null; lastRecord: number | null }>(
    `SELECT min(turn_idx) AS firstTurn, max(CASE kind WHEN 'prompt' THEN turn_idx END) AS lastTurn, max(order_ms) AS lastRecord
    FROM records WHERE session_id = ? AND kind <> 'meta'`,
  );
  /** Outcomes with their turns. The number of a prompt is its turn's; another one is that of the turn it falls into, unless a better one or an earlier one is. */
  const assign = (sessionId: string, outcomes: readonly TurnOutcome[]): Map<number, TurnOutcome> => {
    if (outcomes.length === 0) return new Map();
    const { firstTurn = null, lastTurn = null, lastRecord = null } = findEnds.get(sessionId) ?? {};
    const exact = new Map(outcomes.map((outcome) => [outcome, promptAt.get(sessionId, outcome.nativeIdx)]));
    const assigned = new Map<number, TurnOutcome>();
    for (const [outcome, turnIdx] of exact) if (turnIdx !== undefined && !assigned.has(turnIdx)) assigned.set(turnIdx, outcome);
    const placed = new Set(assigned.values());
    for (const outcome of outcomes) {
      if (placed.has(outcome)) continue;
      const { nativeIdx } = outcome;
      const isWithin = lastTurn !== null && nativeIdx <= (lastRecord ?? -1);
      const within = isWithin ? (turnAt.get(sessionId, nativeIdx) ?? firstTurn) : null;
      // A turn of which the file has nothing else keeps its number, behind those that it has.
      let turnIdx = within ?? Math.max((lastTurn ?? -1) + 1, Math.floor(nativeIdx));
      if (within !== null && assigned.has(turnIdx)) turnIdx = Math.max((lastTurn ?? -1) + 1, Math.floor(nativeIdx));
      while (assigned.has(turnIdx)) turnIdx += 1;
      assigned.set(turnIdx, outcome);
    }
    return assigned;
  };
  return assign;
};

/** Rows of turns with what the file says of those of a window. A turn of which a file that measures turns says nothing has no outcome. */
export const applyOutcomes = (
  rows: readonly DerivedRow[],
  outcomes: ReadonlyMap<number, TurnOutcome>,
  { fromTurn, toTurn }: { fromTurn: number; toTurn: number },
): DerivedRow[] => {
  const all = new Map<number, DerivedRow>(rows.map((row) => [row.turnIdx, { ...row, ...unmeasured }]));
  for (const [turnIdx, outcome] of outcomes) {
    if (turnIdx < fromTurn || turnIdx >= toTurn) continue;
    const row = all.get(turnIdx) ?? emptyRow(turnIdx);
    overlay(row, outcome);
    all.set(turnIdx, row);
  }
  return [...all.values()];
};

const unmeasured = {
  iterations: null,
  iterationsBasis: null,
  toolErrors: null,
  toolErrorsBasis: null,
  completed: null,
  completedBasis: null,
  durationMs: null,
};

const overlay = (row: DerivedRow, outcome: TurnOutcome): void => {
  if (outcome.iterations !== null) Object.assign(row, { iterations: outcome.iterations, iterationsBasis: 'reported' });
  if (outcome.toolErrors !== null) Object.assign(row, { toolErrors: outcome.toolErrors, toolErrorsBasis: 'reported' });
  if (outcome.completed !== null) Object.assign(row, { completed: Number(outcome.completed), completedBasis: 'reported' });
  row.durationMs = outcome.durationMs ?? row.durationMs;
  row.model = outcome.model ?? row.model;
  if (outcome.retrievalUsed === true) row.retrievalUsed = 1;
  row.createdAtMs = outcome.createdAtMs ?? row.createdAtMs;
  row.updatedAtMs = outcome.updatedAtMs ?? row.updatedAtMs;
};
