import { deflateRawSync } from 'node:zlib';
import type { Line, RecordDraft } from '../../formats/format.ts';
import { groupBy } from '../../session/group-by.ts';
import type { RawChunk } from '../../store/store.ts';

/** Lines of one session, by its native id, compressed together. */
export type PackedLines = Omit<RawChunk, 'sessionId' | 'sourceId'> & { session: string };

/** Fast rather than small: most of the gain comes from compressing many lines together. */
const deflateLevel = 1;

/** Compresses the lines of which records were made, those of each session together. */
export const packLines = (records: readonly RecordDraft[], lines: readonly Line[]): PackedLines[] => {
  const byNumber = new Map(lines.map((line) => [line.number, line]));
  return [...groupBy(records, (record) => record.session)].flatMap(([session, ones]) => {
    const numbers = new Set(ones.map((record) => record.line));
    return packRun(
      session,
      [...numbers].flatMap((number) => byNumber.get(number) ?? []),
    );
  });
};

const packRun = (session: string, lines: readonly Line[]): PackedLines[] => {
  const first = lines[0];
  if (!first) return [];
  const starts: number[] = [];
  const parts: Buffer[] = [];
  let at = 0;
  for (const line of lines) {
    const bytes = Buffer.from(line.text);
    starts.push(at);
    parts.push(bytes);
    at += bytes.length;
  }
  const data = deflateRawSync(Buffer.concat(parts, at), { level: deflateLevel });
  return [{ session, firstOffset: first.offset, offsets: lines.map((line) => line.offset), starts, data, rawBytes: at }];
};
