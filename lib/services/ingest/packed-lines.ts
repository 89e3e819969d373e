import type { Line, RecordDraft } from '../../formats/format.ts';
import { groupBy } from '../../session/group-by.ts';
import { compress } from '../../store/compress.ts';
import { packParts } from '../../store/raw-parts.ts';
import type { RawChunk } from '../../store/rows.ts';

/** Lines of one session, by its native id, compressed together. */
export type PackedLines = Omit<RawChunk, 'sessionId' | 'sourceId'> & { session: string };

/** Compresses the lines of which records were made, those of each session together, beside what this thread does. */
export const packLines = async (records: readonly RecordDraft[], lines: readonly Line[], repeats: boolean): Promise<PackedLines[]> => {
  const byNumber = new Map(lines.map((line) => [line.number, line]));
  const runs = [...groupBy(records, (record) => record.session)].map(([session, ones]) => {
    const hashOf = new Map(ones.map((record) => [record.line, record.lineHash]));
    return packRun(
      session,
      [...hashOf.keys()].flatMap((number) => byNumber.get(number) ?? []),
      hashOf,
      repeats,
    );
  });
  return (await Promise.all(runs)).flat();
};

/** Replacement in a stored line for bytes that are not UTF-8, or for a secret. */
const replacement = /\uFFFD|\[redacted: /u;

const packRun = async (
  session: string,
  lines: readonly Line[],
  hashOf: ReadonlyMap<number, string>,
  repeats: boolean,
): Promise<PackedLines[]> => {
  const first = lines[0];
  if (!first) return [];
  const sizes = lines.map((line) => (line.isAscii ? line.bytes : Buffer.byteLength(line.text)));
  const rawBytes = sizes.reduce((total, size) => total + size, 0);
  const bytes = Buffer.allocUnsafeSlow(rawBytes);
  const starts: number[] = [];
  let at = 0;
  for (const [index, line] of lines.entries()) {
    starts.push(at);
    bytes.write(line.text, at, line.isAscii ? 'latin1' : 'utf8');
    at += sizes[index] ?? 0;
  }
  const hashes = lines.map((line) => {
    const isStoredAsHashed = hashOf.get(line.number) === line.hash && (line.isAscii || !replacement.test(line.text));
    return isStoredAsHashed ? null : (hashOf.get(line.number) ?? null);
  });
  const offsets = lines.map((line) => line.offset);
  const packed = repeats ? packParts(bytes, starts) : { data: await compress(bytes) };
  return [
    {
      session,
      firstOffset: first.offset,
      offsets,
      starts,
      hashes: hashes.some((hash) => hash !== null) ? hashes : null,
      rawBytes,
      ...packed,
    },
  ];
};
