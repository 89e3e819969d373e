import { randomInt } from 'node:crypto';
import type { Database } from 'better-sqlite3';

export type AggregateCheckpoints = ReturnType<typeof makeAggregateCheckpoints>;

/** Totals of a session's records and calls before its last turn. */
export type AggregateCheckpoint = {
  fromTurn: number;
  fromSeq: number;
  fromCall: number;
  records: number;
  unknownRecords: number;
  noTimestamps: number;
  toolCalls: number;
  toolErrors: number;
  toolRejected: number;
  toolDenied: number;
  toolInterrupted: number;
  toolUnended: number;
  toolRan: number;
  orphanCalls: number;
};

/** The checkpoint before the first record. */
export const emptyHead: AggregateCheckpoint = {
  fromTurn: -1,
  fromSeq: 0,
  fromCall: 0,
  records: 0,
  unknownRecords: 0,
  noTimestamps: 0,
  toolCalls: 0,
  toolErrors: 0,
  toolRejected: 0,
  toolDenied: 0,
  toolInterrupted: 0,
  toolUnended: 0,
  toolRan: 0,
  orphanCalls: 0,
};

const maxSessions = 1_000;
const newStamp = (): number => randomInt(1, 2 ** 47);

/**
 * Checkpoints of the sessions that this connection recomputed last, so that recomputing a session that only grew reads only its
 * last turns. `sessions.settled` is a stamp: positive if the aggregates are current, zero or negative if not. Every write to a
 * session sets it; a checkpoint with another stamp than the stored one is discarded, whoever wrote.
 */
export const makeAggregateCheckpoints = (db: Database) => {
  const stampOf = db.prepare<[string], { settled: number }>('SELECT settled FROM sessions WHERE id = ?');
  const setStamp = db.prepare<[number, string]>('UPDATE sessions SET settled = ? WHERE id = ?');
  const heads = new Map<string, { stamp: number; head: AggregateCheckpoint }>();
  const find = (sessionId: string): AggregateCheckpoint | null => {
    const known = heads.get(sessionId);
    if (!known) return null;
    if (known.stamp === stampOf.get(sessionId)?.settled) return known.head;
    heads.delete(sessionId);
    return null;
  };
  return {
    find,
    newStamp,
    put: (sessionId: string, stamp: number, head: AggregateCheckpoint): void => {
      heads.delete(sessionId);
      heads.set(sessionId, { stamp, head });
      const oldest = heads.keys().next();
      if (heads.size > maxSessions && !oldest.done) heads.delete(oldest.value);
    },
    forget: (sessionId: string): void => {
      heads.delete(sessionId);
    },
    /** Marks a session's aggregates as stale because rows were appended; its checkpoint stays valid. */
    grow: (sessionId: string): void => {
      const head = find(sessionId);
      const stamp = head ? -newStamp() : 0;
      setStamp.run(stamp, sessionId);
      if (head) heads.set(sessionId, { stamp, head });
    },
    /** A row of this turn (null: of no turn) changed: discards a checkpoint that covers it. */
    touch: (sessionId: string, turnIdx: number | null): void => {
      const known = heads.get(sessionId);
      if (known && (turnIdx === null || turnIdx < known.head.fromTurn)) heads.delete(sessionId);
    },
  };
};
