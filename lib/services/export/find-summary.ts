import type { SessionRecord } from '../../domain/record.ts';
import type { Summary } from '../../domain/summary.ts';
import type { Store } from '../../store/store.ts';

/** The summary of the turn that a record begins; null: it is no prompt, or its turn has none. */
export const findSummary = async (store: Store, { kind, sessionId, id }: SessionRecord): Promise<Summary | null> => {
  if (kind !== 'prompt') return null;
  const { items } = await store.listSummaries({ sessionId, messageId: id }, { cursor: null, limit: 1 });
  return items[0] ?? null;
};
