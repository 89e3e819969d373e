import type { Line } from '../../formats/format.ts';
import { toLineHash } from '../../sources/lines.ts';
import type { RawChunk, SourceRow } from '../../store/rows.ts';
import type { Store } from '../../store/store.ts';
import { redecodedLimits } from './redecoding.ts';

const { batchLines } = redecodedLimits;
const batchBytes = 640 * 1024;
/** Runs of lines that are held decompressed: sessions of one file lie between each other. */
const maxOpenChunks = 16;

/** `isAside`: the source was written anew since, and has another line there now. */
type Place = { offset: number; sessionId: string; firstOffset: number; index: number; isAside: boolean };
type OpenChunk = Pick<RawChunk, 'starts' | 'hashes'> & { bytes: Buffer };

/**
 * The lines of a source that are kept in the archive, in order, in batches. Lines of which no record was made are not kept; where
 * no record names a line's number, it follows the one before.
 */
export async function* readStoredLines(store: Store, source: Pick<SourceRow, 'id'>): AsyncGenerator<Line[]> {
  const places = await listPlaces(store, source.id);
  const known = await store.listStoredLines(source.id);
  const open = new Map<string, OpenChunk>();
  let batch: Line[] = [];
  let bytes = 0;
  let number = 0;
  for (const place of places) {
    const chunk = await openChunk(store, source.id, place, open);
    const text = readLine(chunk, place.index);
    const lines = known.get(place.offset) ?? [];
    const before = number;
    // The hash of the line in its file, which differs where secrets were replaced.
    const given = chunk.hashes?.[place.index] ?? (lines.length === 1 && !place.isAside ? lines[0]?.hash : undefined);
    const hash = given ?? toLineHash(text);
    number = (lines.find((line) => line.hash === hash) ?? (lines.length === 1 ? lines[0] : undefined))?.number ?? number + 1;
    // A line's number tells it from others of its batch.
    if (number <= before && batch.length > 0) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push({ number, offset: place.offset, bytes: text.length, text: text.toString(), hash });
    bytes += text.length;
    if (batch.length < batchLines && bytes < batchBytes) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

/** Each line once, whichever of its sessions keeps it; first what the source held before it was written anew. */
const listPlaces = async (store: Store, sourceId: string): Promise<Place[]> => {
  const aside: Place[] = [];
  const places = new Map<number, Place>();
  for (const { sessionId, firstOffset, offsets } of await store.listRawChunks(sourceId)) {
    const isAside = firstOffset < 0;
    for (const [index, offset] of offsets.entries()) {
      const place = { offset, sessionId, firstOffset, index, isAside };
      if (isAside) aside.push(place);
      else places.set(offset, place);
    }
  }
  return [...aside, ...[...places.values()].sort((a, b) => a.offset - b.offset)];
};

const openChunk = async (store: Store, sourceId: string, place: Place, open: Map<string, OpenChunk>): Promise<OpenChunk> => {
  const key = `${place.sessionId} ${place.firstOffset}`;
  const known = open.get(key);
  if (known) return known;
  const stored = await store.readRawChunk(place.sessionId, sourceId, place.firstOffset);
  const chunk = stored ?? { starts: [], hashes: null, bytes: Buffer.alloc(0) };
  open.set(key, chunk);
  const oldest = open.keys().next();
  if (open.size > maxOpenChunks && !oldest.done) open.delete(oldest.value);
  return chunk;
};

const readLine = ({ starts, bytes }: OpenChunk, index: number): Buffer => bytes.subarray(starts[index], starts[index + 1]);
