import { readHead, toDerivedColumns } from './open-session.ts';
import { deriveNext, findStateInOrder, initialDeriveState, isDerivedInFull, noteLive, type DeriveState } from '../../session/derive.ts';
import { livePathOf, sourceIdOf } from '../../session/ids.ts';
import { compareOrder, type OrderKey } from '../../session/order.ts';
import type { Rederived } from '../../store/ingest-store.ts';
import type { StoredSessionRow } from '../../store/rows.ts';
import type { Store } from '../../store/store.ts';
import { untilApplied } from '../../store/until-applied.ts';

const windowRecords = 2_000;
const windowPairs = 500;

/**
 * Renumbers a session after records arrived out of order, from the first mark (or, with `whole`, from the start). Each window is one
 * transaction; if interrupted, or where others are always faster (`store_busy`), the session stays marked and continues at the next start.
 */
export const rederiveSession = async (store: Store, sessionId: string, { whole = false } = {}): Promise<void> => {
  await untilApplied(async () => {
    const [stored] = await store.findSessionRows([sessionId]);
    if (!stored) return true;
    const head = readHead(stored);
    return (await deriveAnew(store, stored, whole ? initialDeriveState() : findStateInOrder(head))) || null;
  }, 'session');
};

/** False where another process wrote to the session meanwhile. */
const deriveAnew = async (store: Store, stored: StoredSessionRow, state: DeriveState): Promise<boolean> => {
  const { id: sessionId } = stored;
  const from = { seq: state.nextSeq, callIndex: state.nextCallIndex };
  const native = await store.listCallPairs(sessionId, from);
  for (const { id, nativeCallId } of state.openCalls) native.calls.set(id, nativeCallId);
  const answered = new Map<string, string | null>([...native.calls.keys()].map((id) => [id, null]));
  const liveSource = sourceIdOf(livePathOf(sessionId));
  let after: OrderKey | null = state.last;
  for (;;) {
    const heads = await store.listRecordHeads(sessionId, after, windowRecords);
    const chunk: Rederived = { sessionId, records: [], calls: [], pairs: [] };
    for (const { id, kind, order, atMs, sourceId } of heads) {
      if (sourceId === liveSource) noteLive(state);
      const nativeCallId = native.calls.get(id) ?? native.results.get(id) ?? null;
      const endsItself = native.calls.has(id) && native.results.has(id);
      const { seq, turnIdx, callIndex, answers, answeredBy } = deriveNext(state, { id, kind, order, atMs, nativeCallId, endsItself });
      chunk.records.push({ id, seq, turnIdx });
      if (callIndex !== null) chunk.calls.push({ id, callIndex, turnIdx, seq });
      if (answers !== null) answered.set(answers, id);
      if (answeredBy !== null) answered.set(id, answeredBy);
      if (after === null || compareOrder(order, after) > 0) after = order;
    }
    if (heads.length < windowRecords) {
      if (!isDerivedInFull(state))
        return deriveAnew(store, stored, { ...initialDeriveState(), ...(state.disturbed && { hasPrompt: true }) });
      const pairs = [...answered].map(([callId, resultRecordId]) => ({ callId, resultRecordId }));
      // Where all is paired again, the most of it goes before the end, so that no transaction is long.
      while (from.seq === 0 && pairs.length > windowPairs)
        await store.applyRederived({ sessionId, records: [], calls: [], pairs: pairs.splice(0, windowPairs) });
      chunk.pairs = pairs;
      chunk.session = { ...toDerivedColumns(state), revision: stored.revision };
      chunk.from = from;
      return store.applyRederived(chunk);
    }
    await store.applyRederived(chunk);
  }
};
