import type { Line } from '../../formats/format.ts';
import { redact, redactValue } from '../../redaction/redact.ts';

/** JSON with the secrets in its values replaced; other text as it is, but for its secrets. */
const redactJson = (text: string): string => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return redact(text);
  }
  const clean = redactValue(value);
  return clean === value ? text : JSON.stringify(clean);
};

/**
 * A line without secrets. It keeps the hash, the place and the length that it has in its file, so that its records keep their ids and
 * the file is read on as before.
 */
export const redactLine = <Some extends Pick<Line, 'text'>>(line: Some): Some => {
  const text = redactJson(line.text);
  return text === line.text ? line : { ...line, text, isAscii: false };
};
