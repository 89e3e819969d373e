import type { Outcome } from '../../domain/outcome-names.ts';
import type { OutcomeDraft } from '../format.ts';
import { toDurationMs, toExitCode, toList, toObject, toObjects, toText, type JsonObject } from '../narrow.ts';

/** Ways of not running, or not to the end. */
type Refusal = Extract<Outcome, 'rejected' | 'denied' | 'interrupted'>;

/** How results of calls that did not run, or not to their end, say who broke them off. */
const refusals: readonly (readonly [Refusal, RegExp])[] = [
  ['interrupted', /^\[Request interrupted by user/u],
  ['denied', /^Permission (?:to (?:use|read|edit|write)\b[^]*|for this action) (?:has been|was) (?:auto-)?denied\b/u],
  ['denied', /^Claude requested permissions to /u],
  ['denied', /^(?:Hook )?PreToolUse(?::[^\n]{1,200}?)? (?:hook (?:blocking )?error|hook stopped|denied this tool)\b/u],
  ['denied', /^Execution stopped by PreToolUse hook\b/u],
  ['denied', /^(?:Auto mode could not evaluate this action|[^\n]{1,200}, so auto mode cannot determine the safety of )/u],
  ['denied', /^[^\n]{1,2000} was blocked\. For security, Claude Code may only /u],
  ['denied', /^File is in a (?:directory|file) that is denied by your permission settings\b/u],
];

/** Results that the client gives for several ways of not running: its fields are more exact. */
const vagueRefusals: readonly (readonly [Refusal, RegExp])[] = [
  ['rejected', /^The user doesn't want to (?:proceed|take this action)/u],
  ['denied', /^(?:This Bash command contains multiple operations\. )?(?:This command|The following parts?) requires? approval\b/u],
];

const maxRefusalChars = 4_096;

const findRefusal = (text: string, patterns: typeof refusals): Refusal | null => {
  const start = text.slice(0, maxRefusalChars).replace(/^(?:<tool_use_error>|Error: )+/u, '');
  return patterns.find(([, pattern]) => pattern.test(start))?.[0] ?? null;
};

/** Why a failed call did not run, or not to its end, from the text of its result; null: the call ran, and failed. */
export const toRefusal = (text: string): Refusal | null => findRefusal(text, [...refusals, ...vagueRefusals]);

/** Whether a result only says that the command or agent goes on in the background. */
const runsOn = (fields: JsonObject, text: string): boolean =>
  toText(fields.backgroundTaskId) !== null ||
  fields.status === 'async_launched' ||
  /^(?:Command running in background with ID: |Async agent launched successfully)/u.test(text);

/** How the client words the error of a service. */
const serviceError = /^API Error(?:: (?:\d{3}\b|[A-Z][\w ]{0,80}error\b|Request |Connection )| \([^)\n]{1,200}\)|: *\{)/u;

/** Lines of a subagent's result beside its answer: the rest of the error's JSON, the agent's id, and what it used. */
const besideAnswer = /^(?:$|[[\]{}"]|agentId: |<\/?usage>|\w{1,40}: \d)/u;

/** Whether all that a subagent gave is the error of a service; an answer about errors goes on behind it. */
const isServiceError = (fields: JsonObject, text: string): boolean => {
  if (fields.agentId === undefined && fields.totalToolUseCount === undefined && fields.totalTokens === undefined) return false;
  const [first = '', ...rest] = text.slice(0, maxRefusalChars).split('\n');
  return serviceError.test(first) && rest.every((line) => besideAnswer.test(line.trim()));
};

/** Kinds of a denial by which the client says who said no. Any other, of a later version, is a rule's: only a person's has its own name. */
const denialKinds: ReadonlyMap<string, Refusal> = new Map([
  ['user-rejected', 'rejected'],
  ['interrupted', 'interrupted'],
  ['cancelled', 'interrupted'],
]);

/** The denial of one result: of the line in a session's file, of the result in printed output. Null: there is none. */
const readDenial = (line: JsonObject, callId: string | null): Refusal | null => {
  const printed = toObjects(toList(line.tool_result_meta) ?? []).find(({ id }) => id === callId);
  const kind = toText(line.toolDenialKind) ?? toText(printed?.non_execution_kind);
  return kind === null || kind === '' ? null : (denialKinds.get(kind) ?? 'denied');
};

/** Whether a person's refusal may turn out to be an interruption: an Escape while the call ran has the same kind and text. */
export const isUndecided = (line: JsonObject, text: string, { outcome }: OutcomeDraft): boolean =>
  outcome === 'rejected' && line.toolDenialBeforeRun !== true && findRefusal(text, vagueRefusals) === 'rejected';

/**
 * How a call ended, by what is nearest to its execution: `toolDenialBeforeRun` and `interruptedMessageId`, then a text that says who
 * broke it off, then the kind of its denial, then other texts, then `is_error`. Unset, it is ok unless the detail beside it
 * (`toolUseResult`, null where it cannot be attributed to the call) says otherwise.
 */
export const toOutcome = (block: JsonObject, text: string, detail: unknown, line: JsonObject = {}): OutcomeDraft => {
  const fields = toObject(detail) ?? {};
  const known = { exitCode: readExitCode(fields, text, block.is_error === true), durationMs: readDurationMs(fields) };
  const denial = readDenial(line, toText(block.tool_use_id));
  const refusal = block.is_error === true ? findRefusal(text, refusals) : null;
  if (line.toolDenialBeforeRun !== true && toText(line.interruptedMessageId) !== null)
    return { outcome: 'interrupted', outcomeSource: 'flag', ...known };
  if (refusal !== null) return { outcome: refusal, outcomeSource: 'text', ...known };
  if (denial !== null) return { outcome: denial, outcomeSource: 'flag', ...known };
  const vague = block.is_error === true ? findRefusal(text, vagueRefusals) : null;
  if (vague !== null) return { outcome: vague, outcomeSource: 'text', ...known };
  if (block.is_error === true) return { outcome: 'error', outcomeSource: 'flag', ...known };
  if (runsOn(fields, text)) return { outcome: 'running', outcomeSource: 'flag' };
  if (isServiceError(fields, text)) return { outcome: 'error', outcomeSource: 'text', ...known };
  if (fields.interrupted === true) return { outcome: 'interrupted', outcomeSource: 'flag', ...known };
  if (block.is_error !== false && toText(detail)?.startsWith('Error: ')) return { outcome: 'error', outcomeSource: 'text', ...known };
  return { outcome: 'ok', outcomeSource: 'flag', ...known };
};

const readExitCode = (fields: JsonObject, text: string, failed: boolean): number | null => {
  const exitCode = toExitCode(fields.exitCode);
  if (exitCode !== null) return exitCode;
  const [, digits] = (failed && /^(?:Error: )?Exit code (\d{1,9})\b/u.exec(text.slice(0, 64))) || [];
  return digits === undefined ? null : Number(digits);
};

const readDurationMs = (fields: JsonObject): number | null => {
  const seconds = toDurationMs(fields.durationSeconds);
  return (
    toDurationMs(fields.durationMs) ?? toDurationMs(fields.totalDurationMs) ?? (seconds === null ? null : toDurationMs(seconds * 1000))
  );
};
