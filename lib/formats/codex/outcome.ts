import { parseJson } from '../../domain/parse-json.ts';
import { toDurationMs, toExitCode, toList, toObject, toObjects, toText, type JsonObject } from '../narrow.ts';
import { toContent } from './content.ts';
import type { OutcomeDraft } from '../format.ts';

/** Characters at the start of an output in which Codex reports how the call ended. */
const headerChars = 400;

const unknownOutcome: OutcomeDraft = { outcome: 'unknown', outcomeSource: 'none' };

/** An outcome by exit code: 0 is ok, anything else an error. */
export const ofExitCode = (exitCode: number, durationMs: number | null = null): OutcomeDraft => ({
  outcome: exitCode === 0 ? 'ok' : 'error',
  outcomeSource: 'exit_code',
  exitCode,
  durationMs,
});

/** An outcome by a flag of the source. */
export const ofFlag = (succeeded: boolean, durationMs: number | null = null): OutcomeDraft => ({
  outcome: succeeded ? 'ok' : 'error',
  outcomeSource: 'flag',
  durationMs,
});

/** `{secs, nanos}` or a text such as `1.5s`. */
export const readDurationMs = (value: unknown): number | null => {
  const parts = toObject(value);
  const seconds = toDurationMs(parts?.secs);
  if (seconds !== null) return toDurationMs(Math.round(seconds * 1000 + (toDurationMs(parts?.nanos) ?? 0) / 1e6));
  const [, number, unit] = /^([\d.]{1,12})(ms|s)$/u.exec(toText(value) ?? '') ?? [];
  return number === undefined ? null : toDurationMs(Number(number) * (unit === 's' ? 1000 : 1));
};

/** A declined call: refused by a person, unless its output names a policy. */
const toDeclined = (payload: JsonObject, durationMs: number | null): OutcomeDraft => {
  const refusal = toRefusal(toText(payload.aggregated_output) ?? toStreams(payload));
  return { outcome: refusal ?? 'rejected', outcomeSource: refusal === null ? 'flag' : 'text', durationMs };
};

/** How a command ended, by the fields of its event or item; null if they have no outcome. */
export const toCommandOutcome = (payload: JsonObject): OutcomeDraft | null => {
  const durationMs = readDurationMs(payload.duration);
  if (payload.status === 'declined') return toDeclined(payload, durationMs);
  const exitCode = toExitCode(payload.exit_code);
  return exitCode === null ? null : ofExitCode(exitCode, durationMs);
};

/** How a patch or another tool ended, by a flag or a status; null if there is none. */
export const toFlagOutcome = (payload: JsonObject): OutcomeDraft | null => {
  const durationMs = readDurationMs(payload.duration);
  const { status } = payload;
  if (status === 'declined') return toDeclined(payload, durationMs);
  if (typeof payload.success === 'boolean') return ofFlag(payload.success, durationMs);
  if (status === 'completed' || status === 'failed') return ofFlag(status === 'completed', durationMs);
  return null;
};

export type Output = {
  text: string;
  attachments: ReturnType<typeof toContent>['attachments'];
  callOutcome: OutcomeDraft;
  /** How many exit codes a script printed; absent: it is no script's output. */
  printedCodes?: number;
};

/** An output in any of its shapes. It is ok only if the output shows it. */
export const toOutput = (output: unknown): Output => {
  const text = toText(output);
  const inner = text?.startsWith('{') ? parseObject(text) : null;
  const code = toExitCode(toObject(inner?.metadata)?.exit_code);
  if (inner && toText(inner.output) !== null && code !== null) {
    const seconds = toDurationMs(toObject(inner.metadata)?.duration_seconds);
    return {
      text: toText(inner.output) ?? '',
      attachments: [],
      callOutcome: ofExitCode(code, seconds === null ? null : toDurationMs(seconds * 1000)),
    };
  }
  const object = toObject(output);
  const content = toContent(object && 'content' in object ? object.content : output);
  if (typeof object?.success === 'boolean') return { ...content, callOutcome: ofFlag(object.success) };
  const texts = toObjects(toList(output) ?? toList(object?.content) ?? []).flatMap((part) => toText(part.text) ?? []);
  const codes = listPrintedCodes(texts);
  return { ...content, callOutcome: toPrintedOutcome(texts, codes) ?? toTextOutcome(content.text), printedCodes: codes.length };
};

/** How agents print an exit code that they were given: `exit_code=1`, `[exit 0]`. */
const printedCode = /^\W{0,3}exit(?:ed)?(?:[ _]?(?:code|status))?\W{1,3}(-?\d{1,9})\W?$/gimu;
const maxPrintedCharacters = 65_536;

/** Exit codes that a script printed: in results as JSON, alone or in a list, or on lines of their own. */
const listPrintedCodes = (texts: readonly string[]): number[] => {
  const isScript = texts[0]?.startsWith('Script ') === true;
  return texts.flatMap((text) => {
    const results = /^\s*[[{]/u.test(text) ? toObjects([readJson(text)].flat()) : [];
    const codes = results.map(({ exit_code: code }) => toExitCode(code)).filter((code) => code !== null);
    if (codes.length > 0) return codes;
    return isScript ? [...text.slice(0, maxPrintedCharacters).matchAll(printedCode)].map(([, code]) => Number(code)) : [];
  });
};

/** Output of a script: a header, then what the script printed. */
const toPrintedOutcome = (texts: readonly string[], codes: readonly number[]): OutcomeDraft | null => {
  if (texts[0]?.startsWith('Script failed')) return { outcome: 'error', outcomeSource: 'text' };
  if (codes.length === 0) return null;
  return ofExitCode(codes.find((code) => code !== 0) ?? 0, toWallTime(texts[0] ?? ''));
};

/**
 * Answers of Codex in place of an output if a call was not made. Only the text says who refused the call: the status is `declined` for all.
 */
const refusals: readonly (readonly [OutcomeDraft['outcome'], RegExp])[] = [
  [
    'rejected',
    /^(?:(?:exec command |patch )?rejected by user(?! approval settings)|user (?:rejected|cancelled) MCP tool call|user rejected)/iu,
  ],
  ['rejected', /^exec_command failed for [^]*Rejected\(\\?"rejected by user\b/u],
  ['denied', /^(?:exec_command failed for |CreateProcess|Rejected\(|`)[^]*rejected: blocked by policy\b/u],
  ['denied', /^(?:exec_command failed for [^]*|patch )?rejected\b[^\n]*; rejected by user approval settings\b/u],
  ['denied', /^(?:exec_command failed for [^]*Rejected\(\\?")?approval (?:required by policy|policy is \S{1,40} reject command)/u],
  ['denied', /^(?:(?:Command|Tool call) blocked by PreToolUse hook\b|This action was rejected (?:due to|by) )/u],
];

const maxRefusalChars = 4_096;

/** Who refused a call that was not made, as its output says; null: nobody did. */
const toRefusal = (text: string): OutcomeDraft['outcome'] | null => {
  const start = text.slice(0, maxRefusalChars).trimStart();
  return refusals.find(([, pattern]) => pattern.test(start))?.[0] ?? null;
};

const toTextOutcome = (text: string): OutcomeDraft => {
  const refusal = toRefusal(text);
  if (refusal !== null) return { outcome: refusal, outcomeSource: 'text' };
  const header = text.slice(0, headerChars);
  const [, digits] = /^(?:Process exited with code|Exit code:) (-?\d{1,9})\b/mu.exec(header) ?? [];
  const durationMs = toWallTime(header);
  if (digits !== undefined) return ofExitCode(Number(digits), durationMs);
  const [outcome] = outcomePatterns.find(([, pattern]) => pattern.test(header)) ?? [];
  return outcome === undefined ? { ...unknownOutcome, durationMs } : { outcome, outcomeSource: 'text', durationMs };
};

/** Beginnings of outputs that show how the call ended. */
const outcomePatterns: readonly (readonly [OutcomeDraft['outcome'], RegExp])[] = [
  ['running', /^(?:Chunk ID[^\n]*\n)?(?:Wall time[^\n]*\n)?(?:Process running with session ID|Script running with cell ID)/u],
  ['interrupted', /^(?:Wall time[^\n]*\n)?aborted(?: by user)?\b/iu],
  [
    'error',
    /^(?:error: |execution error|exec_command failed|write_stdin failed|failed to parse function arguments|unsupported call|apply_patch verification failed|Script failed)/iu,
  ],
  ['ok', /^(?:Success\. Updated the following files|Plan updated$)/u],
];

const toWallTime = (header: string): number | null => {
  const [, seconds] = /^Wall time:? ([\d.]{1,12}) seconds/mu.exec(header) ?? [];
  return seconds === undefined ? null : toDurationMs(Math.round(Number(seconds) * 1000));
};

const readJson = (text: string): unknown => {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
};

/** A JSON object; null for any other text. */
export const parseObject = (text: string): JsonObject | null => toObject(readJson(text));

/** Output of a command on both streams, as one text. */
export const toStreams = (payload: JsonObject): string => [payload.stdout, payload.stderr].flatMap((text) => toText(text) || []).join('\n');
