import type { ResultDraft } from '../format.ts';
import { toAmount, toObject, toText, type JsonObject } from '../narrow.ts';

type Ending = Omit<ResultDraft, 'nativeCallId'>;

/** Texts of a result that a person refused, as every version so far writes them. */
const rejections = ["The user doesn't want to proceed", "The user doesn't want to take this action", '[Request interrupted by user'];

/**
 * How a call ended. `is_error` decides: set, the call failed or a person refused it; unset, it went well unless the
 * detail beside it (`toolUseResult`, null where it cannot be attributed) says otherwise.
 */
export const toEnding = (block: JsonObject, text: string, detail: unknown): Ending => {
  const fields = toObject(detail) ?? {};
  const known = { exitCode: toExitCode(fields, text, block.is_error === true), durationMs: toDurationMs(fields) };
  if (block.is_error === true) {
    return rejections.some((start) => text.startsWith(start))
      ? { outcome: 'rejected', outcomeSource: 'text', ...known }
      : { outcome: 'error', outcomeSource: 'flag', ...known };
  }
  if (fields.interrupted === true) return { outcome: 'interrupted', outcomeSource: 'flag', ...known };
  if (block.is_error !== false && toText(detail)?.startsWith('Error: ')) return { outcome: 'error', outcomeSource: 'text', ...known };
  return { outcome: 'ok', outcomeSource: 'flag', ...known };
};

const toExitCode = (fields: JsonObject, text: string, failed: boolean): number | null => {
  if (Number.isSafeInteger(fields.exitCode)) return Number(fields.exitCode);
  const [, digits] = (failed && /^(?:Error: )?Exit code (\d{1,9})\b/u.exec(text.slice(0, 64))) || [];
  return digits === undefined ? null : Number(digits);
};

const toDurationMs = (fields: JsonObject): number | null => {
  const seconds = toAmount(fields.durationSeconds);
  return toAmount(fields.durationMs) ?? toAmount(fields.totalDurationMs) ?? (seconds === null ? null : toAmount(seconds * 1000));
};
