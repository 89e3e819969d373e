import type { Hash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { skippingCodes, type Issue } from '../../domain/issue.ts';
import { makeDrafts, type Drafts, type Format, type Line } from '../../formats/format.ts';
import { toExcerptText } from '../../formats/excerpt.ts';
import { defaultLineLimits, readLines, type LineBatch } from '../../sources/lines.ts';
import type { SourceRow, Store } from '../../store/store.ts';
import { appendDrafts, type ReadLines } from './append-drafts.ts';
import type { ImportInput } from './import-input.ts';
import type { OpenSession, SessionCursor } from './open-session.ts';
import { makeSessionPool, type SessionPool } from './session-pool.ts';
import { hashRange } from './fingerprint.ts';

export type ReadTarget = { store: Store; source: SourceRow; format: Format; input: ImportInput };

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
export type SourceState = { reader: unknown; sessions: Record<string, SessionCursor>; openLine: boolean };

// Written by this file alone, from this very type.
const readState = (source: SourceRow): SourceState =>
  (source.state as SourceState | null) ?? { reader: undefined, sessions: {}, openLine: false };

/** Lines a batch: few enough that its transaction stays under 100 ms. */
const batchLines = 800;
const readBytes = 1024 * 1024;

/** Reads a file of lines from `start` on, one transaction a batch, the offset in it. */
export const readLinesInto = async (
  target: ReadTarget,
  file: FileHandle,
  start: { offset: number; hash: Hash | undefined },
  fileSha256: string,
): Promise<ReadOutcome> => {
  const { store, format, input } = target;
  const resumed = start.offset > 0 ? readState(target.source) : readState({ ...target.source, state: null });
  const reader = format.openLines?.({ path: input.path }, resumed.reader);
  if (!reader) throw new Error(`Format ${format.id} has the shape of lines but reads none`);
  const pool = makePool(target, resumed.sessions);
  const outcome: ReadOutcome = { source: target.source, sessions: [], newRecords: 0, pendingTail: false, cancelled: false, prefix: null };
  let calls = 0;

  const chunks = file.createReadStream({ start: start.offset, end: target.source.bytes - 1, autoClose: false, highWaterMark: readBytes });
  const from = {
    offset: start.offset,
    line: Math.max(0, target.source.lines - (resumed.openLine ? 1 : 0)),
    ...(start.hash && { hash: start.hash.copy() }),
  };
  for await (const batch of readLines(chunks, from, { ...defaultLineLimits, batchLines })) {
    const drafts = makeDrafts();
    drafts.issues.push(...batch.issues);
    for (const line of batch.lines) readLine(reader, line, drafts);
    const tailRead = batch.tail !== null && isWhole(batch.tail);
    if (batch.tail && tailRead) readLine(reader, batch.tail, drafts);
    const lines = batch.tail && tailRead ? [...batch.lines, batch.tail] : batch.lines;
    outcome.pendingTail = batch.tail !== null && !tailRead;
    outcome.source = advance(outcome.source, batch, { tailRead, fileSha256, drafts, bytes: target.source.bytes });
    const toState = (): SourceState => ({ reader: reader.state(), sessions: pool.cursors(), openLine: tailRead });
    const appended = await appendBatch(store, pool, outcome.source, drafts, { lines, overlong: batch.overlong }, toState);
    outcome.source = appended.source;
    outcome.newRecords += appended.newRecords;
    calls += appended.newCalls;
    input.onProgress({ bytesRead: outcome.source.offset, bytes: outcome.source.bytes, records: outcome.newRecords, toolCalls: calls });
    if (input.signal.aborted && batch.fileSha256 === null) {
      outcome.cancelled = true;
      break;
    }
  }
  outcome.sessions = pool.all();
  if (start.hash) {
    outcome.prefix = start.hash.copy();
    await hashRange(file, outcome.prefix, start.offset, outcome.source.offset);
  }
  return outcome;
};

/** The sessions that a file is read into. */
export const makePool = ({ store, format, input }: ReadTarget, cursors: Record<string, SessionCursor>): SessionPool =>
  makeSessionPool(store, { family: format.family, format: format.companionOf ?? format.id, synthetic: input.synthetic }, cursors);

/** Appends a batch, with where the file stands after it. */
export const appendBatch = async (
  store: Store,
  pool: SessionPool,
  source: SourceRow,
  drafts: Drafts,
  lines: ReadLines,
  /** What continues the reading, asked for once the batch's sessions are open. */
  toState: () => unknown,
) => {
  const stored: SourceRow = { ...source };
  const appended = await appendDrafts(store, pool, stored, drafts, lines, () => {
    stored.state = toState();
    stored.sessionIds = [...new Set([...source.sessionIds, ...pool.all().map((session) => session.id)])];
  });
  return { source: stored, ...appended };
};

/** Hands a line to a format's reader; one that is no JSON object gives an issue. */
export const readLine = (reader: { read(line: Line, value: unknown, out: Drafts): void }, line: Line, drafts: Drafts): void => {
  let value: unknown;
  try {
    value = JSON.parse(line.text);
  } catch (error) {
    drafts.issues.push(toBadLine(line, error));
    return;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const message = `Line ${line.number} holds no JSON object. It was skipped.`;
    drafts.issues.push({ line: line.number, code: 'not_an_object', message, excerpt: toExcerptText(line.text) });
    return;
  }
  reader.read(line, value, drafts);
};

const toBadLine = (line: Line, error: unknown): Issue => ({
  line: line.number,
  code: 'bad_json',
  message: `Line ${line.number} is not JSON (${error instanceof Error ? error.message.slice(0, 160) : 'unreadable'}). It was skipped.`,
  excerpt: toExcerptText(line.text),
});

/** A last line without its end is read when it is a complete object; else it waits for the rest. */
const isWhole = (tail: Line): boolean => {
  try {
    const value: unknown = JSON.parse(tail.text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
};

type Advance = { tailRead: boolean; fileSha256: string; drafts: Drafts; bytes: number };

/** Where the source stands after a batch. `sha256` of the whole is set once everything was looked at. */
const advance = (source: SourceRow, batch: LineBatch, { tailRead, fileSha256, drafts, bytes }: Advance): SourceRow => ({
  ...source,
  bytes,
  offset: tailRead ? bytes : batch.offset,
  offsetSha256: tailRead ? fileSha256 : batch.offsetSha256,
  sha256: batch.fileSha256 === null ? null : fileSha256,
  lines: tailRead && batch.tail ? batch.tail.number : batch.line,
  skippedLines: source.skippedLines + drafts.issues.filter((issue) => skippingCodes.includes(issue.code)).length,
  unknownRecords: source.unknownRecords + countUnknown(drafts),
});

export const countUnknown = (drafts: Drafts): number => drafts.records.filter((record) => record.unknown).length;
