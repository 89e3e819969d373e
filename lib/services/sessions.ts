import { AppError } from '../domain/errors.ts';
import type { Outcome } from '../domain/outcome.ts';
import { displayWindowBytes } from '../domain/display-window.ts';
import type { RowIndex } from '../domain/row.ts';
import type { Session, SessionFilter, SessionSort } from '../domain/session.ts';
import type { ToolCall } from '../domain/tool-call.ts';
import { toAgentLabel, toResumeCommand } from '../formats/registry.ts';
import { toModelName } from '../pricing/model-name.ts';
import { pricesAsOf } from '../pricing/price-table.ts';
import type { Liveness } from '../session/live.ts';
import { computeOverview } from '../session/overview.ts';
import { computeRowIndex } from '../session/rows.ts';
import { computeBars } from '../session/worst-outcome.ts';
import { computeTurnDurationMs, type Incomplete } from '../store/session-store.ts';
import type { Store } from '../store/store.ts';
import { listSessionIds } from './find-session-id.ts';
import { findLiveness } from './find-liveness.ts';
import { findInSession, type FindInput } from './find-in-session.ts';
import { getSession } from './observe/session-calls.ts';
import { makeSessionViews } from './saved-views.ts';
import { readImage } from './session-image.ts';

export type SessionService = ReturnType<typeof makeSessionService>;

/** Length of each text in a transcript window; opening a record loads up to the display limit. */
const rowWindowBytes = 4 * 1024;
/** Answers are read where they stand, up to some pages. */
const responseWindowBytes = 16 * 1024;
const maxBars = 40;
const maxCandidates = 10;

type ListInput = { filter: SessionFilter; sort: SessionSort; descending: boolean; cursor: string | null; limit: number };
type Window = { from: number; limit: number };

/** Reads sessions. `id` is a session id or `family:nativeId`; an unknown one fails with `not_found`. */
export const makeSessionService = ({ store, now }: { store: Store; now: () => number }) => {
  const withLive = async <S extends Session>(sessions: readonly S[]) => {
    const livenessOf = await findLiveness(store, sessions, now());
    return sessions.map((session) => ({ ...session, ...toFlags(livenessOf(session)) }));
  };

  return {
    ...makeSessionViews({ store, now }),
    list: async ({ filter, sort, descending, cursor, limit }: ListInput) => {
      const page = await store.listSessions(withModelName(filter), sort, descending, { cursor, limit });
      return { ...page, items: await withLive(page.items.map(withAgentLabel)) };
    },
    facets: async (filter: Pick<SessionFilter, 'hidesDemo'> = {}) => {
      const facets = await store.sessionFacets(filter);
      return { ...facets, families: facets.families.map((facet) => ({ ...facet, label: toAgentLabel(facet.value) })) };
    },
    /** Sessions that a name may mean, such as the beginning of an id, the newest first; ten of them at most. */
    candidates: async (name: string) => {
      const ids = await listSessionIds(store, name);
      const found = await Promise.all(ids.slice(0, maxCandidates).map((id) => store.findSession(id)));
      const sessions = await withLive(found.flatMap((session) => (session ? [withAgentLabel(session)] : [])));
      return { items: sessions.sort((a, b) => (b.startedAtMs ?? 0) - (a.startedAtMs ?? 0)), total: ids.length };
    },
    get: async (id: string) => {
      const session = await getSession(store, id);
      const children = await store.listChildren(session.id);
      const liveness = (await findLiveness(store, [session], now()))(session);
      return {
        ...withAgentLabel(session),
        ...toFlags(liveness),
        children,
        pricesAsOf,
        resumeCommand: toResumeCommand(session),
      };
    },
    /** The sessions before and after one in a list. */
    neighbors: async (id: string, { filter, sort, descending }: Pick<ListInput, 'filter' | 'sort' | 'descending'>) =>
      store.findNeighbors((await getSession(store, id)).id, withModelName(filter), sort, descending),
    /** A window from a position on, or around a record. */
    records: async (id: string, window: Window | { around: string; limit: number }) => {
      const session = await getSession(store, id);
      const { limit } = window;
      const from = 'around' in window ? await findWindowStart(store, session.id, window.around, limit) : window.from;
      const records = await store.listRecords(session.id, from, limit, rowWindowBytes, responseWindowBytes);
      return { from, total: await store.countRecords(session.id), records };
    },
    /** `rawFrom`, `rawLength`: slice of its raw line, in characters. */
    record: async (id: string, recordId: string, { rawFrom, rawLength }: { rawFrom: number; rawLength: number }) => {
      const session = await getSession(store, id);
      const record = await store.findRecord(session.id, recordId, displayWindowBytes);
      if (!record) throw noRecord(recordId);
      const found = await store.readRaw(record.sessionId, record.id);
      return {
        record,
        rawStatus: !found ? ('not_kept' as const) : found.raw === null ? ('replaced' as const) : ('kept' as const),
        raw:
          found && found.raw !== null
            ? {
                text: found.raw.slice(rawFrom, rawFrom + rawLength),
                totalChars: found.raw.length,
                bytes: found.bytes,
                path: found.path,
                line: found.line,
              }
            : null,
      };
    },
    image: async (id: string, recordId: string, number: number) => {
      const session = await getSession(store, id);
      const image = await readImage(store, session.id, recordId, number);
      if (!image) throw noRecord(recordId);
      return image;
    },
    /** A slice of a record's full text or of its call's arguments, in characters. */
    text: async (id: string, recordId: string, { part, from, length }: { part: 'text' | 'params'; from: number; length: number }) => {
      const session = await getSession(store, id);
      const text = await store.readText(session.id, recordId, part, from, length);
      if (!text) throw noRecord(recordId);
      return text;
    },
    find: async (id: string, input: FindInput) => findInSession(store, (await getSession(store, id)).id, input),
    incomplete: async (id: string, { what, after }: { what: Incomplete; after: number }) => {
      const session = await getSession(store, id);
      const found = await store.findIncomplete(session.id, what, after);
      return { found: found && { seq: found.seq, call: found.callIndex } };
    },
    rows: async (id: string, fromTurn: number): Promise<RowIndex> => {
      const session = await getSession(store, id);
      return computeRowIndex(await store.rowColumns(session.id, fromTurn), fromTurn);
    },
    turns: async (id: string) => {
      const session = await getSession(store, id);
      const [turns, outcomes] = await Promise.all([store.listTurns(session.id), store.listTurnOutcomes(session.id)]);
      const byTurn = new Map(outcomes.map((one) => [one.turnIdx, one.outcomes]));
      return {
        turns: turns.map(({ endedAtMs, reportedDurationMs, ...turn }, at) => ({
          ...turn,
          durationMs: computeTurnDurationMs({ startedAtMs: turn.startedAtMs, endedAtMs, reportedDurationMs }),
          waitedMs: toSpanMs(turns[at - 1]?.endedAtMs ?? null, turn.startedAtMs),
          bars: computeBars(byTurn.get(turn.turnIdx) ?? [], maxBars),
        })),
      };
    },
    toolCalls: async (id: string, { from, limit }: Window): Promise<ToolCall[]> => {
      const session = await getSession(store, id);
      return store.listToolCalls(session.id, from, limit, rowWindowBytes);
    },
    /** The nearest call with an outcome, from `from` forward (1) or backward (-1). */
    findToolCall: async (
      id: string,
      { from, outcome, direction }: { from: number; outcome: Outcome; direction: 1 | -1 },
    ): Promise<ToolCall | null> => {
      const session = await getSession(store, id);
      return store.findCall(session.id, from, direction, [outcome]);
    },
    /** Calls `from` to `to` (default: all) in at most `maxTicks` ticks. */
    overview: async (id: string, { from, to, maxTicks }: { from?: number; to?: number; maxTicks: number }) => {
      const session = await getSession(store, id);
      const totalCalls = await store.countToolCalls(session.id);
      const fromCall = Math.min(from ?? 1, Math.max(1, totalCalls));
      const toCall = Math.min(to ?? totalCalls, totalCalls);
      if (toCall < fromCall && totalCalls > 0) throw new AppError('invalid_input', `to (${toCall}) is before from (${fromCall}).`);
      const [spans, children] = await Promise.all([
        store.listCallSpans(session.id, fromCall, toCall),
        store.listCallChildren(session.id, fromCall, toCall),
      ]);
      return computeOverview(
        spans,
        children,
        { fromCall, toCall, totalCalls },
        {
          maxTicks,
          listNames: (calls) => store.listCallNames(session.id, calls),
        },
      );
    },
  };
};

/** Links from before models were named without their provider keep working. */
const withModelName = (filter: SessionFilter): SessionFilter => ({ ...filter, model: filter.model && toModelName(filter.model) });

const toFlags = (liveness: Liveness) => ({ live: liveness === 'live', silent: liveness === 'silent' });

const withAgentLabel = (session: Session) => ({ ...session, agentLabel: toAgentLabel(session.family) });

const noRecord = (id: string) => new AppError('not_found', `There is no record ${id} in this session.`);

const findWindowStart = async (store: Store, sessionId: string, recordId: string, limit: number): Promise<number> => {
  const record = await store.findRecord(sessionId, recordId, 0);
  if (!record) throw noRecord(recordId);
  return Math.max(0, record.seq - Math.floor(limit / 2));
};

const toSpanMs = (fromMs: number | null, toMs: number | null): number | null =>
  fromMs === null || toMs === null ? null : Math.max(0, toMs - fromMs);
