import type { Database } from 'better-sqlite3';
import type { ReportedOutcome } from '../../metrics-store.ts';
import { reportedBits } from './reported-bits.ts';
import type { Rollups } from './rollups.ts';

export type Outcomes = ReturnType<typeof makeOutcomes>;

const values = [
  ['iterations', 'iterations'],
  ['toolErrors', 'tool_errors'],
  ['completed', 'completed'],
  ['durationMs', 'duration_ms'],
  ['tokens', 'tokens'],
  ['costUsd', 'cost_usd'],
  ['reward', 'reward'],
  ['model', 'model'],
  ['prompt', 'prompt'],
] as const;
const bases = [
  ['iterations', 'iterations_basis'],
  ['toolErrors', 'tool_errors_basis'],
  ['completed', 'completed_basis'],
] as const;

const basisOf = (field: string): string => `CASE WHEN @${field} IS NOT NULL THEN 'reported' END`;
/** A turn that was stored as if it were over is now over. */
const overBasis = `CASE WHEN completed_basis = 'running' THEN iif(completed, 'answered', NULL) ELSE completed_basis END`;
const columns = [...values.map(([, column]) => column), ...bases.map(([, column]) => column)];
const inserted = [...values.map(([field]) => `@${field}`), ...bases.map(([field]) => basisOf(field))];
const first = 'coalesce(min(created_at_ms, @atMs), created_at_ms, @atMs)';
const last = 'coalesce(max(updated_at_ms, @atMs), updated_at_ms, @atMs)';

/** Reports of agents on turns, and notes that retrieval was asked: each adds to one row, in any order. */
export const makeOutcomes = (db: Database, rollups: Rollups) => {
  const has = db.prepare<[string, number]>('SELECT 1 FROM turn_metrics WHERE session_id = ? AND turn_idx = ?');
  const put = db.prepare(
    `INSERT INTO turn_metrics (session_id, turn_idx, ${columns.join(', ')}, reported, created_at_ms, updated_at_ms)
    VALUES (@sessionId, @turnIdx, ${inserted.join(', ')}, @bits, @atMs, @atMs)
    ON CONFLICT (session_id, turn_idx) DO UPDATE SET
      ${columns.map((column) => `${column} = coalesce(excluded.${column}, ${column === 'completed_basis' ? overBasis : column})`).join(', ')},
      reported = reported | @bits, open_call_at_ms = NULL, created_at_ms = ${first}, updated_at_ms = ${last}`,
  );
  const putRetrieved = db.prepare<[{ sessionId: string; turnIdx: number; isUsed: number; atMs: number }]>(
    `INSERT INTO turn_metrics (session_id, turn_idx, retrieval_used, reported, created_at_ms, updated_at_ms)
    VALUES (@sessionId, @turnIdx, @isUsed, ${reportedBits.retrieval}, @atMs, @atMs)
    ON CONFLICT (session_id, turn_idx) DO UPDATE SET retrieval_used = max(retrieval_used, @isUsed), reported = reported | ${reportedBits.retrieval},
      created_at_ms = ${first}, updated_at_ms = ${last}`,
  );
  /** The summary of a turn is made of its reported outcome, too. */
  const unmark = db.prepare<[string]>('UPDATE sessions SET summarized = NULL WHERE id = ?');
  return {
    /** Answers whether there was no row. */
    put: ({ completed, retrievalUsed, ...outcome }: ReportedOutcome): boolean => {
      const row = { ...outcome, completed: completed === null ? null : Number(completed) };
      const given = values.filter(([field]) => row[field] !== null);
      const { sessionId, turnIdx, atMs } = row;
      const isNew = has.get(sessionId, turnIdx) === undefined;
      if (retrievalUsed !== null) putRetrieved.run({ sessionId, turnIdx, isUsed: Number(retrievalUsed), atMs });
      if (retrievalUsed === null || given.length > 0)
        put.run({ ...row, bits: given.reduce<number>((all, [field]) => all | reportedBits[field], reportedBits.outcome) });
      if (completed !== null) unmark.run(row.sessionId);
      rollups.rebuild(row.sessionId);
      return isNew;
    },
    /** `isUsed`: the agent got examples. */
    noteRetrieval: (sessionId: string, turnIdx: number, isUsed: boolean, atMs: number): void => {
      putRetrieved.run({ sessionId, turnIdx, isUsed: Number(isUsed), atMs });
      rollups.rebuild(sessionId);
    },
  };
};
