import { setImmediate } from 'node:timers/promises';
import type { Summarizer } from '../../domain/summary.ts';
import type { Store } from '../../store/store.ts';
import type { SummaryRow } from '../../store/summary-store.ts';
import { summarizeTurn, toTurnState } from './summarize-turn.ts';

/** Turns that are looked at together, and summaries that are stored together. */
const [turnsAtOnce, storedAtOnce] = [200, 20];

type Deps = {
  store: Store;
  summarizer: Summarizer;
  now: () => number;
  /** Whether the summaries wait for a model, which is not asked about demo sessions. */
  waits?: () => boolean;
};
type Options = { signal?: AbortSignal | undefined; onStored?: (summaries: number) => void };

/**
 * Summarizes the turns of a session that are over and have no summary, or changed since they got it. If it is stopped, stored summaries
 * stay, and the next run goes on from there. Returns how many were stored; null: there is no such session.
 */
export const summarizeSession = async (deps: Deps, sessionId: string, { signal, onStored }: Options = {}): Promise<number | null> => {
  const { store, now, waits = () => false } = deps;
  const session = await store.findSession(sessionId);
  if (!session) return null;
  let version: string | null = null;
  let [stored, afterTurn, isOpen] = [0, -2, false];
  for (;;) {
    const page = await store.listSummarizableTurns(sessionId, afterTurn, turnsAtOnce);
    if (!page) return null;
    version ??= page.version;
    let rows: SummaryRow[] = [];
    const put = async (): Promise<void> => {
      const added = rows.length === 0 ? 0 : await store.putSummaries(rows, { isNew: false });
      stored += added;
      rows = [];
      if (added > 0) onStored?.(added);
      await setImmediate();
    };
    for (const turn of page.turns) {
      if (signal?.aborted) break;
      if (!toTurnState(session, turn, now()).isOver) isOpen = true;
      else if (turn.key !== turn.summarizedKey)
        rows.push({ ...(await summarizeTurn(deps, session, turn, signal)), waits: !session.synthetic && waits() });
      if (rows.length >= storedAtOnce) await put();
    }
    await put();
    if (signal?.aborted) return stored;
    if (!page.more) break;
    afterTurn = page.lastTurn;
  }
  await store.markSummarized(sessionId, version, isOpen);
  return stored;
};
