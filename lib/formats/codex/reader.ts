import { fingerprintOf } from '../fingerprint.ts';
import type { Drafts, Line, LineReader, SourceHints } from '../format.ts';
import { toJson, toName, toObject, toText, type JsonObject } from '../narrow.ts';
import { toNotAnObject } from '../not-an-object.ts';
import { followCopying } from './copying.ts';
import { addRecord, type LineContext } from './drafting.ts';
import { toContentText, toEntry, type Entry } from './entry.ts';
import { readEvent } from './event.ts';
import { enterPart, nextLineKey } from './line-keys.ts';
import { fromState, toState, type ReaderState } from './reader-state.ts';
import { readResponseItem } from './response-item.ts';
import { addHistoryBase } from './history-base.ts';
import { addSessionFacts } from './session-facts.ts';
import { addRecordedUsage } from './usage.ts';

/** Reads the lines of one Codex rollout. All of them belong to the session that its first session_meta names. */
export const openCodex = (hints: SourceHints, stored: unknown): LineReader => {
  const state = fromState(stored);
  return {
    read: (line, value, out) => {
      const object = toObject(value);
      if (object) readEntry(state, hints, line, object, out);
      else out.issues.push(toNotAnObject(line));
    },
    state: () => toState(state),
  };
};

const readEntry = (state: ReaderState, hints: SourceHints, line: Line, value: JsonObject, out: Drafts): void => {
  const entry = toEntry(value);
  const named = entry.type === 'session_meta' ? (toName(entry.payload.id, 256) ?? toName(entry.payload.session_id, 256)) : null;
  const session = state.session ?? named ?? toFallbackId(hints.path, line, entry.atMs);
  state.session = session;
  state.firstMs ??= entry.atMs;
  followCopying(state, entry, session);
  enterPart(state, entry, session);
  const isCopied = state.thread !== session;
  const atMs = isCopied && entry.atMs !== null && state.firstMs !== null ? Math.max(entry.atMs, state.firstMs) : entry.atMs;
  const nativeKey = nextLineKey(state, toContentText(value));
  const isBefore = state.ownFrom !== null && entry.ordinal !== null && entry.ordinal < state.ownFrom;
  const isInherited = state.isCopying || isBefore;
  const context: LineContext = { state, line, session, atMs, nativeKey, isInherited, payload: entry.payload, out, nextBlock: 0 };
  addSessionFacts(context, entry, named === null || named === session, hints.path);
  readRecords(context, entry, hints.path);
};

/** The session of a file that names none: its name where that holds an id, else its first line, with the file's place if that has no time. */
const toFallbackId = (path: string, line: Line, atMs: number | null): string => {
  const named = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?=\.[^/\\]*$)/iu.exec(path)?.[0].toLowerCase();
  const place = path.split(/[/\\]/u).slice(-2).join('/');
  return named ?? `unnamed-${atMs === null ? fingerprintOf(`${place}\0${line.hash}`) : line.hash}`;
};

const metaTypes = new Set([
  ...['turn_context', 'world_state', 'state', 'inter_agent_communication_metadata', 'rollout_reference'],
  ...['retained_context', 'security_risk_score', 'realtime_item'],
]);

const readRecords = (context: LineContext, { type, payload }: Entry, path: string): void => {
  if (type === 'response_item') readResponseItem(context);
  else if (type === 'event_msg') readEvent(context);
  else if (type === 'session_meta') {
    const instructions = toText(payload.instructions) ?? toText(toObject(payload.base_instructions)?.text);
    addRecord(context, 'system', instructions ?? '', { subtype: type });
    addHistoryBase(context, path);
  } else if (type === 'compacted') {
    addRecord(context, 'boundary', 'Conversation compacted', { subtype: type });
    const summary = toText(payload.message);
    if (summary) addRecord(context, 'system', summary, { subtype: 'compact_summary' });
  } else if (type === 'token_usage_record') {
    addRecordedUsage(context);
    addRecord(context, 'meta', '', { subtype: type });
  } else if (type === 'inter_agent_communication') {
    addRecord(context, 'system', toText(payload.content) ?? toText(payload.message) ?? toJson(payload), { subtype: type });
  } else if (type !== null && metaTypes.has(type)) addRecord(context, 'meta', '', { subtype: type });
  else addRecord(context, 'meta', toJson(payload).slice(0, 2000), { subtype: type, unknown: true });
};
