import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { codeOf } from '../../domain/errors.ts';
import { makeDrafts, type Format, type Head, type Line } from '../../formats/format.ts';
import { detectFormat, formats } from '../../formats/registry.ts';
import { readFileHead } from '../../sources/file-head.ts';
import { openForeignDatabase } from '../../sources/sqlite-database.ts';
import { isDatabaseFile, takeDatabaseSnapshot } from '../../sources/sqlite-snapshot.ts';
import { isZipFile, unpackBundle } from '../../sources/unpack-bundle.ts';
import { findPacking, unpackFile } from '../../sources/unpack-file.ts';
import type { SourceRow } from '../../store/rows.ts';
import { readLine, toDecoded } from './decode-lines.ts';
import { digestOf, hashPrefix } from './fingerprint.ts';
import { openScratchFolder, type ImportDeps, type ImportInput } from './import-input.ts';
import { makePlacer } from './place-drafts.ts';
import { readDocumentInto } from './read-document-into.ts';
import { appendBatch, makePool, readLinesInto, type ReadOutcome, type ReadTarget, type SourceState } from './read-into.ts';
import { readRowsInto } from './read-rows-into.ts';
import { noteLines, type Redecoding } from './redecoding.ts';
import { toFileFacts, toWrittenAtMs, type FileFacts } from './source-facts.ts';
import { readStoredLines } from './stored-lines.ts';

/** A source that can be decoded again from its beginning. */
export type Reopened = {
  /** Its lines come from the archive, not from its file. */
  isStored: boolean;
  read(redecoding: Redecoding): Promise<ReadOutcome>;
  close(): Promise<void>;
};

/** Why a source cannot be decoded again; null: nothing needs to be decoded again. */
export type Unreadable = { problem: string | null };

type Opened = Omit<Reopened, 'close'>;
type Closers = (() => unknown)[];

/** Opens a source: its file where that still begins with what was read, else the lines that the archive keeps. */
export const reopenSource = async (deps: ImportDeps, source: SourceRow, input: ImportInput): Promise<Reopened | Unreadable> => {
  const closers: Closers = [];
  const close = async () => {
    for (const closer of closers.splice(0).toReversed()) await closer();
  };
  try {
    const opened = (await openFile(deps, source, input, closers).catch(toAbsent)) ?? (await openStored(deps, source, input));
    if ('problem' in opened) await close();
    return 'problem' in opened ? opened : { ...opened, close };
  } catch (error) {
    await close();
    throw error;
  }
};

const absentCodes: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'unreadable', 'too_large']);

/** A file that cannot be read is treated as gone; a full disk, say, is not. */
const toAbsent = (error: unknown): null => {
  if (absentCodes.has(codeOf(error))) return null;
  throw error;
};

const openFile = async (deps: ImportDeps, source: SourceRow, input: ImportInput, closers: Closers): Promise<Opened | Unreadable | null> => {
  const file = await open(input.file, constants.O_RDONLY | constants.O_NONBLOCK);
  closers.push(() => file.close());
  const stats = await file.stat({ bigint: true });
  if (!stats.isFile()) return null;
  const facts = toFileFacts(stats);
  if (await isDatabaseFile(file)) return openDatabase(deps, source, input, facts, closers);
  const unpacked = await unpack(file, input.signal);
  if (!unpacked) return openPlain(deps, source, input, facts, file);
  closers.push(() => unpacked.file.close());
  const { size } = await unpacked.file.stat();
  return openPlain(deps, source, input, { ...facts, bytes: size, isBundle: unpacked.isBundle }, unpacked.file);
};

const unpack = async (file: FileHandle, signal: AbortSignal): Promise<{ file: FileHandle; isBundle: boolean } | null> => {
  const packing = await findPacking(file);
  if (packing) return { file: await unpackFile(file, packing, signal), isBundle: false };
  const bundle = (await isZipFile(file)) ? await unpackBundle(file, signal) : null;
  return bundle && { file: bundle.file, isBundle: true };
};

const openPlain = async (
  deps: ImportDeps,
  source: SourceRow,
  input: ImportInput,
  facts: FileFacts,
  file: FileHandle,
): Promise<Opened | Unreadable | null> => {
  const isDocument = registryOf(deps).find(({ id }) => id === source.format)?.shape === 'document';
  const isSame = facts.bytes >= source.offset && digestOf(await hashPrefix(file, source.offset)) === source.offsetSha256;
  if (!isSame && !isDocument) return null;
  const head = await readFileHead(file);
  const detected = detectFormat(head, registryOf(deps));
  if ('refusal' in detected) return { problem: detected.refusal.message };
  const { format } = detected;
  const sha256 = format.shape === 'document' ? digestOf(await hashPrefix(file, facts.bytes)) : '';
  return {
    isStored: false,
    read: (redecoding) => {
      const target = toTarget(deps, source, input, format, facts, redecoding);
      return format.shape === 'lines'
        ? readLinesInto(target, file, { offset: 0, hash: undefined })
        : readDocumentInto(target, head.document, sha256);
    },
  };
};

const openDatabase = async (
  deps: ImportDeps,
  source: SourceRow,
  input: ImportInput,
  facts: FileFacts,
  closers: Closers,
): Promise<Opened | Unreadable> => {
  const snapshot = await takeDatabaseSnapshot(input.file, openScratchFolder(deps));
  closers.push(() => snapshot.remove());
  const database = openForeignDatabase(snapshot.file);
  closers.push(() => database.close());
  const copy = await open(snapshot.file);
  closers.push(() => copy.close());
  const detected = detectFormat({ ...(await readFileHead(copy)), tables: database.tables }, registryOf(deps));
  if ('refusal' in detected) return { problem: detected.refusal.message };
  return {
    isStored: false,
    read: (redecoding) => readRowsInto(toTarget(deps, source, input, detected.format, facts, redecoding), database, snapshot.sha256),
  };
};

const gone = 'The file is gone or was rewritten, and what is kept of it cannot be decoded by itself. Import the file again.';

const openStored = async (deps: ImportDeps, source: SourceRow, input: ImportInput): Promise<Opened | Unreadable> => {
  let first: Line[] = [];
  for await (const lines of readStoredLines(deps.store, source)) {
    first = lines;
    break;
  }
  const detected = first.length === 0 ? null : detectFormat(toHead(first), registryOf(deps));
  if (detected && 'refusal' in detected) return { problem: detected.refusal.message };
  // The format that read the file holds over what its lines look like by themselves: rows of a database look like nothing.
  const format = registryOf(deps).find(({ id }) => id === source.format) ?? detected?.format;
  // The lines of a companion file are not kept: its facts are stored with its session.
  if (format?.companionOf !== undefined && first.length === 0) return { problem: null };
  if (!format?.openLines || first.length === 0) return { problem: gone };
  return {
    isStored: true,
    read: (redecoding) => readStoredInto(toTarget(deps, source, input, format, null, redecoding)),
  };
};

const toHead = (lines: readonly Line[]): Head => ({
  bytes: Buffer.from(lines.map(({ text }) => text).join('\n')),
  values: lines.slice(0, 20).map(({ text }) => parseOrNull(text)),
  document: undefined,
});

const parseOrNull = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const registryOf = (deps: ImportDeps): readonly Format[] => deps.formats ?? formats;

/** Without `facts` of its file the source keeps those that it has. */
const toTarget = (
  { store, redacts }: ImportDeps,
  source: SourceRow,
  input: ImportInput,
  format: Format,
  facts: FileFacts | null,
  redecoding: Redecoding,
): ReadTarget => {
  const nothingRead = { offset: 0, offsetSha256: null, sha256: null, lines: 0, skippedLines: 0 };
  const ofFile = facts && { ...facts, ...nothingRead, writtenAtMs: toWrittenAtMs(input, facts) };
  const fresh = { state: null, unknownRecords: 0, sessionIds: [], format: format.id, formatVersion: format.version };
  return {
    store,
    source: { ...source, ...ofFile, ...fresh },
    format: noteLines(format, redecoding.lineHashes),
    input,
    redecoding,
    redacts: redacts?.() ?? false,
  };
};

/** Decodes the lines that the archive keeps of a source. How far its file was read, and what was wrong with it, stands. */
const readStoredInto = async (target: ReadTarget): Promise<ReadOutcome> => {
  const { store, source, format, input } = target;
  const reader = format.openLines?.({ path: input.path }, undefined);
  if (!reader) throw new Error(`Format ${format.id} has the shape of lines but reads none`);
  const pool = makePool(target);
  const placer = makePlacer({ sourceId: source.id, family: format.agent.id });
  const outcome: ReadOutcome = { source, sessions: [], newRecords: 0, pendingTail: false, cancelled: false, prefix: null };
  for await (const lines of readStoredLines(store, source)) {
    const drafts = makeDrafts();
    for (const line of lines) readLine(reader, line, drafts);
    const decoded = await toDecoded(placer, drafts, lines, format);
    const counted = { ...outcome.source, unknownRecords: outcome.source.unknownRecords + decoded.unknownRecords };
    const toState = (): SourceState => ({ reader: reader.state(), sessions: placer.cursors(), openLine: false });
    const appended = await appendBatch(store, pool, counted, decoded, { toState, isFirst: false });
    outcome.source = appended.source;
    outcome.newRecords += appended.newRecords;
    outcome.cancelled = input.signal.aborted;
    if (outcome.cancelled) break;
  }
  outcome.sessions = pool.all();
  return outcome;
};
