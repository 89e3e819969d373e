import type { BigIntStats } from 'node:fs';
import type { Format } from '../../formats/format.ts';
import { formats } from '../../formats/registry.ts';
import { sourceIdOf } from '../../session/ids.ts';
import type { SourceRow } from '../../store/rows.ts';
import type { Store } from '../../store/store.ts';

/** File facts that change with its content, without reading it; and whether that was packed in a debug bundle. */
export type FileFacts = { bytes: number; mtimeMs: number; inode: string; isBundle?: boolean };

export const toFileFacts = ({ size, mtimeMs, dev, ino }: BigIntStats): FileFacts => ({
  bytes: Number(size),
  mtimeMs: Number(mtimeMs),
  inode: `${dev}:${ino}`,
  isBundle: false,
});

/** When the file of a source was last written: unknown for an upload, whose bytes lie in a copy of our own. */
export const toWrittenAtMs = ({ file, path }: { file: string; path: string }, { mtimeMs }: FileFacts): number | null =>
  file === path ? mtimeMs : null;

/** Decoded by another version of its format than runs now, or by a format that is no longer read. */
export const isOutdated = (
  { format, formatVersion }: { format: string | null; formatVersion: number | null },
  registry: readonly Format[] = formats,
): boolean => {
  const current = registry.find(({ id }) => id === format);
  return current !== undefined && current.version !== formatVersion;
};

/** Unchanged without a look at the bytes: same size, same file, same time of change. */
export const isSameFile = (known: Pick<SourceRow, 'bytes' | 'mtimeMs' | 'inode'>, facts: FileFacts): boolean =>
  known.bytes === facts.bytes && known.mtimeMs === facts.mtimeMs && known.inode === facts.inode;

/** The same bytes under another path. Documents may mean something else there, as companions of another file. */
export const findCopy = async (store: Store, sha256: string): Promise<SourceRow | null> => {
  const copy = await store.findSourceBySha256(sha256);
  return copy && formats.some((format) => format.id === copy.format && format.shape === 'lines') ? copy : null;
};

/** A file of which nothing was read yet. */
export const makeSource = (input: { file: string; path: string }, format: Format, facts: FileFacts): SourceRow => ({
  id: sourceIdOf(input.path),
  path: input.path,
  format: format.id,
  formatVersion: format.version,
  writtenAtMs: toWrittenAtMs(input, facts),
  isBundle: false,
  ...facts,
  sha256: null,
  offset: 0,
  offsetSha256: null,
  lines: 0,
  state: null,
  skippedLines: 0,
  unknownRecords: 0,
  sessionIds: [],
});
