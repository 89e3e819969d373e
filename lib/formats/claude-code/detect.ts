import type { Head } from '../format.ts';
import { isOtherAgent } from '../other-agents.ts';
import { toList, toName, toObject, toObjects, type JsonObject } from '../narrow.ts';

const isStored = (value: JsonObject): boolean => toName(value.sessionId, 256) !== null;

/** A line of a conversation as a session file holds it: an id, a session, and a message of its own type's role. */
const isMessage = (value: JsonObject): boolean =>
  isStored(value) && toName(value.uuid, 256) !== null && (isSpoken(value) || value.type === 'system' || value.type === 'attachment');

const isSpoken = ({ type, message }: JsonObject): boolean =>
  (type === 'user' || type === 'assistant') && (toObject(message)?.role ?? type) === type;

const companionTypes = new Set([
  'agent-name',
  'ai-title',
  'api-request',
  'api-request-blob',
  'api-request-shape',
  'atis-latch',
  'cost-state',
  'custom-title',
  'last-prompt',
  'mode',
  'permission-mode',
  'pr-link',
  'progress',
  'tools-used',
]);

/** Lines without a conversation: a file that has just begun, or holds titles alone. */
const isCompanionLine = (value: JsonObject): boolean => {
  if (value.type === 'summary') return toName(value.summary, 1e6) !== null && toName(value.leafUuid, 256) !== null;
  if (value.type === 'file-history-snapshot') return toObject(value.snapshot) !== null && toName(value.messageId, 256) !== null;
  if (value.type === 'queue-operation') return isStored(value) && toName(value.operation, 64) !== null;
  return isStored(value) && companionTypes.has(toName(value.type, 64) ?? '');
};

/** A message that names no session, as tools that shorten or export sessions write it: `type` and `message.role` agree. */
const isNamelessMessage = (value: JsonObject): boolean => {
  const message = toObject(value.message);
  const isSpoken = (value.type === 'user' || value.type === 'assistant') && message?.role === value.type && 'content' in message;
  return isSpoken && value.session_id === undefined;
};

/** Session files, by content: one conversation line is enough. */
export const detectClaudeCode = (head: Head): number => {
  if (isOtherAgent(head)) return 0;
  const objects = toObjects(head.values);
  if (objects.some(isMessage)) return 1;
  if (objects.some(isNamelessMessage)) return 0.85;
  return objects.some(isCompanionLine) ? 0.8 : 0;
};

const streamTypes = new Set(['system', 'user', 'assistant', 'result', 'stream_event', 'rate_limit_event', 'tool_progress']);

/** Output of `claude -p --output-format stream-json`: snake_case ids, first `init`, last `result`. */
export const detectStream = (head: Head): number => {
  const objects = toObjects(head.values).filter(
    (value) => toName(value.session_id, 256) !== null && streamTypes.has(toName(value.type, 64) ?? ''),
  );
  const isSure =
    !isOtherAgent(head) &&
    objects.some(
      (value) =>
        (value.type === 'system' && value.subtype === 'init' && Array.isArray(value.tools)) ||
        (value.type === 'result' && 'num_turns' in value) ||
        (value.type === 'assistant' && toObject(value.message)?.role === 'assistant' && 'parent_tool_use_id' in value),
    );
  return isSure ? 0.95 : 0;
};

/** Either of them as one list: what `--output-format json --verbose` prints, and what tools make of session files. */
export const detectList = (head: Head): number => {
  const values = toList(head.document)?.slice(0, 20) ?? [];
  return Math.max(detectClaudeCode({ ...head, values }), detectStream({ ...head, values }));
};
