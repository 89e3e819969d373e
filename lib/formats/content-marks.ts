import type { Head } from './format.ts';
import { toList, toObject, toObjects, toText, type JsonObject } from './narrow.ts';

/** Marks in a file's content by which formats that are not read are recognized. */

/** Lines that imitate a Codex rollout without its payloads. */
export const isCodexLookalike = (head: Head): boolean =>
  itemsOf(head).some((one) => one.type === 'session_meta' && toObject(one.payload) === null);

const codexTypes = new Set(['session_meta', 'response_item', 'turn_context', 'event_msg', 'compacted', 'world_state']);
const codexItems = new Set(['message', 'function_call', 'function_call_output', 'reasoning', 'local_shell_call']);
const chatRoles = new Set(['system', 'user', 'assistant', 'tool', 'developer', 'function']);

export const isAtif = (one: JsonObject): boolean =>
  toList(one.steps) !== null &&
  (toText(one.schema_version)?.startsWith('ATIF-v') === true || (toObject(one.agent) !== null && has(firstOf(one.steps), 'source')));

export const isMini = (one: JsonObject): boolean =>
  toList(one.messages) !== null &&
  (toText(one.trajectory_format)?.startsWith('mini-swe-agent') === true || has(toObject(one.info), 'mini_version'));

export const isSweAgent = (one: JsonObject): boolean =>
  has(firstOf(one.trajectory), 'action', 'observation', 'response') ||
  (toList(one.history)?.some((item) => has(toObject(item), 'agent', 'message_type') || has(toObject(item), 'agent', 'role')) ?? false);

export const isSpan = (one: JsonObject): boolean =>
  (toObject(one.context)?.trace_id !== undefined && has(one, 'attributes')) ||
  (toObject(one.spanContext) !== null && has(one, 'attributes')) ||
  Object.keys(one).some((key) => key.startsWith('gen_ai.') || key.startsWith('openinference.')) ||
  has(toObject(firstOf(Object.values(one)[0])?.spanContext), 'traceId');

export const isCodex = (one: JsonObject): boolean =>
  toObject(one.payload) !== null &&
  (codexTypes.has(toText(one.type) ?? '') || toText(one.type)?.startsWith('inter_agent_communication') === true);

/** Until September 2025: a bare first line, then items without an envelope. */
export const isLegacyCodex = (items: readonly JsonObject[]): boolean =>
  items.some((one) => one.record_type === 'state') ||
  (has(items[0] ?? null, 'id', 'timestamp', 'instructions') && items.slice(1).every((one) => codexItems.has(toText(one.type) ?? '')));

export const isCodexExec = (one: JsonObject): boolean =>
  (one.type === 'thread.started' && has(one, 'thread_id')) ||
  (/^item\.(?:started|updated|completed)$/u.test(toText(one.type) ?? '') && toObject(one.item) !== null);

export const isOpencode = (one: JsonObject): boolean => toObject(one.info) !== null && toObject(firstOf(one.messages)?.info) !== null;

export const isOpenHands = (one: JsonObject): boolean =>
  has(one, 'source') &&
  (/(?:Event|Observation|Condensation\w*)$/u.test((toText(one.kind) ?? '').slice(-100)) ||
    (has(one, 'action') && has(one, 'args')) ||
    (has(one, 'observation') && has(one, 'content')));

/** A row of an evaluation. */
export const isOpenHandsRow = (one: JsonObject): boolean =>
  (has(one, 'instance_id') || has(one, 'issue_type')) && (has(one, 'history') || has(one, 'git_patch'));

export const isBaseState = (one: JsonObject): boolean => toObject(toObject(one.agent)?.llm) !== null && has(one, 'id', 'workspace');

export const isChatMessage = (one: JsonObject): boolean =>
  chatRoles.has(toText(one.role) ?? '') && (has(one, 'content') || has(one, 'tool_calls'));

/** The top-level objects: a document, the items of a list, the lines. */
export const itemsOf = (head: Head): JsonObject[] => {
  const listed = toList(head.document)?.slice(0, 20) ?? (toObject(head.document) ? [head.document] : head.values);
  return toObjects(listed);
};

/** The first objects of a file whose formats hold one document, or few. */
export const documentsOf = (head: Head): JsonObject[] => itemsOf(head).slice(0, 3);

/** The items, and the elements of their lists with these names, two levels deep as in rows of conversations. */
export const innerOf = (head: Head, ...keys: string[]): JsonObject[] => {
  const rows = (toList(head.document) ?? head.values).slice(0, 20).flatMap((value) => toList(value) ?? []);
  const items = [...itemsOf(head), ...toObjects(rows)];
  const inner = items.flatMap((one) => keys.flatMap((key) => (toList(one[key]) ?? []).slice(0, 20)));
  return [...items, ...toObjects(inner), ...toObjects(inner.flatMap((value) => toList(value) ?? []))];
};

/** The first element of a list, if it is an object. */
export const firstOf = (value: unknown): JsonObject | null => toObject(toList(value)?.[0]);

/** Whether an object has all of these keys. */
export const has = (one: JsonObject | null, ...keys: string[]): boolean => one !== null && keys.every((key) => Object.hasOwn(one, key));

/** Whether a file starts with these bytes. */
export const startsWith = (head: Head, magic: readonly number[]): boolean => magic.every((byte, index) => head.bytes[index] === byte);

export function isZip(head: Head): boolean {
  return startsWith(head, [0x50, 0x4b, 0x03, 0x04]) || startsWith(head, [0x50, 0x4b, 0x05, 0x06]);
}

/** Magic of POSIX and GNU archives, after the first file name. */
export const isTar = (head: Head): boolean => [0x75, 0x73, 0x74, 0x61, 0x72].every((byte, index) => head.bytes[257 + index] === byte);

/** Archives of uncompressed files, whose lines may look like those of a session. */
export const isArchive = (head: Head): boolean => isZip(head) || isTar(head);

/** Whether a database has a table of a name, with these columns. */
export const hasTable = (head: Head, name: string, ...columns: string[]): boolean =>
  head.tables?.some((table) => table.name === name && columns.every((column) => table.columns.includes(column))) ?? false;

/** The first bytes as text, one character a byte, to look for names in. */
export const asciiOf = (head: Head): string =>
  Buffer.from(head.bytes.buffer, head.bytes.byteOffset, Math.min(head.bytes.byteLength, 256 * 1024)).toString('latin1');
