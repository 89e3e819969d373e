import type { LiveCall } from '../../domain/live-call.ts';
import { toContent } from '../../formats/claude-code/content-blocks.ts';
import { toRefusal } from '../../formats/claude-code/outcome.ts';
import { childIdOf } from '../../formats/claude-code/sidechains.ts';
import { toList, toName, toObject, toText, type JsonObject } from '../../formats/narrow.ts';
import { hookEvents, type HookEvent } from './hook-settings.ts';

/** A Claude Code hook event, narrowed; fields that a version does not send are null. */
export type HookPayload = {
  event: HookEvent;
  sessionId: string;
  agentId: string | null;
  transcriptPath: string | null;
  agentTranscriptPath: string | null;
  cwd: string | null;
  /** Call of `PostToolUse` and `PostToolUseFailure`. */
  call: LiveCall | null;
  /** Prompt of `UserPromptSubmit`. */
  prompt: string | null;
};

/** Reads an event; null for an event that the hook does not handle. Throws if it names no session. */
export const toHookPayload = (value: unknown): HookPayload | null => {
  const payload = toObject(value);
  if (!payload) throw new Error('The event is not a JSON object.');
  const event = hookEvents.find((one) => one === payload.hook_event_name);
  if (!event) return null;
  const sessionId = toName(payload.session_id, 256);
  if (sessionId === null) throw new Error(`The event ${event} has no session_id.`);
  return {
    event,
    sessionId,
    agentId: toName(payload.agent_id, 128),
    transcriptPath: toName(payload.transcript_path, 4096),
    agentTranscriptPath: toName(payload.agent_transcript_path, 4096),
    cwd: toName(payload.cwd, 4096),
    call: toCall(event, payload),
    prompt: event === 'UserPromptSubmit' ? toText(payload.prompt) : null,
  };
};

/** Native id of the session that an event belongs to: a subagent's is its own. */
export const toNativeId = (sessionId: string, agentId: string | null): string =>
  agentId === null ? sessionId : childIdOf(sessionId, agentId);

const toCall = (event: HookEvent, payload: JsonObject): LiveCall | null => {
  const name = toName(payload.tool_name, 256);
  if (name === null || (event !== 'PostToolUse' && event !== 'PostToolUseFailure')) return null;
  const id = toName(payload.tool_use_id, 256);
  return { ...(id !== null && { id }), name, input: payload.tool_input ?? {}, exitCode: null, ...toOutcomeOverride(event, payload) };
};

const toOutcomeOverride = (event: HookEvent, payload: JsonObject): Pick<LiveCall, 'outcome' | 'result'> => {
  if (event === 'PostToolUseFailure') {
    const result = toText(payload.error) ?? toResult(payload.tool_response ?? '');
    const outcome = payload.is_interrupt === true ? 'interrupted' : (typeof result === 'string' && toRefusal(result)) || 'error';
    return { outcome, result };
  }
  const isInterrupted = toObject(payload.tool_response)?.interrupted === true;
  return { outcome: isInterrupted ? 'interrupted' : 'ok', result: toResult(payload.tool_response ?? '') };
};

/** The result as the transcript will show it if its form is known; else its JSON. */
const toResult = (response: unknown): unknown => {
  if (typeof response === 'string') return response;
  if (toList(response)) return toContent(response).text;
  const fields = toObject(response) ?? {};
  const streams = [fields.stdout, fields.stderr].flatMap((one) => toText(one) ?? []);
  if (streams.length > 0)
    return streams
      .map((one) => one.trimEnd())
      .filter((one) => one !== '')
      .join('\n');
  return toList(fields.content) ? toContent(fields.content).text : response;
};
