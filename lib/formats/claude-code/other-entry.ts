import { toCount, toDurationMs, toJson, toList, toObject, toText, type JsonObject } from '../narrow.ts';
import { toServiceFailure } from '../../session/service-failure.ts';
import { isTurnFailure } from '../../session/turn-ends.ts';
import { addRecord, type LineContext } from './drafting.ts';
import { addTaskNotice, addTaskNotices, isTaskNotice } from './task-notice.ts';
import { addPrompt } from './user-entry.ts';

/** Line types that hold neither conversation nor system messages: kept as meta records under their own name. */
const metaTypes = new Set([
  'agent-color',
  'agent-name',
  'agent-setting',
  'ai-title',
  'api-request',
  'api-request-blob',
  'api-request-shape',
  'atis-latch',
  'attribution-snapshot',
  'bridge-session',
  'content-replacement',
  'control_request',
  'control_response',
  'cost-state',
  'custom-title',
  'file-history-snapshot',
  'keep_alive',
  'last-prompt',
  'mode',
  'permission-mode',
  'pr-link',
  'progress',
  'queue-operation',
  'rate_limit_event',
  'speculation-accept',
  'stream_event',
  'summary',
  'tag',
  'task-summary',
  'tool_progress',
  'tool_use_summary',
  'tools-used',
  'worktree-state',
]);

/** System lines about the progress of other lines, or that come with the next prompt: kept as meta records. */
const quietSubtypes = new Set(['away_summary', 'task_progress', 'task_updated', 'thinking_tokens']);

const boundaries = new Set(['compact_boundary', 'microcompact_boundary']);

/** `result`: the run went well; `result_error`: it was broken off, by an exception or a limit of its own (turns, budget). */
const toResultSubtype = ({ is_error: isError, result }: JsonObject, subtype: string | null): string => {
  if (subtype !== null && subtype !== 'success') return 'result_error';
  // A request that failed ends a run that is a success by its subtype.
  if (isError === true) return `result_${toServiceFailure(toText(result) ?? '')}`;
  return isError === false || subtype === 'success' ? 'result' : 'result_unknown';
};

/** Attachments that report a failure which the agent had to deal with. */
const loudAttachments = new Set(['hook_blocking_error', 'hook_non_blocking_error', 'hook_error_during_execution']);

/** Fields that stand on every line and say nothing of its own. */
const envelope = new Set([
  'type',
  'subtype',
  'uuid',
  'parentUuid',
  'logicalParentUuid',
  'sessionId',
  'session_id',
  'parent_tool_use_id',
  'agentId',
  'timestamp',
  'cwd',
  'gitBranch',
  'version',
  'userType',
  'entrypoint',
  'slug',
  'isSidechain',
  'isMeta',
  'teamName',
  'requestId',
]);

/** Characters of a payload that has no text of its own; the raw line holds all of it. */
const payloadChars = 2000;

/** A line of the type `system`: a command, a boundary, or a message. */
export const readSystem = (context: LineContext): void => {
  const { value, subtype } = context.entry;
  const content = toText(value.content);
  if (subtype === 'task_notification') addTaskNotice(context, value);
  else if (subtype === 'local_command' && content?.includes('<command-name>')) addPrompt(context, content);
  else if (subtype !== null && boundaries.has(subtype)) addRecord(context, 'boundary', toBoundaryText(value, content), { subtype });
  else {
    const kind = subtype !== null && quietSubtypes.has(subtype) ? 'meta' : 'system';
    addRecord(context, kind, content ?? toSystemText(value, subtype), { subtype: subtype ?? toText(value.level) });
  }
};

/**
 * The last line of streamed output. Its text repeats the last response and is left to the raw line, unless it says why the run failed.
 * `costUsd`: of this run alone.
 */
export const readResultLine = (context: LineContext, costUsd: number | null): void => {
  const { value, subtype } = context.entry;
  const turns = toCount(value.num_turns);
  const ended = toResultSubtype(value, subtype);
  const reason = isTurnFailure(ended) ? (toText(value.result) ?? '') : '';
  const text = [`Run ended: ${reason === '' ? (subtype ?? 'unknown') : reason}`, turns === null ? '' : `${turns} turns`];
  const aboutTurn = { durationMs: toDurationMs(value.duration_ms), iterations: turns, costUsd };
  addRecord(context, 'system', text.filter(Boolean).join(', '), { subtype: ended, aboutTurn });
};

/** An attachment: a prompt that waited, a failure of a hook, or a meta record. */
export const readAttachment = (context: LineContext): void => {
  const attachment = toObject(context.entry.value.attachment) ?? {};
  const subtype = toText(attachment.type);
  const isQuiet = subtype === null || !loudAttachments.has(subtype);
  const notice = subtype === 'queued_command' ? toText(attachment.prompt) : null;
  if (notice !== null && isTaskNotice(notice)) addTaskNotices(context, notice);
  else if (subtype === 'queued_command' && isTyped(attachment)) addPrompt(context, attachment.prompt);
  else addRecord(context, isQuiet ? 'meta' : 'system', toAttachmentText(attachment), { subtype: subtype ?? 'attachment' });
};

/** Everything else, known or not. */
export const readMeta = (context: LineContext): void => {
  const { value, type } = context.entry;
  const waiting = type === 'queue-operation' ? toText(value.content) : null;
  // A client that ends before the agent has read it leaves no other.
  if (waiting !== null && isTaskNotice(waiting)) return addTaskNotices(context, waiting);
  const known = type !== null && metaTypes.has(type);
  const subtype = type === 'progress' ? (toText(toObject(value.data)?.type) ?? type) : type;
  addRecord(context, 'meta', known ? (toOwnText(value) ?? toPayload(value)) : toJson(value).slice(0, payloadChars), {
    subtype,
    unknown: !known,
  });
};

/** A prompt that waited in the queue; notices of background tasks wait there too. */
const isTyped = (attachment: JsonObject): boolean =>
  attachment.isMeta !== true &&
  (attachment.commandMode === undefined || attachment.commandMode === 'prompt' || attachment.commandMode === 'bash');

const toSystemText = (value: JsonObject, subtype: string | null): string => {
  const durationMs = toDurationMs(value.durationMs);
  return subtype === 'turn_duration' && durationMs !== null ? `Turn took ${(durationMs / 1000).toFixed(1)} s` : toPayload(value);
};

const toBoundaryText = (value: JsonObject, content: string | null): string => {
  const metadata = toObject(value.compactMetadata) ?? toObject(value.compact_metadata) ?? {};
  const before = toCount(metadata.preTokens) ?? toCount(metadata.pre_tokens);
  const details = [toText(metadata.trigger), before === null ? null : `${before} tokens before`].filter((part) => part !== null);
  const text = content ?? 'Conversation compacted';
  return details.length === 0 ? text : `${text} (${details.join(', ')})`;
};

const toAttachmentText = (attachment: JsonObject): string => {
  const { content } = attachment;
  const list = toList(content)?.every((part) => typeof part === 'string') ? toList(content)?.join('\n') : null;
  const error = toObject(attachment.blockingError)?.blockingError;
  const texts = [content, list, error, attachment.stdout, attachment.stderr].flatMap((part) => toText(part) || []);
  return texts.join('\n').trimEnd() || toPayload(attachment);
};

const toOwnText = (value: JsonObject): string | null =>
  [value.customTitle, value.aiTitle, value.summary, value.lastPrompt, value.permissionMode, value.content, value.prUrl]
    .map(toText)
    .find((text) => text !== null) ?? null;

const toPayload = (value: JsonObject): string => {
  const own = Object.entries(value).filter(([key, field]) => !envelope.has(key) && field !== null);
  return own.length === 0 ? '' : toJson(Object.fromEntries(own)).slice(0, payloadChars);
};
