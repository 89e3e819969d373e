import { toDerivedColumns } from './open-session.ts';
import { deriveNext, initialDeriveState, type DeriveState } from '../../session/derive.ts';
import { compareOrder, type OrderKey } from '../../session/order.ts';
import type { Rederived, Store } from '../../store/store.ts';

const windowRecords = 2_000;

/**
 * Numbers a whole session again from its records in order: after records came that belong before stored ones. Each window
 * is one transaction; cut off half-way, the session stays marked as unsettled and is derived again at the next start.
 */
export const rederiveSession = async (store: Store, sessionId: string): Promise<DeriveState> => {
  const native = await store.listCallPairs(sessionId);
  const state = initialDeriveState();
  const answered = new Map<string, string | null>([...native.calls.keys()].map((id) => [id, null]));
  let after: OrderKey | null = null;
  for (;;) {
    const heads = await store.listRecordHeads(sessionId, after, windowRecords);
    const chunk: Rederived = { sessionId, records: [], calls: [], pairs: [] };
    for (const { id, kind, order, atMs } of heads) {
      const nativeCallId = native.calls.get(id) ?? native.results.get(id) ?? null;
      const endsItself = native.calls.has(id) && native.results.has(id);
      const { seq, turnIdx, callIndex, answers } = deriveNext(state, { id, kind, order, atMs, nativeCallId, endsItself });
      chunk.records.push({ id, seq, turnIdx });
      if (callIndex !== null) chunk.calls.push({ id, callIndex, turnIdx, seq });
      if (answers !== null) answered.set(answers, id);
      if (after === null || compareOrder(order, after) > 0) after = order;
    }
    if (heads.length < windowRecords) {
      chunk.pairs = [...answered].map(([callId, resultRecordId]) => ({ callId, resultRecordId }));
      chunk.session = toDerivedColumns(state);
      await store.applyRederived(chunk);
      return state;
    }
    await store.applyRederived(chunk);
  }
};
