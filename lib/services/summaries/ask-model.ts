import type { SummaryFilter, WaitingTurn } from '../../store/summary-store.ts';
import type { Store } from '../../store/store.ts';
import type { SetModel, Summarizers } from './summarizers.ts';
import { summarizeTurn } from './summarize-turn.ts';

/** A model that fails this many times in a row is left alone. */
const maxFailuresInRow = 3;

type Deps = { store: Store; summarizers: Pick<Summarizers, 'model'>; now: () => number };
type Options = {
  /** All turns that wait, unless it is given. */
  within?: Pick<SummaryFilter, 'sessionId' | 'turnIdx'>;
  signal?: AbortSignal | undefined;
  /** How many were stored so far. */
  onStored?: (summaries: number) => void;
  onError: (sessionId: string, error: unknown) => void;
  /** Turns that could not be summarized; they are not tried again. Kept up to date. */
  failed?: Set<string>;
};

const toName = ({ sessionId, turnIdx, key }: WaitingTurn): string => `${sessionId} ${turnIdx} ${key}`;

/**
 * Has a model summarize the turns that wait for it, the newest first, several at a time. Each is stored when it is there: stopped at any
 * moment, the next run goes on. Ends where nothing waits, no model is set up any more, or the model fails repeatedly: `problem` says
 * why then.
 */
export const askModel = async (
  { store, summarizers, now }: Deps,
  { within = {}, signal, onStored, onError, failed = new Set() }: Options,
): Promise<{ stored: number; problem: string | null }> => {
  let [stored, failuresInRow] = [0, 0];
  let problem: string | null = null;
  const taken = new Set<string>();

  const takeNext = async (concurrency: number): Promise<WaitingTurn | null> => {
    const listed = await store.listWaiting(within, concurrency + taken.size + failed.size);
    const next = listed.find((one) => !taken.has(toName(one)) && !failed.has(toName(one)));
    if (next) taken.add(toName(next));
    return next ?? null;
  };
  /** Answers whether the turn waits no more. */
  const ask = async ({ sessionId, turnIdx, key }: WaitingTurn, { summarizer }: SetModel): Promise<boolean> => {
    const session = await store.findSession(sessionId);
    const page = session && (await store.listSummarizableTurns(sessionId, turnIdx - 1, 1));
    const turn = page?.turns.find((one) => one.turnIdx === turnIdx);
    // It has changed, or is gone: it is summarized anew first.
    if (!session || turn?.key !== key) return false;
    const row = await summarizeTurn({ store, summarizer, now }, session, turn, signal);
    if (row.method === 'fallback' && row.model?.calls === 0) {
      // It was not asked at all, so the turn goes on waiting.
      problem = row.model.failure;
      return false;
    }
    if (!(await store.putAwaited(row))) return false;
    stored += 1;
    onStored?.(stored);
    failuresInRow = row.method === 'fallback' ? failuresInRow + 1 : 0;
    if (failuresInRow >= maxFailuresInRow) problem = row.model?.failure ?? null;
    return true;
  };
  const work = async (concurrency: number): Promise<void> => {
    while (!signal?.aborted && problem === null) {
      const model = summarizers.model();
      const next = model && (await takeNext(concurrency));
      if (!next) return;
      try {
        if (await ask(next, model)) taken.delete(toName(next));
      } catch (error) {
        if (signal?.aborted) return;
        failed.add(toName(next));
        onError(next.sessionId, error);
      }
    }
  };

  const concurrency = summarizers.model()?.concurrency ?? 0;
  await Promise.all(Array.from({ length: concurrency }, () => work(concurrency)));
  return { stored, problem };
};
