import { has, itemsOf } from './content-marks.ts';
import type { Head } from './format.ts';
import { toList, toObject, toObjects, toText, type JsonObject } from './narrow.ts';

/** A format that is known by its content and not read. */
export type KnownFormat = {
  id: string;
  /** With its article: `a Codex rollout`. */
  label: string;
  /** Files that are not read: `Codex files`. */
  plural: string;
  /** Advice beyond waiting for a later version. */
  advice?: string;
  test(head: Head): boolean;
};

const some =
  (isMark: (one: JsonObject) => boolean) =>
  (head: Head): boolean =>
    itemsOf(head).some(isMark);

const isInit = (one: JsonObject): boolean => one.type === 'system' && one.subtype === 'init' && has(one, 'session_id');

/** Entries as Google's API has them, in Claude Code's envelope. */
const isQwen = (one: JsonObject): boolean =>
  has(one, 'uuid', 'sessionId') &&
  (toList(toObject(one.message)?.parts) !== null || one.type === 'tool_result' || has(one, 'systemPayload') || has(one, 'usageMetadata'));

/** Their ids are UUIDs behind a word; the ids of Claude Code's own tests and scripts may begin with that word alone. */
const iflowId = /^session-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;
const isIflow = (one: JsonObject): boolean => has(one, 'uuid', 'message') && iflowId.test(toText(one.sessionId) ?? '');

const isCodebuddy = (one: JsonObject): boolean =>
  has(one, 'id', 'sessionId', 'type') && (has(one, 'providerData') || (has(one, 'parentId') && has(one, 'role')) || has(one, 'callId'));

const isGeminiPrint = (one: JsonObject): boolean =>
  (one.type === 'init' && has(one, 'session_id', 'model')) || (one.type === 'tool_use' && has(one, 'tool_name', 'tool_id'));

const isDroidPrint = (one: JsonObject): boolean =>
  has(one, 'session_id') &&
  ((one.type === 'message' && has(one, 'role', 'text')) || (one.type === 'tool_call' && has(one, 'toolName')) || one.type === 'completion');

const isCursorPrint = (one: JsonObject): boolean =>
  (one.type === 'tool_call' && has(one, 'session_id', 'call_id')) || (isInit(one) && has(one, 'apiKeySource') && !has(one, 'tools'));

/** A session of Cline 3: its messages, or the description beside them. */
const isCline = (one: JsonObject): boolean =>
  (toList(one.messages) !== null && has(one, 'sessionId', 'agent') && has(toObject(one.origin), 'source', 'sessionId')) ||
  (toText(one.messages_path)?.endsWith('.messages.json') === true && has(one, 'session_id'));

const isClinePrint = (one: JsonObject): boolean =>
  (one.type === 'hook_event' && has(one, 'hookEventName', 'agentId')) || (one.type === 'agent_event' && has(toObject(one.event), 'type'));

const hasText = (content: unknown, mark: string): boolean =>
  toObjects(toList(content) ?? []).some(({ text }) => toText(text)?.includes(mark) === true);

/** A task of the editor extension, whose forks write the same: what it shows, what it sends, or what it notes of files. */
const isClineTask = (one: JsonObject): boolean =>
  (has(one, 'ts') && ((one.type === 'say' && has(one, 'say')) || (one.type === 'ask' && has(one, 'ask')))) ||
  (one.role === 'user' && hasText(one.content, '<task>') && hasText(one.content, '<environment_details>')) ||
  (toList(one.files_in_context) !== null && toList(one.model_usage) !== null);

/** Agents whose files share an envelope with a format that is read; no such format may claim them. */
export const otherAgents: readonly KnownFormat[] = [
  { id: 'qwen', label: 'a Qwen Code chat', plural: 'Qwen Code files', test: some(isQwen) },
  {
    id: 'qwen-stream',
    label: 'output of Qwen Code',
    plural: 'Qwen Code files',
    test: some((one) => isInit(one) && has(one, 'qwen_code_version')),
  },
  { id: 'iflow', label: 'an iFlow CLI session', plural: 'iFlow CLI files', test: some(isIflow) },
  { id: 'codebuddy', label: 'a CodeBuddy session', plural: 'CodeBuddy files', test: some(isCodebuddy) },
  {
    id: 'amp-stream',
    label: 'output of Amp',
    plural: 'Amp files',
    test: some((one) => has(one, 'type') && toText(one.session_id)?.startsWith('T-') === true),
  },
  { id: 'cursor-stream', label: 'output of Cursor CLI', plural: 'Cursor CLI files', test: some(isCursorPrint) },
  { id: 'droid-stream', label: 'output of Droid', plural: 'Droid files', test: some(isDroidPrint) },
  { id: 'cline', label: 'a Cline session', plural: 'Cline files', test: some(isCline) },
  { id: 'cline-stream', label: 'output of Cline', plural: 'Cline files', test: some(isClinePrint) },
  { id: 'cline-task', label: 'a task of Cline, or of a fork of it', plural: 'Cline files', test: some(isClineTask) },
  { id: 'gemini-stream', label: 'output of Gemini CLI', plural: 'Gemini CLI files', test: some(isGeminiPrint) },
];

/** Whether a file is one of those. */
export const isOtherAgent = (head: Head): boolean => otherAgents.some((one) => one.test(head));
