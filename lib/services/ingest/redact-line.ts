import type { Line } from '../../formats/format.ts';
import { redact } from '../../redaction/redact.ts';

/**
 * A line without secrets. It keeps the hash, the place and the length that it has in its file, so that its records keep their ids and
 * the file is read on as before.
 */
export const redactLine = <Some extends Pick<Line, 'text'>>(line: Some): Some => {
  const text = redact(line.text);
  return text === line.text ? line : { ...line, text, isAscii: false };
};
