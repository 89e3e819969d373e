import type { OutcomeDraft } from '../format.ts';
import { toDurationMs, toExitCode, toObject, toText, type JsonObject } from '../narrow.ts';

/** How results of rejected calls begin, in every version so far. */
const rejections = ["The user doesn't want to proceed", "The user doesn't want to take this action", '[Request interrupted by user'];

/** Values of `toolDenialKind` for a call that was cut off instead of denied. */
const interruptions = new Set(['interrupted', 'cancelled']);

/**
 * How a call ended. Fields of its line decide where they name an interruption or a person's denial, then `is_error`: set, the
 * call failed, or its text says that a person rejected it; unset, it is ok unless the detail beside it (`toolUseResult`, null
 * where it cannot be attributed to the call) says otherwise.
 */
export const toOutcome = (block: JsonObject, text: string, detail: unknown, line: JsonObject = {}): OutcomeDraft => {
  const fields = toObject(detail) ?? {};
  const known = { exitCode: readExitCode(fields, text, block.is_error === true), durationMs: readDurationMs(fields) };
  const denial = toText(line.toolDenialKind) ?? '';
  if (interruptions.has(denial) || toText(line.interruptedMessageId) !== null)
    return { outcome: 'interrupted', outcomeSource: 'flag', ...known };
  if (denial === 'user-rejected') return { outcome: 'rejected', outcomeSource: 'flag', ...known };
  if (block.is_error === true) {
    return rejections.some((start) => text.startsWith(start))
      ? { outcome: 'rejected', outcomeSource: 'text', ...known }
      : { outcome: 'error', outcomeSource: 'flag', ...known };
  }
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
