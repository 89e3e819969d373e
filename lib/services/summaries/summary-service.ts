import type { ListedSummary } from '../../domain/listed-summary.ts';
import { AppError } from '../../domain/errors.ts';
import type { Page } from '../../domain/page.ts';
import type { Summary } from '../../domain/summary.ts';
import type { SummaryAnalytics } from '../../domain/summary-analytics.ts';
import { computeAnalytics } from '../../summaries/analytics.ts';
import type { Store } from '../../store/store.ts';
import type { SummarizableTurn, SummaryFilter, SummaryGroupBy } from '../../store/summary-store.ts';
import { getSession } from '../observe/session-calls.ts';
import { chooseSummarizer } from './choose-summarizer.ts';
import { summarizeTurn, toTurnState } from './summarize-turn.ts';

export type SummaryService = ReturnType<typeof makeSummaryService>;

type Asked = Omit<SummaryFilter, 'sessionId' | 'messageId' | 'turnIdx'> & { session?: string | undefined; message?: string | undefined };
type Named = { session: string; message: string };

/** Turns that are read together, and regenerated summaries that are answered at most. */
const [turnsAtOnce, maxAnswered] = [200, 100];

/** A turn by its number, or by the record of its prompt. */
const toTurnFilter = (message: string): Pick<SummaryFilter, 'messageId' | 'turnIdx'> =>
  /^\d{1,9}$/u.test(message) ? { turnIdx: Number(message) } : { messageId: message };

/**
 * Reads summaries and makes them anew. A session is named by its id or as `family:nativeId`, a turn by its number or the record of its
 * prompt; unknown ones fail with `not_found`.
 */
export const makeSummaryService = ({ store, now }: { store: Store; now: () => number }) => {
  const toFilter = async ({ session, message, ...filter }: Asked): Promise<SummaryFilter> => {
    if (session === undefined) return filter;
    const { id } = await getSession(store, session);
    if (message === undefined) return { ...filter, sessionId: id };
    const turn = toTurnFilter(message);
    const turns = await store.listTurns(id);
    if (!turns.some(({ turnIdx, promptId }) => turnIdx === turn.turnIdx || promptId === turn.messageId)) throw toMissing(message);
    return { ...filter, sessionId: id, ...turn };
  };
  const toMissing = (message: string): AppError =>
    new AppError('not_found', `This session has no turn ${message}. Use a turn number from 0, or the id of a prompt's record.`);
  const findOne = async ({ session, message }: Named): Promise<ListedSummary | null> => {
    const { items } = await store.listSummaries(await toFilter({ session, message }), { cursor: null, limit: 1 });
    return items[0] ?? null;
  };

  return {
    /** `behind`: sessions that are yet to be summarized. */
    list: async (asked: Asked, page: { cursor: string | null; limit: number }): Promise<Page<ListedSummary> & { behind: number }> => ({
      ...(await store.listSummaries(await toFilter(asked), page)),
      behind: await store.countUnsummarized(),
    }),
    /** The newest version first. */
    versions: async (named: Named): Promise<Summary[]> => {
      const found = await findOne(named);
      return found ? store.listSummaryVersions(found.session_id, found.message_id) : [];
    },
    analytics: async (asked: Asked): Promise<SummaryAnalytics> => {
      const [all] = await store.countSummaries(await toFilter(asked), null);
      return computeAnalytics(all?.counts ?? [], all?.tools ?? []);
    },
    groups: async (asked: Asked, by: SummaryGroupBy): Promise<{ group: string | null; analytics: SummaryAnalytics }[]> => {
      const groups = await store.countSummaries(await toFilter(asked), by);
      return groups.map(({ group, counts, tools }) => ({ group, analytics: computeAnalytics(counts, tools) }));
    },
    /**
     * Summarizes a turn anew, or all turns of a session that are over; each gets a new version. Answers how many, and the first 100. A
     * turn that still goes on fails with `conflict`.
     */
    regenerate: async (
      { session: name, message, method }: { session: string; message?: string | undefined; method?: 'extractive' | 'model' | undefined },
      signal?: AbortSignal,
    ): Promise<{ summaries: number; items: ListedSummary[] }> => {
      const session = await getSession(store, name);
      const filter = await toFilter({ session: session.id, message });
      const isAsked = ({ turnIdx, promptId }: SummarizableTurn): boolean =>
        message === undefined || turnIdx === filter.turnIdx || promptId === filter.messageId;
      const deps = { store, summarizer: chooseSummarizer(method), now };
      let [summaries, afterTurn] = [0, filter.turnIdx === undefined ? -1 : filter.turnIdx - 1];
      for (;;) {
        const page = await store.listSummarizableTurns(session.id, afterTurn, filter.turnIdx === undefined ? turnsAtOnce : 1);
        for (const turn of page?.turns.filter(isAsked) ?? []) {
          if (signal?.aborted) throw new AppError('cancelled', 'Summarizing was canceled.');
          const { isOver } = toTurnState(session, turn, now());
          if (!isOver && message !== undefined)
            throw new AppError('conflict', `Turn ${turn.turnIdx} is still running. Its summary is made when it ends.`);
          if (isOver) summaries += await store.putSummaries([await summarizeTurn(deps, session, turn, signal)], { isNew: true });
        }
        if (!page?.more || filter.turnIdx !== undefined) break;
        afterTurn = page.lastTurn;
      }
      return { summaries, items: (await store.listSummaries(filter, { cursor: null, limit: maxAnswered })).items };
    },
  };
};
