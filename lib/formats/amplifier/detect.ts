import { firstOf, has, itemsOf } from '../content-marks.ts';
import type { Head } from '../format.ts';
import { toName, toObject, toText, type JsonObject } from '../narrow.ts';

/** Event names that only Amplifier uses. */
const ownEvents = new Set([
  ...['session:start', 'session:fork', 'session:resume', 'session:end', 'prompt:submit', 'prompt:complete', 'execution:start'],
  ...['execution:end', 'provider:request', 'provider:response', 'llm:request', 'llm:response', 'tool:pre', 'tool:post', 'tool:error'],
  ...['content_block:start', 'content_block:end', 'context:compaction', 'orchestrator:complete', 'orchestrator:iteration_start'],
  ...['context:pre_compact', 'context:post_compact', 'delegate:agent_spawned', 'delegate:agent_completed'],
]);

const isLogged = (one: JsonObject): boolean =>
  toName(one.event, 128) !== null && toText(toObject(one.schema)?.name)?.startsWith('amplifier') === true;

/** An event without an envelope: one of Amplifier's names, with its fields in `data`. */
const isBare = (one: JsonObject): boolean =>
  ownEvents.has(toText(one.event) ?? '') && toObject(one.data) !== null && !has(one, 'payload') && !has(one, 'type');

/** Event logs, by content: a line of the logger, or events with Amplifier's names. `event` alone proves nothing. */
export const detectEvents = (head: Head): number => {
  const items = itemsOf(head);
  if (items.some(isLogged)) return 0.95;
  return items.some(isBare) ? 0.85 : 0;
};

const isMessage = (one: JsonObject): boolean =>
  (one.role === 'assistant' && has(firstOf(one.tool_calls), 'tool', 'arguments')) ||
  (one.role === 'tool' && /^\{\s*"(?:error|output|success)"/u.test(toText(one.content)?.slice(0, 200) ?? ''));

/** Metadata that Amplifier writes: a message's number, or that it was injected. */
const isMarked = (one: JsonObject): boolean => {
  const metadata = toObject(one.metadata);
  return has(one, 'role', 'content') && (has(metadata, 'timestamp', '_seq') || typeof metadata?.ephemeral === 'boolean');
};

/** Transcripts: how calls and results are written, or how their metadata looks. */
export const detectTranscript = (head: Head): number => {
  if (head.document !== undefined && !toObject(head.document)) return 0;
  const items = itemsOf(head);
  if (items.some(isMessage)) return 0.9;
  return items.some(isMarked) ? 0.7 : 0;
};
