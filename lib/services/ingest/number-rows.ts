import { deriveNext, markOutOfOrder, isAppend, noteLive } from '../../session/derive.ts';
import type { ResponseRow } from '../../store/rows.ts';
import type { SessionPool } from './session-pool.ts';
import type { Rows } from './to-rows.ts';

/**
 * Numbers rows in place, on from where their sessions stand: positions, turns, calls, and the call that each result completes.
 * A record that belongs before stored ones marks its session out of order.
 */
export const numberRows = (rows: Rows, pool: Pick<SessionPool, 'getById'>): void => {
  const callOf = new Map(rows.calls.map((row) => [row.id, row]));
  const resultOf = new Map(rows.results.map((row) => [row.recordId, row]));
  rows.earlyPairs = [];
  for (const record of rows.records) {
    const session = pool.getById(record.sessionId);
    const call = callOf.get(record.id);
    const result = resultOf.get(record.id);
    if (!isAppend(session.head, record.order)) markOutOfOrder(session.head, record.order);
    if (session.isLive === true) noteLive(session.head);
    const derived = deriveNext(session.head, {
      id: record.id,
      order: record.order,
      kind: record.kind,
      atMs: record.atMs,
      nativeCallId: call?.nativeCallId ?? result?.nativeCallId ?? null,
      endsItself: call !== undefined && result !== undefined,
    });
    record.seq = derived.seq;
    record.turnIdx = derived.turnIdx;
    if (call) {
      call.seq = derived.seq;
      call.turnIdx = derived.turnIdx;
      call.callIndex = derived.callIndex ?? 0;
    }
    if (result) result.callId = derived.answers;
    if (derived.answeredBy !== null) {
      const early = resultOf.get(derived.answeredBy);
      if (early) early.callId = record.id;
      else rows.earlyPairs.push({ sessionId: record.sessionId, callId: record.id, recordId: derived.answeredBy });
    }
  }
  setResponseTurns(rows);
};

/** A response's turn is that of its first record in any; without one here it is unknown, which overwrites nothing. */
const setResponseTurns = ({ records, responses }: Rows): void => {
  const keyOf = (sessionId: string, responseId: string): string => `${sessionId}\0${responseId}`;
  const waiting = new Map<string, ResponseRow>(responses.map((row) => [keyOf(row.sessionId, row.id), row]));
  for (const { sessionId, responseId, turnIdx } of records) {
    if (responseId === null || turnIdx === null) continue;
    const key = keyOf(sessionId, responseId);
    const response = waiting.get(key);
    if (response) response.turnIdx = turnIdx;
    waiting.delete(key);
  }
};
