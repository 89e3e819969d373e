import type { SessionRecord } from '../../domain/record.ts';
import type { Summary } from '../../domain/summary.ts';
import type { TurnRow } from '../../store/session-store.ts';
import type { Store } from '../../store/store.ts';

/** Finds the summary of the turn that a record stands for; null: no turn has that record, or the turn has no summary. */
export const makeFindSummary = (store: Store, turns: readonly TurnRow[]) => {
  const ids = new Set(turns.map(({ messageId }) => messageId));
  return async ({ sessionId, id }: SessionRecord): Promise<Summary | null> => {
    if (!ids.has(id)) return null;
    const { items } = await store.listSummaries({ sessionId, messageId: id }, { cursor: null, limit: 1 });
    return items[0] ?? null;
  };
};
