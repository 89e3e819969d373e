import type { OutcomeDraft } from '../format.ts';
import { toDurationMs, toExitCode, toJson, toName, toObject, toText, type JsonObject } from '../narrow.ts';

/** How a call ended, from an event or a message. */
export type ToolEnd = {
  name: string | null;
  /** Usually `{success, output, error}`; anything else is output. */
  result: unknown;
  /** Given beside the result. */
  error: unknown;
  status: unknown;
  durationMs: unknown;
};

const outcomesByStatus: Readonly<Record<string, OutcomeDraft['outcome']>> = {
  ok: 'ok',
  success: 'ok',
  completed: 'ok',
  error: 'error',
  failed: 'error',
  timeout: 'error',
  denied: 'denied',
  rejected: 'rejected',
  cancelled: 'interrupted',
  canceled: 'interrupted',
};

const isGiven = (value: unknown): boolean => value !== null && value !== undefined && value !== '' && value !== false;

/** Answer of hooks that keep a tool from running. They also pass on a person's answer, in words alone. */
const hookDenial = /^(?:Error: )?Denied by hook\b(?<reason>[^\n]{0,200})/iu;
const byPerson =
  /\b(?:user|person|human|operator)\b[^.]{0,40}\b(?:denied|declined|rejected|refused|said no)\b|\b(?:denied|declined|rejected|refused) by (?:the )?(?:user|person|human|operator)\b/iu;

const toRefusal = (end: ToolEnd): OutcomeDraft['outcome'] | null => {
  const reason = hookDenial.exec(toResultText(end))?.groups?.reason;
  if (reason === undefined) return null;
  return byPerson.test(reason) ? 'rejected' : 'denied';
};

/** A hook's denial decides, then the flag of the result, then an error, then the status of the line; without any it is unknown. */
export const toOutcome = (end: ToolEnd): OutcomeDraft => {
  const { result, error, status, durationMs } = end;
  const fields = toObject(result);
  const code = toObject(fields?.output)?.returncode ?? toObject(fields?.output)?.exit_code;
  const known = { exitCode: toExitCode(code), durationMs: toDurationMs(durationMs) };
  const refusal = toRefusal(end);
  if (refusal !== null) return { outcome: refusal, outcomeSource: 'text', ...known };
  if (typeof fields?.success === 'boolean') return { outcome: fields.success ? 'ok' : 'error', outcomeSource: 'flag', ...known };
  if (isGiven(error) || isGiven(fields?.error)) return { outcome: 'error', outcomeSource: 'flag', ...known };
  const key = toName(status, 32)?.toLowerCase() ?? '';
  const outcome = Object.hasOwn(outcomesByStatus, key) ? outcomesByStatus[key] : undefined;
  if (outcome !== undefined) return { outcome, outcomeSource: 'flag', ...known };
  return { outcome: 'unknown', outcomeSource: 'none', ...known };
};

/** The output of a call, after its error message. */
export const toResultText = ({ result, error }: ToolEnd): string => {
  const fields = toObject(result);
  const isEnvelope = fields !== null && ('output' in fields || 'success' in fields || 'error' in fields);
  const failure = toFailureText(isGiven(error) ? error : isEnvelope ? fields.error : null);
  const output = toOutputText(isEnvelope ? fields.output : result);
  return [failure, output === failure ? '' : output].filter((text) => text !== '').join('\n');
};

const toFailureText = (error: unknown): string =>
  isGiven(error) ? (toText(error) ?? toText(toObject(error)?.message) ?? toText(toObject(error)?.msg) ?? toJson(error)) : '';

/** The streams of a command, the content of a file; anything else as JSON text. */
const toOutputText = (output: unknown): string => {
  if (output === null || output === undefined) return '';
  const fields = toObject(output);
  const streams = [fields?.stdout, fields?.stderr].flatMap((text) => toText(text) || []);
  if (streams.length > 0) return streams.join('\n');
  return toText(output) ?? toText(fields?.content) ?? toText(fields?.response) ?? toJson(output);
};

const delegating = new Set(['delegate', 'task', 'spawn_agent']);

/** Native id of the session that a call to another agent ran in. */
export const toChildId = ({ name, result }: ToolEnd): string | null => {
  if (name === null || !delegating.has(name)) return null;
  const fields: JsonObject = toObject(result) ?? {};
  return toName(toObject(fields.output)?.session_id, 512) ?? toName(fields.session_id, 512);
};
