import type { Hash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import type { FileResult } from '../../domain/import.ts';
import type { Format } from '../../formats/format.ts';
import { detectFormat, formats, type Refusal } from '../../formats/registry.ts';
import { readFileHead } from '../../sources/file-head.ts';
import { isDatabaseFile, readHeader } from '../../sources/sqlite-snapshot.ts';
import { isZipFile, unpackBundle, type UnpackedBundle } from '../../sources/unpack-bundle.ts';
import { findPacking, unpackFile } from '../../sources/unpack-file.ts';
import type { SourceRow } from '../../store/rows.ts';
import type { Store } from '../../store/store.ts';
import { toFailure } from './to-failure.ts';
import { compareWithStored } from '../trajectories/compare-with-stored.ts';
import { withFlaws } from '../trajectories/list-flaws.ts';
import { settleTrajectories } from '../trajectories/settle-trajectories.ts';
import { completeResult, makeRefusedResult, refuse, refuseDeleted } from './file-result.ts';
import { digestOf, hashPrefix, hashRange } from './fingerprint.ts';
import { importDatabase } from './import-database.ts';
import type { DecodedLines } from './decode-lines.ts';
import type { ImportDeps, ImportInput } from './import-input.ts';
import { isOutOfOrder } from './open-session.ts';
import { readDocumentInto } from './read-document-into.ts';
import { redecodeSource } from './redecode-source.ts';
import { readLinesInto, storeLines, type ReadOutcome, type ReadTarget } from './read-into.ts';
import { readSnapshots } from './read-snapshots.ts';
import { rederiveSession } from './rederive.ts';
import { findCopy, isOutdated, isSameFile, makeSource, toFileFacts, toWrittenAtMs, type FileFacts } from './source-facts.ts';

/**
 * Reads one file into the archive. Whatever the content, the answer is a result: refused, failed, cancelled, unchanged,
 * partial or imported. Stored data is consistent at any moment; the next import goes on from there. Bytes that were read before (same path
 * and a prefix with the same sha256, or the same bytes under any path) are not read again.
 */
export const importFile = async (given: ImportDeps, input: ImportInput, begun: Begun | null = null): Promise<FileResult> => {
  const deps = input.restoresDeleted ? { ...given, store: withRestoring(given.store) } : given;
  let file: FileHandle | null = null;
  let bytes = begun?.facts.bytes ?? 0;
  try {
    if (begun?.redacts === (deps.redacts?.() ?? false) && (await isNew(deps.store, input.path, begun)))
      return await readBegun(deps, input, begun);
    // A pipe that nobody writes to does not hold the import up.
    file = await open(input.file, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = await file.stat({ bigint: true });
    bytes = Number(stats.size);
    if (input.restoresDeleted) await deps.store.restoreFile(input.path);
    else if ((await deps.store.findDeleted(input.path))?.isWhole) return refuseDeleted(input, bytes);
    const known = await deps.store.findSource(input.path);
    const isRedecoded = known !== null && isOutdated(known, deps.formats) && (await redecodeSource(deps, known, input)).isDone;
    if (!stats.isFile()) return refuse(input, bytes, 'unreadable', 'This is not a regular file.');
    if (bytes === 0) return refuse(input, 0, 'empty_file', 'The file is empty: there is nothing to read yet.');
    const result = await importAny(deps, input, file, toFileFacts(stats));
    if (result.unchanged && result.sourceId !== null && input.descriptor) await describeSnapshots(deps, input, result.sourceId);
    return await withFlaws(deps.store, asRead(result, known !== null, isRedecoded));
  } catch (error) {
    return toFailure(input, bytes, error);
  } finally {
    begun?.skip();
    await file?.close();
  }
};

const importAny = async (deps: ImportDeps, input: ImportInput, file: FileHandle, facts: FileFacts) => {
  if (await isDatabaseFile(file)) return importDatabase(deps, input, await readHeader(file));
  const packing = await findPacking(file);
  if (packing) {
    const unpack: Unpack = async (packed, signal) => ({ file: await unpackFile(packed, packing, signal), bundle: null });
    return importPacked(deps, input, file, facts, unpack);
  }
  if (await isZipFile(file)) return importPacked(deps, input, file, facts, unpackSessions);
  return importOpenFile(deps, input, file, facts);
};

/** A file that is being decoded before its turn to be stored. `first`: its first batch; `batches`: all. */
export type Begun = {
  facts: FileFacts;
  format: Format;
  first: DecodedLines;
  batches: AsyncIterable<DecodedLines>;
  redacts: boolean;
  skip(): void;
};

/** Begins to decode a file that the archive does not know. Null where that is left to `importFile`, which says what is wrong with it. */
export const beginFile = async (
  { store, decodeAhead, redacts: mayRedact }: ImportDeps,
  { file, path, isAhead }: ImportInput,
): Promise<Begun | null> => {
  if (!decodeAhead || !isAhead) return null;
  try {
    if ((await store.findSource(path)) !== null) return null;
    const redacts = mayRedact?.() ?? false;
    const { open: inspect, read, skip } = decodeAhead({ file, path, redacts });
    const opened = await inspect();
    const format = formats.find(({ id }) => id === opened?.formatId);
    if (!opened || !format) return null;
    const rest = read();
    const { value: first } = await rest.next();
    if (!first) return null;
    const readAll = async function* () {
      yield first;
      yield* rest;
    };
    return { facts: opened.facts, format, first, batches: readAll(), redacts, skip };
  } catch {
    // Where the thread ended, which another file may have caused, the file is read in its turn.
    return null;
  }
};

/** Whether neither the path nor the content is known. Before it is read, a file in several batches is compared by its size only. */
const isNew = async (store: Store, path: string, { facts, first }: Begun): Promise<boolean> => {
  if ((await store.findSource(path)) !== null) return false;
  return first.fileSha256 === null
    ? !(await store.hasSourceOfBytes(facts.bytes))
    : (await store.findSourceBySha256(first.fileSha256)) === null;
};

/** Stores what the thread read of the file that it opened: what was appended meanwhile is read the next time. */
const readBegun = async (deps: ImportDeps, input: ImportInput, { facts, format, batches, redacts }: Begun): Promise<FileResult> => {
  const { store } = deps;
  if ((await store.findDeleted(input.path))?.isWhole) {
    if (!input.restoresDeleted) return refuseDeleted(input, facts.bytes);
    await store.restoreFile(input.path);
  }
  const target: ReadTarget = { store, source: makeSource(input, format, facts), format, input, redacts };
  const result = await finishFile(deps, input, null, await storeLines(target, batches), null);
  return withFlaws(store, asRead(result, false, false));
};

const withRestoring = (store: Store): Store => ({ ...store, append: (batch) => store.append({ ...batch, restoresDeleted: true }) });

/** A file without new bytes that was decoded again is no unchanged one. */
const asRead = (result: FileResult, wasKnown: boolean, isRedecoded: boolean): FileResult => {
  if (!result.unchanged) return { ...result, grew: wasKnown };
  return isRedecoded ? { ...result, unchanged: false, grew: true, status: result.skippedLines > 0 ? 'partial' : 'imported' } : result;
};

type Unpacked = { file: FileHandle; bundle: UnpackedBundle | null };
type Unpack = (packed: FileHandle, signal: AbortSignal) => Promise<Unpacked | null>;

const unpackSessions: Unpack = async (packed, signal) => {
  const bundle = await unpackBundle(packed, signal);
  return bundle && { file: bundle.file, bundle };
};

/** A packed file is read as what it unpacks to; its offsets and its size are those of that. One that holds nothing to be read is refused as it is. */
const importPacked = async (
  deps: ImportDeps,
  given: ImportInput,
  packed: FileHandle,
  facts: FileFacts,
  unpack: Unpack,
): Promise<FileResult> => {
  const known = await deps.store.findSource(given.path);
  if (known?.sha256 && isSameFile(known, { ...facts, bytes: known.bytes }))
    return toPackedBytes(await completeResult(deps.store, given, known, { unchanged: true }), facts.bytes);
  const unpacked = await unpack(packed, given.signal);
  if (!unpacked) return importOpenFile(deps, given, packed, facts);
  const { file, bundle } = unpacked;
  try {
    const { size } = await file.stat();
    const onProgress: ImportInput['onProgress'] = (progress) => given.onProgress(toPackedBytes(progress, facts.bytes));
    const input = {
      ...given,
      onProgress,
      descriptor: bundle?.descriptor ? { ...bundle.descriptor, ...given.descriptor } : given.descriptor,
    };
    if (size === 0) return refuse(input, facts.bytes, 'empty_file', 'What is packed in the file is empty.');
    const read = await importOpenFile(deps, input, file, { ...facts, bytes: size, isBundle: bundle !== null });
    const result = toPackedBytes(read, facts.bytes);
    return bundle?.unchecked ? withUnchecked(result, bundle.unchecked) : result;
  } finally {
    await file.close();
  }
};

/** Progress in an unpacked file as a share of its bytes on the disk, so that sizes of files add up. */
const toPackedBytes = <Read extends { bytes: number; bytesRead: number }>(read: Read, packed: number): Read => ({
  ...read,
  bytes: packed,
  bytesRead: read.bytes === 0 ? 0 : Math.ceil((read.bytesRead / read.bytes) * packed),
});

/** After what else is wrong with the file. */
const withUnchecked = ({ issues, issueCount, ...result }: FileResult, message: string): FileResult => ({
  ...result,
  issues: [...issues, { line: null, code: 'unchecked', message, excerpt: null }],
  issueCount: issueCount + 1,
});

const importOpenFile = async (deps: ImportDeps, input: ImportInput, file: FileHandle, facts: FileFacts): Promise<FileResult> => {
  const { store } = deps;
  const known = await store.findSource(input.path);
  if (known?.sha256 && isSameFile(known, facts)) return completeResult(store, input, known, { unchanged: true });
  // If no file in the archive has this size, none has the same content: lines are hashed while they are read, not before.
  if (!known && !(await store.hasSourceOfBytes(facts.bytes))) return readFile(deps, input, file, facts, nothingRead);

  const prefix = known && known.offset <= facts.bytes ? await recallPrefix(deps, input, file, facts, known) : null;
  const grew = known !== null && prefix !== null && digestOf(prefix) === known.offsetSha256;
  const whole = grew ? prefix.copy() : await hashPrefix(file, 0);
  await hashRange(file, whole, grew ? known.offset : 0, facts.bytes);
  const sha256 = digestOf(whole);
  const same = known?.sha256 === sha256 ? known : await findCopy(store, sha256);
  if (same && same !== known && isOutdated(same, deps.formats)) {
    const { isDone } = await redecodeSource(deps, same, { file: input.file, path: same.path, signal: input.signal });
    if (isDone) return completeResult(store, input, (await store.findSource(same.path)) ?? same, { unchanged: false });
  }
  if (same) return completeResult(store, input, same, { unchanged: true });
  return readFile(deps, input, file, facts, grew ? { ...nothingRead, known, prefix, whole } : { ...nothingRead, whole });
};

/** Facts about a file before it is read: if it grew, its source and the hash of the part read before; the whole's hash, if it was made. */
type Before = { known: SourceRow | null; prefix: Hash | null; whole: Hash | null };

const nothingRead: Before = { known: null, prefix: null, whole: null };

const readFile = async (deps: ImportDeps, input: ImportInput, file: FileHandle, facts: FileFacts, before: Before): Promise<FileResult> => {
  const hashWhole = async () => before.whole ?? (await hashPrefix(file, facts.bytes));
  const recognized = await recognize(deps, file);
  if ('refusal' in recognized) {
    const issue = { line: null, excerpt: null, ...recognized.refusal };
    return makeRefusedResult(input.path, facts.bytes, 'refused', issue, digestOf(await hashWhole()));
  }
  const { format, document } = recognized;
  const grown = before.known?.format === format.id ? before.known : null;
  const source = grown ? { ...grown, ...facts, writtenAtMs: toWrittenAtMs(input, facts) } : makeSource(input, format, facts);
  const { store, decodeElsewhere } = deps;
  const target: ReadTarget = { store, source, format, input, decodeElsewhere, redacts: deps.redacts?.() ?? false };
  const start = source.offset > 0 && before.prefix ? { offset: source.offset, hash: before.prefix } : { offset: 0, hash: undefined };
  // New content of a file that grew is read whatever it says: a refusal would hold up everything after it.
  if (format.repeats && start.offset === 0 && (await store.hasSnapshots()))
    target.compared = await compareWithStored(store, readSnapshots(target, { file, document }), target);
  const contradiction = target.compared?.contradiction;
  if (contradiction) return makeRefusedResult(input.path, facts.bytes, 'refused', contradiction, digestOf(await hashWhole()));
  if (format.shape === 'lines') return finishFile(deps, input, file, await readLinesInto(target, file, start), before.whole);
  const whole = await hashWhole();
  return finishFile(deps, input, file, await readDocumentInto(target, document, digestOf(whole)), whole);
};

/** Format of a file. `document`: value of the file, if it is a single document. */
type Recognized = { format: Format; document: unknown };

const recognize = async (deps: ImportDeps, file: FileHandle): Promise<Recognized | { refusal: Refusal }> => {
  const head = await readFileHead(file);
  const detected = detectFormat(head, deps.formats);
  return 'refusal' in detected ? detected : { ...detected, document: head.document };
};

const finishFile = async (
  deps: ImportDeps,
  input: ImportInput,
  /** Null: it is not open here. */
  file: FileHandle | null,
  read: ReadOutcome,
  whole: Hash | null,
): Promise<FileResult> => {
  for (const session of read.sessions) {
    // Deleted sessions are read but not stored.
    const isStored = isOutOfOrder(session) && (await deps.store.findSessionRows([session.id])).length > 0;
    if (isStored) await rederiveSession(deps.store, session.id);
  }
  if (!input.leavesAggregates) await deps.store.recomputeAggregates(read.source.sessionIds);
  await describeSnapshots(deps, input, read.source.id);
  if (deps.prefixMemory && file && read.source.inode) {
    const hashed = whole && digestOf(whole) === read.source.offsetSha256 ? whole : null;
    const hash = read.prefix ?? hashed;
    // Where none is at hand it is made if the file grows: most never do.
    if (hash) await deps.prefixMemory.remember(input.path, file, read.source.inode, read.source.offset, hash);
  }
  return completeResult(deps.store, input, read.source, { unchanged: false, ...read });
};

const describeSnapshots = async ({ store }: ImportDeps, { descriptor }: ImportInput, sourceId: string): Promise<void> => {
  if (descriptor) await store.putGivenDescriptor(sourceId, descriptor);
  await settleTrajectories(store);
};

const recallPrefix = async (deps: ImportDeps, input: ImportInput, file: FileHandle, facts: FileFacts, known: SourceRow) =>
  (await deps.prefixMemory?.recall(input.path, file, facts.inode, known.offset)) ?? hashPrefix(file, known.offset);
