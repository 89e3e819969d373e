import * as z from 'zod';
import { AppError } from '../../domain/errors.ts';
import { listedSummary, type ListedSummary } from '../../domain/listed-summary.ts';
import type { Page } from '../../domain/page.ts';
import type { Session } from '../../domain/session.ts';
import type { SummarySettings } from '../../domain/summaries-config.ts';
import type { SummaryCost } from '../../domain/summary-cost.ts';
import type { Summary } from '../../domain/summary.ts';
import type { SummaryAnalytics } from '../../domain/summary-analytics.ts';
import { joinRedacted, redacted, redactValue, toRedactedJson, type Redacted } from '../../redaction/redact.ts';
import { computeAnalytics } from '../../summaries/analytics.ts';
import type { Store } from '../../store/store.ts';
import type { SummarizableTurn, SummaryFilter, SummaryGroupBy, SummaryPage } from '../../store/summary-store.ts';
import { getSession } from '../observe/session-calls.ts';
import type { Summarizers } from './summarizers.ts';
import { summarizeTurn, toTurnState } from './summarize-turn.ts';

export type SummaryService = ReturnType<typeof makeSummaryService>;

type Asked = Omit<SummaryFilter, 'sessionId' | 'messageId' | 'turnIdx'> & { session?: string | undefined; message?: string | undefined };
type Regenerate = { session: string; message?: string | undefined; method?: 'extractive' | 'model' | undefined };
type Named = { session: string; message: string };

type Deps = { store: Store; now: () => number; summarizers: Summarizers };
/** Turns that are read together, and regenerated summaries that are answered at most. */
const [turnsAtOnce, maxAnswered] = [200, 100];

/** A turn by its number, or by the record of its prompt. */
const toTurnFilter = (message: string): Pick<SummaryFilter, 'messageId' | 'turnIdx'> =>
  /^(?:-1|\d{1,9})$/u.test(message) ? { turnIdx: Number(message) } : { messageId: message };

/**
 * Reads summaries and makes them anew. A session is named by its id or as `family:nativeId`, a turn by its number or the record of its
 * prompt; unknown ones fail with `not_found`.
 */
export const makeSummaryService = ({ store, now, summarizers }: Deps) => {
  const toFilter = async ({ session, message, ...filter }: Asked): Promise<SummaryFilter> => {
    if (session === undefined) return filter;
    const { id } = await getSession(store, session);
    if (message === undefined) return { ...filter, sessionId: id };
    const turn = toTurnFilter(message);
    const turns = await store.listTurns(id);
    if (!turns.some(({ turnIdx, messageId }) => turnIdx === turn.turnIdx || messageId === turn.messageId)) throw toMissing(message);
    return { ...filter, sessionId: id, ...turn };
  };
  const toMissing = (message: string): AppError =>
    new AppError('not_found', `This session has no turn ${message}. Use a turn number from 0, or the id of a prompt's record.`);
  const findOne = async ({ session, message }: Named): Promise<ListedSummary | null> => {
    const { items } = await store.listSummaries(await toFilter({ session, message }), { cursor: null, limit: 1 });
    return items[0] ?? null;
  };

  /** Turns of demo sessions are never sent to a model. */
  const choose = ({ synthetic }: Session, method: Regenerate['method']): ReturnType<Summarizers['choose']> => {
    if (synthetic && method === 'model')
      throw new AppError('invalid_input', 'Turns of demo sessions are never sent to a model. Leave method out, or use "extractive".');
    return summarizers.choose(synthetic ? 'extractive' : method);
  };

  /**
   * Turns of a session that are over, some at a time: all, or the one that is named, which fails with `conflict` while it goes on, or if
   * nothing answers it.
   */
  const listOver = async function* (session: Session, message: string | undefined): AsyncGenerator<SummarizableTurn[]> {
    const filter = await toFilter({ session: session.id, message });
    const isAsked = ({ turnIdx, messageId }: SummarizableTurn): boolean =>
      message === undefined || turnIdx === filter.turnIdx || messageId === filter.messageId;
    const limit = filter.turnIdx === undefined ? turnsAtOnce : 1;
    let afterTurn = filter.turnIdx === undefined ? -2 : filter.turnIdx - 1;
    for (;;) {
      const page = await store.listSummarizableTurns(session.id, afterTurn, limit);
      const asked = page?.turns.filter(isAsked) ?? [];
      const over = asked.filter((turn) => toTurnState(session, turn, now()).isOver);
      const [open] = asked.filter((turn) => !over.includes(turn));
      if (open && message !== undefined)
        throw new AppError('conflict', `Turn ${open.turnIdx} is still running. Its summary is made when it ends.`);
      if (over.length > 0) yield over;
      if (message !== undefined && asked.length > 0) return;
      if (!page?.more || filter.turnIdx !== undefined) break;
      afterTurn = page.lastTurn;
    }
    if (message !== undefined)
      throw new AppError('conflict', `Turn ${message} has no answer in this session, so there is nothing to summarize.`);
  };
  return {
    /** `behind`: sessions that are yet to be summarized. */
    list: async (asked: Asked, page: SummaryPage): Promise<Page<ListedSummary> & { behind: number }> => ({
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
    /** Whether a model is asked, in words; `waiting`: turns that it is yet to be asked about. */
    settings: async (): Promise<SummarySettings> => ({ ...summarizers.state(), waiting: await store.countWaiting({}) }),
    costs: async (asked: Asked): Promise<SummaryCost[]> => store.listSummaryCosts(await toFilter(asked)),
    /** A summary on each line, the newest first, those of one session by turn. Without secrets, also in what is said of its session. */
    export: async function* (asked: Asked): AsyncGenerator<Redacted<string>> {
      const filter = await toFilter(asked);
      let cursor: string | null = null;
      do {
        const page: Page<ListedSummary> = await store.listSummaries(filter, { cursor, limit: turnsAtOnce });
        const lines = page.items.map((one) => toRedactedJson(redactValue(z.encode(listedSummary, one))));
        if (lines.length > 0) yield redacted`${joinRedacted(lines, '\n')}\n`;
        cursor = page.nextCursor;
      } while (cursor !== null);
    },
    /** How many turns `regenerate` would summarize, and the model that it would ask; null: none. */
    planRegenerate: async (asked: Regenerate): Promise<{ turns: number; model: string | null }> => {
      const session = await getSession(store, asked.session);
      const { name } = choose(session, asked.method);
      let turns = 0;
      for await (const listed of listOver(session, asked.message)) turns += listed.length;
      return { turns, model: name };
    },
    /**
     * Summarizes a turn anew, or all turns of a session that are over; each gets a new version. Answers how many, and the first 100. A
     * turn that still goes on fails with `conflict`, a model that is not set up with `invalid_input`.
     */
    regenerate: async (
      { session: name, message, method }: Regenerate,
      signal?: AbortSignal,
    ): Promise<{ summaries: number; items: ListedSummary[] }> => {
      const session = await getSession(store, name);
      const { summarizer, concurrency } = choose(session, method);
      let summaries = 0;
      try {
        for await (const turns of listOver(session, message))
          for (let at = 0; at < turns.length; at += concurrency) {
            signal?.throwIfAborted();
            const some = turns.slice(at, at + concurrency);
            // Each is stored as it arrives: what a model was paid for is not lost with another turn.
            const stored = some.map(async (turn) =>
              store.putSummaries([await summarizeTurn({ store, summarizer, now }, session, turn, signal)], { isNew: true }),
            );
            for (const count of await Promise.all(stored)) summaries += count;
          }
      } catch (error) {
        if (signal?.aborted) throw new AppError('cancelled', 'Summarizing was canceled.');
        throw error;
      }
      const filter = await toFilter({ session: session.id, message });
      return { summaries, items: (await store.listSummaries(filter, { cursor: null, limit: maxAnswered })).items };
    },
  };
};
