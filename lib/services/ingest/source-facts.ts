import type { Format } from '../../formats/format.ts';
import { formats } from '../../formats/registry.ts';
import { sourceIdOf } from '../../session/ids.ts';
import type { SourceRow, Store } from '../../store/store.ts';

/** What tells a file from another state of it without a look at its bytes. */
export type FileFacts = { bytes: number; mtimeMs: number; inode: string };

/** Unchanged without a look at the bytes: same size, same file, same time of change. */
export const isUntouched = (known: SourceRow, facts: FileFacts): boolean =>
  known.bytes === facts.bytes && known.mtimeMs === facts.mtimeMs && known.inode === facts.inode;

/** The same bytes under another path. Documents may mean something else there, as companions of another file. */
export const findCopy = async (store: Store, sha256: string): Promise<SourceRow | null> => {
  const copy = await store.findSourceBySha256(sha256);
  return copy && formats.some((format) => format.id === copy.format && format.shape === 'lines') ? copy : null;
};

/** A file of which nothing was read yet. */
export const makeSource = (path: string, format: Format, facts: FileFacts): SourceRow => ({
  id: sourceIdOf(path),
  path,
  format: format.id,
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
