import { deflateRawSync } from 'node:zlib';
import type { Line } from '../../formats/format.ts';
import type { RawChunk } from '../../store/store.ts';

/** Fast rather than small: most of the gain comes from compressing many lines together. */
const deflateLevel = 1;

/** Compresses consecutive lines of one session and file together; null for none. */
export const toRawChunk = (sessionId: string, sourceId: string, lines: readonly Line[]): RawChunk | null => {
  const first = lines[0];
  if (!first) return null;
  const starts: number[] = [];
  const parts: Buffer[] = [];
  let at = 0;
  for (const line of lines) {
    const bytes = Buffer.from(line.text);
    starts.push(at);
    parts.push(bytes);
    at += bytes.length;
  }
  return {
    sessionId,
    sourceId,
    firstOffset: first.offset,
    offsets: lines.map((line) => line.offset),
    starts,
    data: deflateRawSync(Buffer.concat(parts, at), { level: deflateLevel }),
    rawBytes: at,
  };
};
