import type { Database } from 'better-sqlite3';
import { responses } from '../../../db/schema.ts';
import type { ResponseRow } from '../store.ts';
import { computeHash } from './index-hash.ts';
import type { Overlaps } from './overlaps.ts';
import { toTokenColumns } from './rows.ts';
import type { SettledHeads } from './settled-heads.ts';
import { bindByPosition, insertRow } from './statements.ts';

const largest = {
  tokensInput: 'tokens_input',
  tokensCacheRead: 'tokens_cache_read',
  tokensCacheWrite: 'tokens_cache_write',
  tokensOutput: 'tokens_output',
  tokensReasoning: 'tokens_reasoning',
  cacheWrite1h: 'cache_write_1h',
  costUsd: 'cost_usd',
  costReported: 'cost_reported',
  model: 'model',
};
const smallest = { turnIdx: 'turn_idx', atMs: 'at_ms' };

/** Null never overwrites. */
const toMerge = (aggregate: 'max' | 'min', names: Readonly<Record<string, string>>): string[] =>
  Object.entries(names).map(([field, column]) => `${column} = coalesce(${aggregate}(${column}, @${field}), ${column}, @${field})`);

/** Stores a response, or lets what is stored of it grow: agents write its usage again while it grows. */
export const makePutResponse = (db: Database, { overlaps, heads }: { overlaps: Overlaps; heads: SettledHeads }) => {
  const findHolders = db.prepare<[number, string], { row: number; sessionId: string; turnIdx: number | null }>(
    'SELECT rowid AS row, session_id AS sessionId, turn_idx AS turnIdx FROM responses INDEXED BY responses_id WHERE id_hash = ? AND id = ?',
  );
  const add = bindByPosition(db, insertRow(responses, ['inheritedFrom']));
  const grow = bindByPosition(
    db,
    `UPDATE responses SET ${[...toMerge('max', largest), ...toMerge('min', smallest)].join(', ')} WHERE rowid = @row`,
  );
  return (response: ResponseRow): void => {
    const idHash = computeHash(response.id);
    const holders = findHolders.all(idHash, response.id);
    const stored = holders.find(({ sessionId }) => sessionId === response.sessionId);
    const columns = { ...response, ...toTokenColumns(response.tokens), costReported: Number(response.costReported), idHash };
    if (stored) {
      heads.touch(response.sessionId, stored.turnIdx);
      grow({ ...columns, row: stored.row });
    } else {
      add(columns);
      if (holders.length > 0) overlaps.noteResponse(response.sessionId, idHash, response.id);
    }
  };
};
