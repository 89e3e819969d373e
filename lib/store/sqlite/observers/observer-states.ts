import type { Database } from 'better-sqlite3';
import * as z from 'zod';
import { observerHeads, observerStates } from '../../../../db/schema.ts';
import type { ObserverHead } from '../../observer-store.ts';
import { parseJson, toJson } from '../json.ts';
import { columnsOf, upsert } from '../statements.ts';

export type ObserverStates = ReturnType<typeof makeObserverStates>;

export type StoredHead = typeof observerHeads.$inferSelect;
type StoredState = Omit<typeof observerStates.$inferSelect, 'sessionId'>;

const anyJson = z.unknown();

/** How many calls lie between two kept states; the newest state is kept besides. */
const keptEvery = 1_000;

/** What a file says otherwise of the newest calls than a running agent did is folded again from before them. */
const keptBehind = 4;

/** The last call up to which one fold may go from a call, so that the states that are kept come about. */
export const lastCallOfStretch = (callIndex: number): number => (stretchOf(callIndex) + 1) * keptEvery - 1;

const stretchOf = (callIndex: number): number => Math.floor(callIndex / keptEvery);

/** Where the observers of a session stand, and stood. */
export const makeObserverStates = (db: Database) => {
  const findHead = db.prepare<[string], StoredHead>(`SELECT ${columnsOf(observerHeads, 'h')} FROM observer_heads h WHERE h.session_id = ?`);
  const putHeadRow = db.prepare(upsert(observerHeads, ['sessionId']));
  const dropHead = db.prepare<[string]>('DELETE FROM observer_heads WHERE session_id = ?');
  const newest = db.prepare<[string, number, string], StoredState>(
    `SELECT ${columnsOf(observerStates, 's', ['sessionId'])} FROM observer_states s
    WHERE s.session_id = ? AND s.call_index <= ? AND s.config_key = ? ORDER BY s.call_index DESC LIMIT 1`,
  );
  const putState = db.prepare(upsert(observerStates, ['sessionId', 'callIndex']));
  const dropOlder = db.prepare<[string, number, number]>(
    `DELETE FROM observer_states WHERE session_id = ? AND call_index >= ? AND call_index < ? AND (call_index + 1) % ${keptEvery} <> 0`,
  );
  const dropAfter = db.prepare<[string, number]>('DELETE FROM observer_states WHERE session_id = ? AND call_index > ?');

  /** Goes back to a state (null: to before the first call): what is behind it is dropped. */
  const goBack = (sessionId: string, to: ObserverHead | null): void => {
    dropAfter.run(sessionId, to?.callIndex ?? -1);
    if (to) putHeadRow.run({ sessionId, callIndex: to.callIndex, callId: to.callId, configKey: to.configKey, staleFrom: null });
    else dropHead.run(sessionId);
  };
  /** Moves the head; of the states that it leaves the last of each stretch are kept, and those close behind it. */
  const moveHead = (sessionId: string, to: ObserverHead): void => {
    const { fold, ...place } = to;
    dropOlder.run(sessionId, (stretchOf(to.callIndex) - 1) * keptEvery, to.callIndex - keptBehind);
    putState.run({ sessionId, ...place, fold: toJson(fold) });
    putHeadRow.run({ sessionId, ...place, staleFrom: null });
  };

  return {
    findHead: (sessionId: string): StoredHead | null => findHead.get(sessionId) ?? null,
    /** The newest state at or before a call that nothing has changed since. */
    findState: (head: StoredHead, atCall: number): ObserverHead | null => {
      const sound = head.staleFrom === null ? atCall : Math.min(atCall, head.staleFrom - 1);
      const row = newest.get(head.sessionId, sound, head.configKey);
      return row ? { ...row, fold: parseJson(anyJson, row.fold) } : null;
    },
    /** Stands at a state that came from elsewhere (null: before the first call); states before it are kept where they hold. */
    putHead: (sessionId: string, head: ObserverHead | null): void => {
      const staleFrom = findHead.get(sessionId)?.staleFrom ?? Infinity;
      goBack(sessionId, head && staleFrom > head.callIndex ? head : null);
      if (head) moveHead(sessionId, head);
    },
    goBack,
    moveHead,
  };
};
