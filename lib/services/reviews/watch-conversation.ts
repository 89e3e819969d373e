import { createHash } from 'node:crypto';
import { displayWindowBytes } from '../../domain/display-window.ts';
import type { SessionRecord } from '../../domain/record.ts';
import type { TurnRecord } from '../../domain/summary.ts';
import type { Store } from '../../store/store.ts';
import { toTurnRecords } from '../summaries/read-turn-records.ts';

/** A message of a host that sends its conversation with its events. */
export type SentMessage = { role: 'user' | 'assistant' | 'tool' | 'system'; content: string; tool?: string | undefined };

type Options = { includeToolCalls: boolean; includeReasoning: boolean };

/** `hash` is another one when any message has changed. `records`: the newest ones, in order. */
export type WatchedConversation = { hash: string; count: number; records: TurnRecord[] };

const pageSize = 200;
/** Messages that are read for a review; its budget has room for few more. */
export const maxKept = 600;

const kindsOfRoles = { user: 'prompt', assistant: 'response', tool: 'tool_result', system: 'system' } as const;

const isWatched = ({ kind }: Pick<TurnRecord, 'kind'>, { includeToolCalls, includeReasoning }: Options): boolean =>
  kind === 'tool_call' || kind === 'tool_result' ? includeToolCalls : kind === 'reasoning' ? includeReasoning : kind !== 'system';

/** Collects messages into a hash, and keeps the newest. */
const makeCollector = (options: Options) => {
  const hash = createHash('sha256').update(JSON.stringify(options));
  let [count, records]: [number, TurnRecord[]] = [0, []];
  return {
    add: (record: TurnRecord, bytes: number): void => {
      if (!isWatched(record, options)) return;
      hash.update(JSON.stringify([record.kind, record.tool, record.isFailed, bytes, record.text]));
      count += 1;
      records.push(record);
      if (records.length > 2 * maxKept) records = records.slice(-maxKept);
    },
    finish: (): WatchedConversation => ({ hash: hash.digest('base64url'), count, records: records.slice(-maxKept) }),
  };
};

const bytesOf = ({ textBytes, toolCall }: SessionRecord): number => textBytes + (toolCall?.paramsBytes ?? 0) + (toolCall?.resultBytes ?? 0);

/** Reads the conversation of a session, up to the end of the turn `toTurn` if it is given. System messages are left out. */
export const watchConversation = async (
  store: Pick<Store, 'listRecords' | 'listTurns'>,
  sessionId: string,
  options: Options,
  { toTurn, signal }: { toTurn?: number | undefined; signal?: AbortSignal | undefined } = {},
): Promise<WatchedConversation> => {
  const next = toTurn === undefined ? undefined : (await store.listTurns(sessionId)).find(({ turnIdx }) => turnIdx > toTurn);
  const end = next?.startSeq ?? Number.MAX_SAFE_INTEGER;
  const collector = makeCollector(options);
  for (let from = 0; from < end; from += pageSize) {
    signal?.throwIfAborted();
    const records = await store.listRecords(sessionId, from, Math.min(pageSize, end - from), displayWindowBytes);
    if (records.length === 0) break;
    for (const record of records) for (const one of toTurnRecords(record)) collector.add(one, bytesOf(record));
  }
  return collector.finish();
};

/** The same of messages that a host sent. */
export const watchMessages = (messages: readonly SentMessage[], options: Options): WatchedConversation => {
  const collector = makeCollector(options);
  for (const [seq, { role, content, tool }] of messages.entries()) {
    const record: TurnRecord = { recordId: '', seq, kind: kindsOfRoles[role], text: content, tool: tool ?? null, isFailed: null };
    collector.add(record, Buffer.byteLength(content));
  }
  return collector.finish();
};
