import type { Database } from 'better-sqlite3';
import * as z from 'zod';
import { observerCheckpoints, observerStates } from '../../../../db/schema.ts';
import type { ObserverCheckpoint } from '../../observer-store.ts';
import { parseJson, toJson } from '../json.ts';
import { columnsOf, upsert } from '../statements.ts';

export type ObserverStates = ReturnType<typeof makeObserverStates>;

export type StoredCheckpoint = typeof observerCheckpoints.$inferSelect;
type StoredState = Omit<typeof observerStates.$inferSelect, 'sessionId'>;

const anyJson = z.unknown();

/** How many calls lie between two kept states; the newest state is kept besides. */
const keptEvery = 1_000;

/** Calls kept before the newest state, to reduce again when a file corrects what a running agent reported of the newest calls. */
const keptBehind = 4;

/** The last call that one window of a reducer may reach, so that the states to keep come about. */
export const lastCallOfStretch = (callIndex: number): number => (stretchOf(callIndex) + 1) * keptEvery - 1;

const stretchOf = (callIndex: number): number => Math.floor(callIndex / keptEvery);

/** Where the observers of a session stand, and stood. */
export const makeObserverStates = (db: Database) => {
  const findCheckpoint = db.prepare<[string], StoredCheckpoint>(
    `SELECT ${columnsOf(observerCheckpoints, 'h')} FROM observer_heads h WHERE h.session_id = ?`,
  );
  const putCheckpointRow = db.prepare(upsert(observerCheckpoints, ['sessionId']));
  const dropCheckpoint = db.prepare<[string]>('DELETE FROM observer_heads WHERE session_id = ?');
  const newest = db.prepare<[string, number, string], StoredState>(
    `SELECT ${columnsOf(observerStates, 's', ['sessionId'])} FROM observer_states s
    WHERE s.session_id = ? AND s.call_index <= ? AND s.config_key = ? ORDER BY s.call_index DESC LIMIT 1`,
  );
  const putState = db.prepare(upsert(observerStates, ['sessionId', 'callIndex']));
  const dropOlder = db.prepare<[string, number, number]>(
    `DELETE FROM observer_states WHERE session_id = ? AND call_index >= ? AND call_index < ? AND (call_index + 1) % ${keptEvery} <> 0`,
  );
  const dropState = db.prepare<[string, number]>('DELETE FROM observer_states WHERE session_id = ? AND call_index = ?');
  const dropAfter = db.prepare<[string, number]>('DELETE FROM observer_states WHERE session_id = ? AND call_index > ?');

  /** Goes back to a state (null: to before the first call): what is behind it is dropped. */
  const goBack = (sessionId: string, to: ObserverCheckpoint | null): void => {
    dropAfter.run(sessionId, to?.callIndex ?? -1);
    if (to) putCheckpointRow.run({ sessionId, callIndex: to.callIndex, callId: to.callId, configKey: to.configKey, staleFrom: null });
    else dropCheckpoint.run(sessionId);
  };
  /** Moves the head; of the states that it leaves the last of each stretch are kept, and those close behind it. */
  const moveCheckpoint = (sessionId: string, to: ObserverCheckpoint): void => {
    const { state, ...place } = to;
    dropOlder.run(sessionId, (stretchOf(to.callIndex) - 1) * keptEvery, to.callIndex - keptBehind);
    putState.run({ sessionId, ...place, fold: toJson(state) });
    putCheckpointRow.run({ sessionId, ...place, staleFrom: null });
  };

  return {
    findCheckpoint: (sessionId: string): StoredCheckpoint | null => findCheckpoint.get(sessionId) ?? null,
    /** The newest state at or before a call that nothing has changed since; a damaged one is null. */
    findState: (head: StoredCheckpoint, atCall: number): ObserverCheckpoint | null => {
      const sound = head.staleFrom === null ? atCall : Math.min(atCall, head.staleFrom - 1);
      const row = newest.get(head.sessionId, sound, head.configKey);
      return row ? { ...row, state: parseJson(anyJson, row.fold, null) } : null;
    },
    /** Stands at a state that came from elsewhere (null: before the first call); states before it are kept where they hold. */
    putCheckpoint: (sessionId: string, head: ObserverCheckpoint | null): void => {
      const staleFrom = findCheckpoint.get(sessionId)?.staleFrom ?? Infinity;
      goBack(sessionId, head && staleFrom > head.callIndex ? head : null);
      if (head) moveCheckpoint(sessionId, head);
    },
    dropState: (sessionId: string, callIndex: number): void => void dropState.run(sessionId, callIndex),
    goBack,
    moveCheckpoint,
  };
};
