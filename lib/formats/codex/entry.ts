import { toInstant } from '../instant.ts';
import { toCount, toJson, toName, toObject, type JsonObject } from '../narrow.ts';

/** One line of a rollout: what it is, what it carries, and its number in the history where it has one. */
export type Entry = { type: string | null; payload: JsonObject; atMs: number | null; ordinal: number | null };

const bareItems = new Set([
  ...['message', 'reasoning', 'function_call', 'function_call_output', 'custom_tool_call', 'custom_tool_call_output'],
  ...['local_shell_call', 'local_shell_call_output', 'web_search_call', 'tool_call', 'tool_result', 'function_result'],
]);

/**
 * Narrows a line. Rollouts until September 2025 have no envelope: a first line of the session's facts, then bare items and
 * states; they become what later versions write.
 */
export const toEntry = (value: JsonObject): Entry => {
  const payload = toObject(value.payload);
  const atMs = toInstant(value.timestamp) ?? toInstant(payload?.timestamp) ?? toInstant(value.created_at);
  const ordinal = toCount(value.ordinal);
  const type = toName(value.type, 256);
  if (payload) return { type, payload, atMs, ordinal };
  const printed = toPrinted(value);
  if (printed) return { ...printed, atMs, ordinal };
  return { type: toBareType(type, value), payload: value, atMs, ordinal };
};

const toBareType = (type: string | null, value: JsonObject): string | null => {
  if (value.record_type !== undefined) return 'state';
  if (type === null && toName(value.id, 256) !== null && 'timestamp' in value) return 'session_meta';
  return isBareItem(value) ? 'response_item' : type;
};

/** Whether a line is an item without an envelope. */
export const isBareItem = (value: JsonObject): boolean => {
  const type = toName(value.type, 256);
  return type === null ? toName(value.role, 64) !== null : bareItems.has(type);
};

/** A line of what `codex exec --json` printed until September 2025: the settings, the prompt, then events in `msg`. */
const toPrinted = (value: JsonObject): Pick<Entry, 'type' | 'payload'> | null => {
  const event = toObject(value.msg);
  if (event) return { type: 'event_msg', payload: event };
  const keys = Object.keys(value);
  if (keys.length === 1 && keys[0] === 'prompt') return { type: 'event_msg', payload: { type: 'user_message', message: value.prompt } };
  const isSettings = value.type === undefined && toName(value.workdir, 4096) !== null && toName(value.model, 128) !== null;
  return isSettings ? { type: 'turn_context', payload: { cwd: value.workdir, model: value.model } } : null;
};

/** The content of a line without its time and place: the same in every file that the line is copied to. */
export const toContentText = (value: JsonObject): string =>
  toJson(Object.fromEntries(Object.entries(value).filter(([key]) => key !== 'timestamp' && key !== 'ordinal')));
