import type { z } from 'zod';
import type { contracts } from '../contracts/index.ts';
import { AppError } from '../domain/errors.ts';
import type { Outcome } from '../domain/outcome.ts';
import { displayWindowBytes, type SessionRecord } from '../domain/record.ts';
import type { RowIndex } from '../domain/row.ts';
import type { Session } from '../domain/session.ts';
import type { ToolCall } from '../domain/tool-call.ts';
import { pricesAsOf } from '../pricing/price-table.ts';
import { computeOverview } from '../session/overview.ts';
import { computeRowIndex } from '../session/rows.ts';
import { computeBars } from '../session/worst-outcome.ts';
import type { Store } from '../store/store.ts';

type Endpoints = (typeof contracts)['sessions'];
type Request<Name extends keyof Endpoints> = { params: z.output<Endpoints[Name]['params']>; query: z.output<Endpoints[Name]['query']> };
type Answer<Name extends keyof Endpoints> = z.output<Endpoints[Name]['response']>;

export type SessionService = {
  [
    Name in 'list' | 'facets' | 'get' | 'records' | 'record' | 'text' | 'find' | 'incomplete' | 'rows' | 'turns' | 'toolCalls' | 'overview'
  ]: (request: Request<Name>) => Promise<Answer<Name>>;
};

/** A session whose last record is younger than this is live. */
export const liveWindowMs = 2 * 60_000;
/** What a window of the transcript carries of each text; opening a record gives up to the display window. */
const rowWindowBytes = 4 * 1024;
const maxBars = 40;

/** Reads of sessions as the interface gives them. Unknown ids fail with `not_found`. */
export const makeSessionService = ({ store, now }: { store: Store; now: () => number }): SessionService => {
  const getSession = async (id: string): Promise<Session> => {
    const session = await store.findSession(id);
    if (!session) throw new AppError('not_found', `There is no session ${id}. It may not have been imported, or was removed.`);
    return session;
  };
  const isLive = (session: Session): boolean => session.endedAtMs !== null && now() - session.endedAtMs < liveWindowMs;
  const asOfNow =
    (session: Session) =>
    (call: ToolCall): ToolCall => ({ ...call, outcome: toRunning(call.outcome, call, isLive(session)) });
  const withCalls =
    (session: Session) =>
    (record: SessionRecord): SessionRecord => ({
      ...record,
      toolCall: record.toolCall && asOfNow(session)(record.toolCall),
    });

  return {
    list: ({ query: { sort, order, cursor, limit, ...filter } }) =>
      store.listSessions(filter, sort, order === 'desc', { cursor: cursor ?? null, limit }),
    facets: () => store.sessionFacets(),
    get: async ({ params }) => {
      const session = await getSession(params.id);
      return { ...session, children: await store.listChildren(session.id), live: isLive(session), pricesAsOf };
    },
    records: async ({ params, query }) => {
      const session = await getSession(params.id);
      const from = query.around === undefined ? (query.from ?? 0) : await findWindowStart(store, session.id, query.around, query.limit);
      const records = await store.listRecords(session.id, from, query.limit, rowWindowBytes);
      return { from, total: await store.countRecords(session.id), records: records.map(withCalls(session)) };
    },
    record: async ({ params, query }) => {
      const session = await getSession(params.id);
      const record = await store.findRecord(session.id, params.recordId, displayWindowBytes);
      if (!record) throw noRecord(params.recordId);
      const raw = await store.readRaw(session.id, record.id);
      return {
        record: withCalls(session)(record),
        raw: raw && {
          text: raw.raw.slice(query.rawFrom, query.rawFrom + query.rawLength),
          totalChars: raw.raw.length,
          bytes: raw.bytes,
          path: raw.path,
          line: raw.line,
        },
      };
    },
    text: async ({ params, query }) => {
      const session = await getSession(params.id);
      const text = await store.readText(session.id, params.recordId, query.part, query.from, query.length);
      if (!text) throw noRecord(params.recordId);
      return text;
    },
    find: async ({ params, query }) => {
      const session = await getSession(params.id);
      const { total, matches } = await store.listTextMatches(session.id, query.q, query.after, query.limit);
      return { total, seqs: matches.map((match) => match.seq), calls: matches.map((match) => match.callIndex) };
    },
    incomplete: async ({ params, query }) => {
      const session = await getSession(params.id);
      const found = await store.findIncomplete(session.id, query.what, query.after);
      return { found: found && { seq: found.seq, call: found.callIndex } };
    },
    rows: async ({ params, query }): Promise<RowIndex> => {
      const session = await getSession(params.id);
      return computeRowIndex(await store.rowColumns(session.id, query.fromTurn), query.fromTurn);
    },
    turns: async ({ params }) => {
      const session = await getSession(params.id);
      const [turns, outcomes] = await Promise.all([store.listTurns(session.id), store.listTurnOutcomes(session.id)]);
      const byTurn = new Map(outcomes.map((one) => [one.turnIdx, one.outcomes]));
      return {
        turns: turns.map(({ endedAtMs, ...turn }) => ({
          ...turn,
          durationMs: turn.startedAtMs !== null && endedAtMs !== null ? endedAtMs - turn.startedAtMs : null,
          bars: computeBars(byTurn.get(turn.turnIdx) ?? [], maxBars),
        })),
      };
    },
    toolCalls: async ({ params, query }) => {
      const session = await getSession(params.id);
      if (query.outcome === undefined) {
        const toolCalls = await store.listToolCalls(session.id, query.from, query.limit, rowWindowBytes);
        return { toolCalls: toolCalls.map(asOfNow(session)) };
      }
      const call = await store.findCall(session.id, query.from, query.direction === 'next' ? 1 : -1, [query.outcome]);
      return { toolCalls: call ? [asOfNow(session)(call)] : [] };
    },
    overview: async ({ params, query }) => {
      const session = await getSession(params.id);
      const totalCalls = await store.countToolCalls(session.id);
      const fromCall = Math.min(query.from ?? 1, Math.max(1, totalCalls));
      const toCall = Math.min(query.to ?? totalCalls, totalCalls);
      if (toCall < fromCall && totalCalls > 0) throw new AppError('invalid_input', `to (${toCall}) lies before from (${fromCall}).`);
      const live = isLive(session);
      const [spans, children] = await Promise.all([
        store.listCallSpans(session.id, fromCall, toCall),
        store.listCallChildren(session.id, fromCall, toCall),
      ]);
      const outcomes = spans.outcomes.map((one, at) => toRunning(one, { resultRecordId: null }, live && spans.endedAtMs[at] === null));
      return computeOverview(
        { ...spans, outcomes },
        children,
        { fromCall, toCall, totalCalls },
        {
          maxTicks: query.ticks,
          listNames: (calls) => store.listCallNames(session.id, calls),
        },
      );
    },
  };
};

const noRecord = (id: string) => new AppError('not_found', `There is no record ${id} in this session.`);

/** A call without a result runs while its session is live. */
const toRunning = (outcome: Outcome, call: { resultRecordId: string | null }, live: boolean): Outcome =>
  outcome === 'unknown' && live && call.resultRecordId === null ? 'running' : outcome;

const findWindowStart = async (store: Store, sessionId: string, recordId: string, limit: number): Promise<number> => {
  const record = await store.findRecord(sessionId, recordId, 0);
  if (!record) throw noRecord(recordId);
  return Math.max(0, record.seq - Math.floor(limit / 2));
};
