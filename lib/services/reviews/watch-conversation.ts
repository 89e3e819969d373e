import { createHash, type Hash } from 'node:crypto';
import { displayWindowBytes } from '../../domain/display-window.ts';
import type { SessionRecord } from '../../domain/record.ts';
import type { TurnRecord } from '../../domain/summary.ts';
import type { Store } from '../../store/store.ts';
import { toTurnRecords } from '../summaries/read-turn-records.ts';

/** A message of a host that sends its conversation with its events. */
export type SentMessage = { role: 'user' | 'assistant' | 'tool' | 'system'; content: string; tool?: string | undefined };

type Options = { includeToolCalls: boolean; includeReasoning: boolean };

/** `hash` is another one when any message has changed. */
export type WatchedConversation = {
  hash: string;
  count: number;
  /** Reads the newest messages, in order: its budget has room for few more. */
  readNewest: () => Promise<TurnRecord[]>;
};

const pageSize = 200;
/** Messages that are read for a review. */
export const maxKept = 600;
/** Newest records that are read again with each look: results may still arrive for calls among them. */
const unsettledRecords = 1_000;
/** Conversations whose beginning is not read again. */
const maxRemembered = 500;

const kindsOfRoles = { user: 'prompt', assistant: 'response', tool: 'tool_result', system: 'system' } as const;

const isWatched = ({ kind }: Pick<TurnRecord, 'kind'>, { includeToolCalls, includeReasoning }: Options): boolean =>
  kind === 'tool_call' || kind === 'tool_result' ? includeToolCalls : kind === 'reasoning' ? includeReasoning : kind !== 'system';

/** A hash over the messages up to a record, and which record that is. */
type Mark = { hash: Hash; count: number; seq: number; lastId: string | null };

const startMark = (options: Options): Mark => ({
  hash: createHash('sha256').update(JSON.stringify(options)),
  count: 0,
  seq: 0,
  lastId: null,
});

const addMessage = (mark: Mark, { kind, tool, isFailed, text }: TurnRecord, bytes: number): void => {
  // The outcome of a call is kept with its result, so that a result changes nothing before it.
  mark.hash.update(JSON.stringify([kind, tool, kind === 'tool_call' ? null : isFailed, bytes, text]));
  mark.count += 1;
};

const bytesOf = ({ kind }: TurnRecord, { textBytes, toolCall }: SessionRecord): number =>
  kind === 'tool_call' ? (toolCall?.paramsBytes ?? 0) : textBytes;

/** A conversation as it was at a revision of its session; `end`: the last record that was read. */
type Place = Pick<Mark, 'seq' | 'lastId'>;
type Known = { revision: number; mark: Mark; hash: string; count: number; end: Place };

type Deps = Pick<Store, 'findSessionRows' | 'listRecords' | 'listTurns'>;
type Range = { toTurn?: number | undefined; signal?: AbortSignal | undefined };

/**
 * Reads conversations of sessions, up to the end of the turn `toTurn` if it is given. System messages are left out. A session that has not
 * changed since is not read again, and of one that grew only its end.
 */
export const makeWatchConversation = (store: Deps) => {
  /** By session and options, the one that was looked at last at the end. */
  const known = new Map<string, Known>();
  const remember = (name: string, entry: Known): void => {
    known.delete(name);
    known.set(name, entry);
    const [oldest] = known.keys();
    if (known.size > maxRemembered && oldest !== undefined) known.delete(oldest);
  };
  const listPage = (sessionId: string, from: number, limit: number) => store.listRecords(sessionId, from, limit, displayWindowBytes);

  /** The newest messages before a position, read from the end. */
  const readNewest = async (sessionId: string, options: Options, end: number, signal: AbortSignal | undefined): Promise<TurnRecord[]> => {
    let newest: TurnRecord[] = [];
    for (let to = end; to > 0 && newest.length < maxKept; to -= pageSize) {
      signal?.throwIfAborted();
      const from = Math.max(0, to - pageSize);
      const page = (await listPage(sessionId, from, to - from)).flatMap(toTurnRecords);
      newest = [...page.filter((one) => isWatched(one, options)), ...newest];
    }
    return newest.slice(-maxKept);
  };
  /** Whether the last record before a place is the same; it is not in a session that was deleted and imported anew. */
  const isThere = async (sessionId: string, { seq, lastId }: Place): Promise<boolean> =>
    seq === 0 || (await store.listRecords(sessionId, seq - 1, 1, 0))[0]?.id === lastId;

  return async (sessionId: string, options: Options, { toTurn, signal }: Range = {}): Promise<WatchedConversation> => {
    const name = JSON.stringify([sessionId, options]);
    const next = toTurn === undefined ? undefined : (await store.listTurns(sessionId)).find(({ turnIdx }) => turnIdx > toTurn);
    const end = next?.startSeq ?? Number.MAX_SAFE_INTEGER;
    const revision = (await store.findSessionRows([sessionId]))[0]?.revision ?? 0;
    const before = next ? undefined : known.get(name);
    const isCurrent = before?.revision === revision && (await isThere(sessionId, before.end));
    const isGrown = before !== undefined && !isCurrent && (await isThere(sessionId, before.mark));
    const start = before && (isCurrent || isGrown) ? before.mark : startMark(options);
    const at = { ...start, hash: start.hash.copy() };
    // Marks of the newest pages, of which the oldest is far enough from the end to stay.
    const marks = [start];
    while (!isCurrent && at.seq < end) {
      signal?.throwIfAborted();
      const records = await listPage(sessionId, at.seq, Math.min(pageSize, end - at.seq));
      for (const record of records)
        for (const one of toTurnRecords(record)) if (isWatched(one, options)) addMessage(at, one, bytesOf(one, record));
      at.seq += records.length;
      at.lastId = records.at(-1)?.id ?? at.lastId;
      if (records.length < pageSize) break;
      marks.push({ ...at, hash: at.hash.copy() });
      while (marks[1] && marks[1].seq + unsettledRecords <= at.seq) marks.shift();
    }
    const [mark = start] = marks;
    const found: Known = isCurrent
      ? before
      : { revision, mark, hash: at.hash.digest('base64url'), count: at.count, end: { seq: at.seq, lastId: at.lastId } };
    if (!next) remember(name, found);
    return { hash: found.hash, count: found.count, readNewest: () => readNewest(sessionId, options, found.end.seq, signal) };
  };
};

export type WatchConversation = ReturnType<typeof makeWatchConversation>;

/** The same of messages that a host sent. */
export const watchMessages = (messages: readonly SentMessage[], options: Options): WatchedConversation => {
  const mark = startMark(options);
  const records: TurnRecord[] = [];
  for (const [seq, { role, content, tool }] of messages.entries()) {
    const record: TurnRecord = { recordId: '', seq, kind: kindsOfRoles[role], text: content, tool: tool ?? null, isFailed: null };
    if (!isWatched(record, options)) continue;
    addMessage(mark, record, Buffer.byteLength(content));
    records.push(record);
  }
  return { hash: mark.hash.digest('base64url'), count: mark.count, readNewest: () => Promise.resolve(records.slice(-maxKept)) };
};
