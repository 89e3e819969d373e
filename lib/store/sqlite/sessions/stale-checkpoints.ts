import type { Database } from 'better-sqlite3';
import { placeOf } from '../index-hash.ts';

export type StaleCheckpoints = ReturnType<typeof makeStaleCheckpoints>;

/** Changes of one transaction to calls that observers have seen. */
export type SeenCalls = {
  /** Whether observers have seen any call of a session; if not, nothing needs to be marked. */
  has(sessionId: string): boolean;
  /** A call was added, changed or taken out, or has another number: `callIndex` is the smaller of the two. Null: all of them. */
  touch(sessionId: string, callIndex: number | null): void;
  /** The tokens or cost of a response's calls changed. */
  touchResponse(sessionId: string, responseHash: number, responseId: string): void;
  /** Writes down what was touched; once, at the end of the transaction. */
  note(): void;
};

/**
 * Marks observer checkpoints after changed calls, so that the reducer resumes before them. A session that no observer has seen
 * costs one lookup per transaction.
 */
export const makeStaleCheckpoints = (db: Database) => {
  const findHead = db.prepare<[string], number>('SELECT call_index FROM observer_heads WHERE session_id = ?').pluck();
  const firstOfResponse = db
    .prepare<[{ sessionId: string; responseHash: number; responseId: string }], number | null>(
      `SELECT min(c.call_index) FROM records r INDEXED BY records_response
      JOIN tool_calls c ON c.session_id = r.session_id AND c.id = r.id
      WHERE ${placeOf('r')} = substr(@sessionId, 1, 3) AND r.response_hash = @responseHash AND r.session_id = @sessionId AND r.response_id = @responseId
        AND c.inherited_from IS NULL`,
    )
    .pluck();
  const setStale = db.prepare<[{ sessionId: string; from: number }]>(
    'UPDATE observer_heads SET stale_from = min(coalesce(stale_from, @from), @from) WHERE session_id = @sessionId AND call_index >= @from',
  );
  const unmark = db.prepare<[string]>("UPDATE sessions SET observed = '' WHERE id = ? AND observed <> ''");

  return {
    /** Marks a session as changed since its observers last looked at it; their findings stay known. */
    unmark: (sessionId: string): void => {
      unmark.run(sessionId);
    },
    watch: (): SeenCalls => {
      const heads = new Map<string, number | null>();
      const first = new Map<string, number>();
      const headOf = (sessionId: string): number | null => {
        const known = heads.get(sessionId);
        if (known !== undefined) return known;
        const found = findHead.get(sessionId) ?? null;
        heads.set(sessionId, found);
        return found;
      };
      const touch = (sessionId: string, callIndex: number | null): void => {
        const head = headOf(sessionId);
        const from = callIndex ?? 0;
        if (head !== null && from <= head && from < (first.get(sessionId) ?? Infinity)) first.set(sessionId, from);
      };
      return {
        has: (sessionId) => headOf(sessionId) !== null,
        touch,
        touchResponse: (sessionId, responseHash, responseId) => {
          if (headOf(sessionId) === null) return;
          const callIndex = firstOfResponse.get({ responseHash, sessionId, responseId }) ?? null;
          if (callIndex !== null) touch(sessionId, callIndex);
        },
        note: () => {
          for (const [sessionId, from] of first) {
            setStale.run({ sessionId, from });
            unmark.run(sessionId);
          }
        },
      };
    },
  };
};
