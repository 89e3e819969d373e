import { parseJson } from '../../domain/parse-json.ts';
import type { Line } from '../../formats/format.ts';
import { redactJson } from '../../redaction/redact-json.ts';
import { redact } from '../../redaction/redact.ts';

/** JSON with the secrets in its values replaced; other text, and JSON over the limits of `parseJson`, as it is but for its secrets. */
export const redactText = (text: string): string => {
  try {
    parseJson(text);
  } catch {
    return redact(text);
  }
  return redactJson(text);
};

/**
 * A line without secrets. It keeps the hash, the place and the length that it has in its file, so that its records keep their ids and
 * the file is read on as before.
 */
export const redactLine = <Some extends Pick<Line, 'text'>>(line: Some): Some => {
  const text = redactText(line.text);
  return text === line.text ? line : { ...line, text, isAscii: false };
};
