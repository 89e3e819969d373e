import { markOutOfOrder } from '../../session/derive.ts';
import { groupBy } from '../../session/group-by.ts';
import { sessionIdOf } from '../../session/ids.ts';
import { toSpokenFacts } from '../../session/facts.ts';
import type { CallPlace } from '../../store/ingest-store.ts';
import type { ExpectedRevision, Replacement } from '../../store/rows.ts';
import type { Store } from '../../store/store.ts';
import { toLiveCallId, toLiveResultId } from '../live/live-ids.ts';
import { toOpenSession, type OpenSession } from './open-session.ts';
import type { SessionPool } from './session-pool.ts';
import type { Rows } from './to-rows.ts';

/**
 * Calls that were reported live in one session of a tree of subagents, and stand in another one. `sessions` lose them, and are to be
 * derived again; `expected` holds the sessions in which such calls may be reported meanwhile.
 */
export type MovedCalls = { replaced: Replacement[]; sessions: OpenSession[]; expected: ExpectedRevision[] };

/**
 * Finds live calls that a batch holds in another session of the same tree. An event without `agent_id` reports the call of a subagent
 * as the session's own, and the files know better.
 */
export const findMoved = async (store: Store, pool: SessionPool, sessions: readonly OpenSession[], rows: Rows): Promise<MovedCalls> => {
  const moved: MovedCalls = { replaced: [], sessions: [], expected: [] };
  const resultOf = new Map(rows.results.map((row) => [`${row.sessionId}\0${row.nativeCallId}`, row.recordId]));
  const opened = new Map(sessions.map((session) => [session.id, session]));
  for (const [sessionId, calls] of groupBy(rows.calls, (row) => row.sessionId)) {
    const relatives = await store.listRelatives(sessionId, toParentId(pool.getById(sessionId)));
    const unread = relatives.filter(({ id }) => !opened.has(id));
    const stored = unread.length === 0 ? [] : await store.findSessionRows(unread.map(({ id }) => id));
    for (const { id } of unread) {
      const row = stored.find((one) => one.id === id);
      if (!row) moved.expected.push({ sessionId: id, revision: 0 });
      else opened.set(id, pool.findById(id) ?? toOpenSession(row.nativeId, row, row));
    }
    const places = calls.flatMap(({ id, nativeCallId }) => (nativeCallId === null ? [] : [{ sessionId, recordId: id, nativeCallId }]));
    for (const { id, hasLive } of relatives) {
      const session = opened.get(id);
      if (session && hasLive) moved.replaced.push(...(await takeLive(store, session, places, resultOf)));
    }
  }
  const losing = new Set(moved.replaced.map((one) => one.sessionId));
  for (const session of opened.values()) {
    if (losing.has(session.id)) moved.sessions.push(session);
    if (!sessions.includes(session)) moved.expected.push({ sessionId: session.id, revision: session.revision });
  }
  return moved;
};

const toParentId = ({ family, facts }: OpenSession): string | null => {
  const { parentNativeId, relation } = toSpokenFacts(facts);
  return parentNativeId && relation?.value === 'subagent' ? sessionIdOf(family, parentNativeId.value) : null;
};

/**
 * The records of a session that report calls which stand elsewhere, with what takes their place: for a result that is not known there,
 * the call. Marks the session out of order from the first one on.
 */
export const takeLive = async (
  store: Store,
  session: OpenSession,
  calls: readonly CallPlace[],
  resultOf: ReadonlyMap<string, string> = new Map(),
): Promise<Replacement[]> => {
  const targets = new Map<string, string>();
  for (const { sessionId, recordId, nativeCallId } of calls) {
    const callId = toLiveCallId(session.id, nativeCallId);
    targets.set(callId, recordId);
    targets.set(toLiveResultId(session.id, callId), resultOf.get(`${sessionId}\0${nativeCallId}`) ?? recordId);
  }
  const stored = await store.findRecordPlaces(session.id, [...targets.keys()]);
  for (const { order } of stored.values()) markOutOfOrder(session.head, order);
  session.head.openCalls = session.head.openCalls.filter(({ id }) => !stored.has(id));
  return [...stored.keys()].flatMap((id) => {
    const recordId = targets.get(id);
    return recordId === undefined ? [] : [{ sessionId: session.id, id, recordId }];
  });
};
