import { toList, toObject, toText } from '../formats/narrow.ts';

/** How a call ended; `message` says why it failed. */
export type ToolOutcome = { isOk: boolean; message: string };

const ok: ToolOutcome = { isOk: true, message: '' };
const maxMessage = 200;

/**
 * How weakincentives judges the result of a call: `success` decides where it is given, whatever else says; a result that is no object is
 * a success; a flag, a standard error that is not blank, or a first text that starts with `error:` or `error -` is a failure.
 */
export const toToolOutcome = (result: unknown): ToolOutcome => {
  const fields = toObject(result);
  if (!fields) return ok;
  if ('success' in fields) return isTruthy(fields.success) ? ok : toFailure(toText(fields.message) ?? '');
  if (isTruthy(fields.isError) || isTruthy(fields.is_error)) return toFailure('Tool returned error');
  const stderr = toText(fields.stderr)?.trim() ?? '';
  if (stderr !== '') return toFailure(stderr);
  const first = toText(toObject(toList(fields.content)?.[0])?.text) ?? '';
  return /^error(?::| -)/iu.test(first) ? toFailure(first) : ok;
};

/** Cut by code points, as Python does. */
const toFailure = (message: string): ToolOutcome => ({
  isOk: false,
  message: Array.from(message.slice(0, 2 * maxMessage))
    .slice(0, maxMessage)
    .join(''),
});

/** As in Python, also 0 and what is empty are false. */
const isTruthy = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.length > 0;
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
};
