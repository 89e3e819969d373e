import type { Head } from './format.ts';
import { toList, toObject, toObjects, toText, type JsonObject } from './narrow.ts';

/** A format that is known by its content and not read. */
export type KnownFormat = {
  id: string;
  /** With its article: `a Codex rollout`. */
  label: string;
  /** What is not read: `Codex files`. */
  plural: string;
  test(head: Head): boolean;
};

/** First match wins: containers, then formats with marks of their own, then those that others resemble. */
export const refusals: readonly KnownFormat[] = [
  { id: 'inspect-eval', label: 'an Inspect log (.eval)', plural: 'Inspect logs', test: (head) => isZip(head) && /header\.json|_journal\//u.test(asciiOf(head)) },
  { id: 'weakincentives-bundle', label: 'a weakincentives debug bundle', plural: 'Debug bundles', test: (head) => isZip(head) && asciiOf(head).includes('debug_bundle/') },
  { id: 'zip', label: 'a ZIP archive', plural: 'Archives', test: isZip },
  { id: 'zstd', label: 'a file compressed with zstd', plural: 'Compressed files', test: (head) => startsWith(head, [0x28, 0xb5, 0x2f, 0xfd]) },
  { id: 'gzip', label: 'a file compressed with gzip', plural: 'Compressed files', test: (head) => startsWith(head, [0x1f, 0x8b]) },
  { id: 'oats-sqlite', label: 'an oats trajectory store', plural: 'oats stores', test: (head) => isSqlite(head) && /CREATE TABLE[^(]{0,40}trajectories/iu.test(asciiOf(head)) },
  { id: 'cursor', label: 'a Cursor state database', plural: 'Cursor databases', test: (head) => isSqlite(head) && /cursorDiskKV|ItemTable/u.test(asciiOf(head)) },
  { id: 'sqlite', label: 'a SQLite database, such as opencode, Cursor and goose keep', plural: 'Such databases', test: isSqlite },
  { id: 'atif', label: 'an ATIF trajectory', plural: 'ATIF files', test: (head) => documentsOf(head).some(isAtif) },
  { id: 'mini-swe-agent', label: 'a mini-swe-agent trajectory', plural: 'mini-swe-agent files', test: (head) => documentsOf(head).some(isMini) },
  { id: 'swe-agent', label: 'a SWE-agent trajectory', plural: 'SWE-agent files', test: (head) => documentsOf(head).some(isSweAgent) },
  { id: 'inspect-json', label: 'an Inspect log', plural: 'Inspect logs', test: (head) => documentsOf(head).some((one) => has(one, 'version', 'status', 'eval', 'plan')) },
  { id: 'otlp', label: 'an OpenTelemetry trace (OTLP)', plural: 'Traces', test: (head) => itemsOf(head).some((one) => has(one, 'resourceSpans') || has(one, 'resource_spans')) },
  { id: 'spans', label: 'a list of OpenTelemetry or OpenInference spans', plural: 'Traces', test: (head) => itemsOf(head).some(isSpan) },
  { id: 'langfuse', label: 'a Langfuse trace', plural: 'Traces', test: (head) => documentsOf(head).some((one) => toObject(one.trace) !== null && toList(one.observations) !== null) },
  { id: 'codex', label: 'a Codex rollout', plural: 'Codex files', test: (head) => itemsOf(head).some(isCodex) || isLegacyCodex(itemsOf(head)) },
  { id: 'codex-exec', label: 'the output of codex exec --json', plural: 'Codex files', test: (head) => itemsOf(head).some(isCodexExec) },
  { id: 'weakincentives', label: 'a weakincentives snapshot', plural: 'Snapshots', test: (head) => itemsOf(head).some(isSnapshot) },
  { id: 'amplifier-events', label: 'an Amplifier event log', plural: 'Amplifier files', test: (head) => itemsOf(head).some(isAmplifierEvent) },
  { id: 'oats', label: 'an export of an oats trajectory store', plural: 'oats rows', test: (head) => itemsOf(head).some((one) => has(one, 'session_id', 'turn_idx', 'role', 'kind')) },
  { id: 'pi', label: 'a pi session', plural: 'pi sessions', test: (head) => itemsOf(head).slice(0, 1).some((one) => one.type === 'session' && has(one, 'id', 'cwd')) },
  { id: 'gemini', label: 'a Gemini CLI session', plural: 'Gemini CLI files', test: (head) => itemsOf(head).some((one) => has(one, 'sessionId', 'projectHash')) },
  { id: 'copilot', label: 'a Copilot CLI event log', plural: 'Copilot CLI files', test: (head) => itemsOf(head).some((one) => /^(?:session|tool|assistant)\.[a-z_.]+$/u.test(toText(one.type) ?? '') && has(one, 'data')) },
  { id: 'opencode', label: 'an opencode session', plural: 'opencode files', test: (head) => documentsOf(head).some(isOpencode) },
  { id: 'amp', label: 'an Amp thread', plural: 'Amp threads', test: (head) => documentsOf(head).some((one) => toText(one.id)?.startsWith('T-') === true && toList(one.messages) !== null) },
  { id: 'durable-steps', label: 'a list of durable ReAct steps', plural: 'Such steps', test: (head) => innerOf(head, 'trajectories').some((one) => has(one, 'iteration') && (has(one, 'tool_name') || has(one, 'observation'))) },
  { id: 'openhands', label: 'an OpenHands trajectory', plural: 'OpenHands files', test: (head) => innerOf(head, 'history', 'entries', 'trajectory').some(isOpenHands) || documentsOf(head).some(isBaseState) },
  { id: 'amplifier-transcript', label: 'an Amplifier transcript', plural: 'Amplifier files', test: (head) => itemsOf(head).some(isAmplifierMessage) },
  { id: 'tau2', label: 'a tau2-bench result file', plural: 'tau2-bench files', test: (head) => documentsOf(head).some((one) => firstOf(one.simulations)?.messages !== undefined) },
  { id: 'chat', label: 'a conversation of chat messages', plural: 'Chat files', test: (head) => innerOf(head, 'messages', 'traj', 'conversation', 'conversations', 'trajectory').some(isChatMessage) },
];

/** Lines that imitate a Codex rollout without its payloads. */
export const isCodexLookalike = (head: Head): boolean => itemsOf(head).some((one) => one.type === 'session_meta' && toObject(one.payload) === null);

const codexTypes = new Set(['session_meta', 'response_item', 'turn_context', 'event_msg', 'compacted', 'world_state']);
const codexItems = new Set(['message', 'function_call', 'function_call_output', 'reasoning', 'local_shell_call']);
const chatRoles = new Set(['system', 'user', 'assistant', 'tool', 'developer', 'function']);

const isAtif = (one: JsonObject): boolean =>
  toList(one.steps) !== null && (toText(one.schema_version)?.startsWith('ATIF-v') === true || (toObject(one.agent) !== null && has(firstOf(one.steps), 'source')));

const isMini = (one: JsonObject): boolean =>
  toList(one.messages) !== null && (toText(one.trajectory_format)?.startsWith('mini-swe-agent') === true || has(toObject(one.info), 'mini_version'));

const isSweAgent = (one: JsonObject): boolean =>
  has(firstOf(one.trajectory), 'action', 'observation', 'response') ||
  (toList(one.history)?.some((item) => has(toObject(item), 'agent', 'message_type') || has(toObject(item), 'agent', 'role')) ?? false);

const isSpan = (one: JsonObject): boolean =>
  (toObject(one.context)?.trace_id !== undefined && has(one, 'attributes')) ||
  (toObject(one.spanContext) !== null && has(one, 'attributes')) ||
  Object.keys(one).some((key) => key.startsWith('gen_ai.') || key.startsWith('openinference.')) ||
  has(toObject(firstOf(Object.values(one)[0])?.spanContext), 'traceId');

const isCodex = (one: JsonObject): boolean =>
  toObject(one.payload) !== null && (codexTypes.has(toText(one.type) ?? '') || toText(one.type)?.startsWith('inter_agent_communication') === true);

/** Until September 2025: a bare first line, then items without an envelope. */
const isLegacyCodex = (items: readonly JsonObject[]): boolean =>
  items.some((one) => one.record_type === 'state') ||
  (has(items[0] ?? null, 'id', 'timestamp', 'instructions') && items.slice(1).every((one) => codexItems.has(toText(one.type) ?? '')));

const isCodexExec = (one: JsonObject): boolean =>
  (one.type === 'thread.started' && has(one, 'thread_id')) || (/^item\.(?:started|updated|completed)$/u.test(toText(one.type) ?? '') && toObject(one.item) !== null);

const isSnapshot = (one: JsonObject): boolean => has(one, 'created_at') && (toList(one.slices) !== null || one.version === '1') && !has(one, 'messages');

const isAmplifierEvent = (one: JsonObject): boolean =>
  /^[a-z_]+:[a-z_]+$/u.test(toText(one.event) ?? '') && (has(one, 'data') || toText(toObject(one.schema)?.name)?.startsWith('amplifier') === true || has(one, 'lvl'));

const isAmplifierMessage = (one: JsonObject): boolean =>
  (one.role === 'assistant' && has(firstOf(one.tool_calls), 'tool', 'arguments')) || (one.role === 'tool' && /^\{"(?:error|output|success)"/u.test(toText(one.content) ?? ''));

const isOpencode = (one: JsonObject): boolean => toObject(one.info) !== null && toObject(firstOf(one.messages)?.info) !== null;

const isOpenHands = (one: JsonObject): boolean =>
  has(one, 'source') &&
  (/(?:Event|Observation|Condensation\w*)$/u.test(toText(one.kind) ?? '') || (has(one, 'action') && has(one, 'args')) || (has(one, 'observation') && has(one, 'content')));

const isBaseState = (one: JsonObject): boolean => toObject(toObject(one.agent)?.llm) !== null && has(one, 'id', 'workspace');

const isChatMessage = (one: JsonObject): boolean => chatRoles.has(toText(one.role) ?? '') && (has(one, 'content') || has(one, 'tool_calls'));

/** The top-level objects: a document, the items of a list, the lines. */
const itemsOf = (head: Head): JsonObject[] => {
  const listed = toList(head.document)?.slice(0, 20) ?? (toObject(head.document) ? [head.document] : head.values);
  return toObjects(listed);
};

const documentsOf = (head: Head): JsonObject[] => itemsOf(head).slice(0, 3);

/** The items, and what their lists of these names hold (two levels, as rows of conversations do). */
const innerOf = (head: Head, ...keys: string[]): JsonObject[] => {
  const rows = (toList(head.document) ?? head.values).slice(0, 20).flatMap((value) => toList(value) ?? []);
  const items = [...itemsOf(head), ...toObjects(rows)];
  const inner = items.flatMap((one) => keys.flatMap((key) => (toList(one[key]) ?? []).slice(0, 20)));
  return [...items, ...toObjects(inner), ...toObjects(inner.flatMap((value) => toList(value) ?? []))];
};

const firstOf = (value: unknown): JsonObject | null => toObject(toList(value)?.[0]);

const has = (one: JsonObject | null, ...keys: string[]): boolean => one !== null && keys.every((key) => Object.hasOwn(one, key));

const startsWith = (head: Head, magic: readonly number[]): boolean => magic.every((byte, index) => head.bytes[index] === byte);

function isZip(head: Head): boolean {
  return startsWith(head, [0x50, 0x4b, 0x03, 0x04]) || startsWith(head, [0x50, 0x4b, 0x05, 0x06]);
}

function isSqlite(head: Head): boolean {
  return asciiOf(head).startsWith('SQLite format 3\0');
}

const asciiOf = (head: Head): string => Buffer.from(head.bytes.buffer, head.bytes.byteOffset, Math.min(head.bytes.byteLength, 256 * 1024)).toString('latin1');
