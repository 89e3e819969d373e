import type { Database } from 'better-sqlite3';
import { responses } from '../../../../db/schema.ts';
import type { ResponseRow } from '../../rows.ts';
import { computeFnv1a } from '../../result-set.ts';
import type { Overlaps } from './overlaps.ts';
import type { AggregateCheckpoints } from './aggregate-checkpoints.ts';
import type { SeenCalls } from './stale-checkpoints.ts';
import { bindByPosition, insertRow } from '../statements.ts';
import { turnOfResponse } from './turn-sums.ts';

const largest = {
  tokensInput: 'tokens_input',
  tokensCacheRead: 'tokens_cache_read',
  tokensCacheWrite: 'tokens_cache_write',
  tokensOutput: 'tokens_output',
  tokensReasoning: 'tokens_reasoning',
  cacheWrite1h: 'cache_write_1h',
  costUsd: 'cost_usd',
  costReported: 'cost_reported',
  isFast: 'is_fast',
  model: 'model',
};
/** The final count takes the place of one from when the answer began. */
const smallest = { turnIdx: 'turn_idx', atMs: 'at_ms', isPartial: 'is_partial' };

/** Null never overwrites. */
const toMerge = (aggregate: 'max' | 'min', names: Readonly<Record<string, string>>): string[] =>
  Object.entries(names).map(([field, column]) => `${column} = coalesce(${aggregate}(${column}, @${field}), ${column}, @${field})`);

/** Stores a response, or lets what is stored of it grow: agents write its usage again while it grows. */
export const makePutResponse = (db: Database, { overlaps, heads }: { overlaps: Overlaps; heads: AggregateCheckpoints }) => {
  const findHolders = db.prepare<[number, string], { row: number; sessionId: string; turnIdx: number | null }>(
    'SELECT rowid AS row, session_id AS sessionId, turn_idx AS turnIdx FROM responses INDEXED BY responses_id WHERE id_hash = ? AND id = ?',
  );
  const add = bindByPosition(db, insertRow(responses, ['inheritedFrom']));
  const grow = bindByPosition(
    db,
    `UPDATE responses SET ${[...toMerge('max', largest), ...toMerge('min', smallest)].join(', ')} WHERE rowid = @row`,
  );
  const replace = bindByPosition(
    db,
    `UPDATE responses SET ${Object.entries({ ...largest, atMs: 'at_ms', isPartial: 'is_partial' })
      .map(([field, column]) => `${column} = @${field}`)
      .join(', ')}, turn_idx = coalesce(@turnIdx, turn_idx) WHERE rowid = @row`,
  );
  // Its records may have come in a batch before.
  const setTurn = db.prepare<[number | bigint]>(`UPDATE responses SET turn_idx = ${turnOfResponse('responses')} WHERE rowid = ?`);
  const totals = db
    .prepare<[number], string>(
      `SELECT json_array(tokens_input, tokens_cache_write, tokens_output, cost_usd) FROM responses WHERE rowid = ?`,
    )
    .pluck();
  /** `isRedecoded`: what is stored comes from an older decoder and is replaced. */
  return (response: ResponseRow, seen: SeenCalls, isRedecoded = false): void => {
    const idHash = computeFnv1a(response.id);
    const holders = findHolders.all(idHash, response.id);
    const stored = holders.find(({ sessionId }) => sessionId === response.sessionId);
    if (stored) {
      heads.touch(response.sessionId, stored.turnIdx);
      const before = seen.has(response.sessionId) ? totals.get(stored.row) : undefined;
      (isRedecoded ? replace : grow)(toResponseColumns(response, idHash, stored.row));
      if (before !== undefined && before !== totals.get(stored.row)) seen.touchResponse(response.sessionId, idHash, response.id);
    } else {
      const { lastInsertRowid } = add(toResponseColumns(response, idHash, null));
      if (response.turnIdx === null) setTurn.run(lastInsertRowid);
      seen.touchResponse(response.sessionId, idHash, response.id);
      if (holders.length > 0) overlaps.noteResponse(response.sessionId, idHash, response.id);
    }
  };
};

/** Without a spread: this runs for every response of an import. */
const toResponseColumns = (response: ResponseRow, idHash: number, row: number | null) => ({
  row,
  sessionId: response.sessionId,
  id: response.id,
  idHash,
  turnIdx: response.turnIdx,
  model: response.model,
  tokensInput: response.tokens.input,
  tokensCacheRead: response.tokens.cacheRead,
  tokensCacheWrite: response.tokens.cacheWrite,
  tokensOutput: response.tokens.output,
  tokensReasoning: response.tokens.reasoning,
  isPartial: response.isPartial === null ? null : Number(response.isPartial),
  isFast: Number(response.isFast),
  cacheWrite1h: response.cacheWrite1h,
  costUsd: response.costUsd,
  costReported: Number(response.costReported),
  atMs: response.atMs,
});
