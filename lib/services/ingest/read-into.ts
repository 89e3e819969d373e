import type { Hash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { skippingCodes } from '../../domain/issue.ts';
import type { Format, LineReader } from '../../formats/format.ts';
import { readRange } from '../../sources/read-range.ts';
import type { SourceRow } from '../../store/rows.ts';
import type { Store } from '../../store/store.ts';
import { refuseChangedSnapshots } from '../trajectories/refuse-changed-snapshots.ts';
import { appendDrafts } from './append-drafts.ts';
import { decodeLines, type Decoded, type DecodedLines } from './decode-lines.ts';
import { largeFileBytes, type DecodeElsewhere, type ImportInput } from './import-input.ts';
import type { OpenSession } from './open-session.ts';
import { makePlacer, type PlaceCursor } from './place-drafts.ts';
import { redecodedLimits, type Redecoding } from './redecoding.ts';
import { makeSessionPool, type Compared, type SessionPool } from './session-pool.ts';
import { hashRange } from './fingerprint.ts';

export type ReadTarget = {
  store: Store;
  source: SourceRow;
  format: Format;
  input: ImportInput;
  decodeElsewhere?: DecodeElsewhere | undefined;
  /** Secrets are replaced before anything is stored. */
  redacts: boolean;
  /** Comparison of the source's snapshots with the stored ones. */
  compared?: Compared | undefined;
  /** Set if an older decoder stored the source, whose rows are then replaced in place. */
  redecoding?: Redecoding | undefined;
};

export type ReadOutcome = {
  source: SourceRow;
  sessions: OpenSession[];
  newRecords: number;
  pendingTail: boolean;
  cancelled: boolean;
  /** Hash of the first `source.offset` bytes, where it is at hand. */
  prefix: Hash | null;
};

/** Kept with a file: the state of its format's reader, and where each of its sessions stands. */
export type SourceState = { reader: unknown; sessions: Record<string, PlaceCursor>; openLine: boolean };

/** Where the reading of a source goes on at `offset`. Written by this file alone, from this very type. */
const readState = ({ state }: SourceRow, offset: number): SourceState =>
  (offset > 0 ? (state as SourceState | null) : null) ?? { reader: undefined, sessions: {}, openLine: false };

/** Reads a file of lines from `start` on. */
export const readLinesInto = async (
  target: ReadTarget,
  file: FileHandle,
  start: { offset: number; hash: Hash | undefined },
): Promise<ReadOutcome> => {
  const resumed = readState(target.source, start.offset);
  const outcome = await storeLines(target, decode(target, file, start, resumed), { isFirst: start.offset === 0 });
  if (start.hash) {
    outcome.prefix = start.hash.copy();
    await hashRange(file, outcome.prefix, start.offset, outcome.source.offset);
  }
  return outcome;
};

/** Stores what is decoded of a file, one transaction a batch, the offset in it. `isFirst`: from its beginning. */
export const storeLines = async (
  target: ReadTarget,
  batches: AsyncIterable<DecodedLines>,
  { isFirst }: { isFirst: boolean } = { isFirst: true },
): Promise<ReadOutcome> => {
  const { input } = target;
  const pool = makePool(target);
  const outcome: ReadOutcome = { source: target.source, sessions: [], newRecords: 0, pendingTail: false, cancelled: false, prefix: null };
  let calls = 0;
  let isNext = isFirst;
  for await (const decoded of batches) {
    outcome.pendingTail = decoded.tail === 'pending';
    const source = advance(outcome.source, decoded, target.source.bytes);
    const toState = (): SourceState => ({ reader: decoded.reader, sessions: decoded.cursors, openLine: decoded.tail === 'read' });
    const appended = await appendBatch(target.store, pool, source, decoded, { toState, isFirst: isNext });
    isNext = false;
    outcome.source = appended.source;
    outcome.newRecords += appended.newRecords;
    calls += appended.newCalls;
    input.onProgress({ bytesRead: outcome.source.offset, bytes: outcome.source.bytes, records: outcome.newRecords, toolCalls: calls });
    outcome.cancelled = input.signal.aborted && decoded.fileSha256 === null;
    if (outcome.cancelled) break;
  }
  outcome.sessions = pool.all();
  return outcome;
};

/** Large files that are read from their beginning are decoded in another thread, where there is one. */
const decode = (
  { store, source, format, input, decodeElsewhere, redecoding, redacts }: ReadTarget,
  file: FileHandle,
  start: { offset: number; hash: Hash | undefined },
  resumed: SourceState,
): AsyncIterable<DecodedLines> => {
  // Rows that cannot be indexed now are indexed after the import: that is no fault of the file.
  const indexSome = () =>
    store.indexSome().then(
      (rows) => rows > 0,
      () => false,
    );
  if (decodeElsewhere && start.offset === 0 && source.bytes >= largeFileBytes)
    return decodeElsewhere(
      { fd: file.fd, file: input.file, bytes: source.bytes, formatId: format.id, path: input.path, redacts },
      indexSome,
    );
  const { reader, line } = continueReading({ source, format, input }, resumed);
  const bytes = readRange(file.fd, start.offset, source.bytes);
  return decodeLines(bytes, reader, makePlacer({ sourceId: source.id, family: format.agent.id }, resumed.sessions), {
    offset: start.offset,
    line,
    redacts,
    file: input.file,
    repeats: format.repeats ?? false,
    ...(redecoding && { limits: redecodedLimits }),
    ...(start.hash && { hash: start.hash.copy() }),
  });
};

/** The reader of a file of lines, as it was left, and how many lines it read. */
export const continueReading = (
  { source, format, input }: Pick<ReadTarget, 'source' | 'format' | 'input'>,
  resumed: Pick<SourceState, 'reader' | 'openLine'>,
): { reader: LineReader; line: number } => {
  const reader = format.openLines?.({ path: input.path }, resumed.reader);
  if (!reader) throw new Error(`Format ${format.id} has the shape of lines but reads none`);
  return { reader, line: Math.max(0, source.lines - (resumed.openLine ? 1 : 0)) };
};

/** The sessions that a file is read into. */
export const makePool = ({ store, format, input, redecoding, compared }: ReadTarget): SessionPool =>
  makeSessionPool(
    store,
    { family: format.agent.id, format: format.companionOf ?? format.id, synthetic: input.synthetic },
    { redecoding, compared },
  );

/** Appends a batch, with where the file stands after it. */
export const appendBatch = async (
  store: Store,
  pool: SessionPool,
  source: SourceRow,
  given: Decoded,
  /** `toState`: what continues the reading, asked for once the batch's sessions are open. `isFirst`: the file is read from its beginning. */
  { toState, isFirst }: { toState: () => unknown; isFirst: boolean },
) => {
  const decoded = await refuseChangedSnapshots(store, given, pool.repeated);
  const next: SourceRow = { ...source };
  // Until it was decoded again whole, a source stands in the store as it was read before: then that can begin anew at any moment.
  const stored = pool.redecoding ? { ...pool.redecoding.source } : next;
  const onPlaced = () => {
    next.state = toState();
    const sessionIds = pool.all().map((session) => session.id);
    next.sessionIds = [...new Set([...source.sessionIds, ...sessionIds])];
    if (stored !== next) stored.sessionIds = [...new Set([...stored.sessionIds, ...sessionIds])];
  };
  const appended = await appendDrafts(store, pool, stored, decoded, { onPlaced, isFirst: isFirst && !pool.redecoding });
  return { source: next, ...appended };
};

/** Where the source stands after a batch; with the last one, its `sha256` too. */
const advance = (source: SourceRow, { drafts, unknownRecords, ...at }: DecodedLines, bytes: number): SourceRow => ({
  ...source,
  bytes,
  offset: at.offset ?? bytes,
  offsetSha256: at.offsetSha256 ?? at.fileSha256,
  sha256: at.fileSha256,
  lines: at.line,
  skippedLines: source.skippedLines + drafts.issues.filter((issue) => skippingCodes.includes(issue.code)).length,
  unknownRecords: source.unknownRecords + unknownRecords,
});
