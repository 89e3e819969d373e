import type { Hash } from 'node:crypto';
import { AppError } from '../../domain/errors.ts';
import type { Issue } from '../../domain/issue.ts';
import { normalizeTexts } from '../../domain/normalize-texts.ts';
import { parseJson } from '../../domain/parse-json.ts';
import { toExcerptText } from '../../formats/excerpt.ts';
import { makeDrafts, type Drafts, type Line, type LineReader } from '../../formats/format.ts';
import { defaultLineLimits, readLines, type LineBatch, type LineLimits } from '../../sources/lines.ts';
import type { IssueLineRow } from '../../store/rows.ts';
import { readKeptOutputs } from './kept-outputs.ts';
import { mapAhead } from './map-ahead.ts';
import { packLines, type PackedLines } from './packed-lines.ts';
import type { PlaceCursor, Placer } from './place-drafts.ts';
import { redact } from '../../redaction/redact.ts';
import { redactLine } from './redact-line.ts';
import type { Rows } from './to-rows.ts';

/**
 * Result of decoding some lines, independent of the archive's content: plain data, so that another thread can make it. `appendDrafts`
 * stores it in the archive.
 */
export type Decoded = {
  drafts: Pick<Drafts, 'sessions' | 'links' | 'issues'>;
  rows: Rows;
  /** Ids of all sessions that the lines describe. */
  nativeIds: string[];
  /** Records that were not understood. */
  unknownRecords: number;
  /** The lines, one run per session. */
  packed: PackedLines[];
  /** Lines that issues name. */
  issueLines: IssueLineRow[];
};

/** One batch of a file of lines. */
export type DecodedLines = Decoded & {
  /** Bytes up to the end of what was decoded, and their sha256 (hex); null where that is the whole file. */
  offset: number | null;
  offsetSha256: string | null;
  /** Lines up to there. */
  line: number;
  /** In the last batch, which always comes: sha256 (hex) of the whole file. */
  fileSha256: string | null;
  /** In the last batch: a last line without its end was decoded, since it is whole (`read`), or waits for the rest (`pending`). */
  tail: 'none' | 'read' | 'pending';
  /** State of the format's reader, and of the places of its sessions, behind the batch. */
  reader: unknown;
  cursors: Record<string, PlaceCursor>;
};

/** Where decoding begins; `hash` has been fed with what lies before `offset`. */
export type DecodeStart = {
  offset: number;
  line: number;
  hash?: Hash;
  limits?: Partial<LineLimits>;
  redacts?: boolean;
  repeats?: boolean;
  /** Real path of the file, beside which long outputs may be kept. */
  file?: string;
};

/** Lines and bytes a batch: few enough that its transaction stays under 100 ms, and that the batches in flight take little memory. */
const batchLines = 600;
const batchBytes = 640 * 1024;

/** Decodes the bytes of a file from `start` on, batch by batch; holds two batches in memory: one is compressed while the next is decoded. */
export function decodeLines(
  bytes: AsyncIterable<Uint8Array>,
  reader: LineReader,
  placer: Placer,
  start: DecodeStart,
): AsyncGenerator<DecodedLines> {
  const limits = { ...defaultLineLimits, batchBytes, batchLines, ...start.limits };
  return mapAhead(readLines(bytes, start, limits), (batch) =>
    decodeBatch(start.redacts ? redactBatch(batch) : batch, reader, placer, start),
  );
}

const redactBatch = (batch: LineBatch): LineBatch => ({
  ...batch,
  lines: batch.lines.map(redactLine),
  overlong: batch.overlong.map(redactLine),
  tail: batch.tail && redactLine(batch.tail),
  issues: batch.issues.map((issue) => ({ ...issue, excerpt: issue.excerpt === null ? null : redact(issue.excerpt) })),
});

/** All but the compression is done when this returns its promise, so that the next batch may be decoded. */
const decodeBatch = async (
  batch: LineBatch,
  reader: LineReader,
  placer: Placer,
  { repeats, redacts, file }: Pick<DecodeStart, 'repeats' | 'redacts' | 'file'>,
): Promise<DecodedLines> => {
  const drafts = makeDrafts();
  const tail = batch.tail === null ? 'none' : isWhole(reader, batch.tail) ? 'read' : 'pending';
  // A line that waits for the rest may end within a character.
  drafts.issues.push(...batch.issues.filter(({ line }) => tail !== 'pending' || line !== batch.tail?.number));
  for (const line of batch.lines) readLine(reader, line, drafts);
  const whole = batch.tail !== null && tail === 'read' ? batch.tail : null;
  if (whole) readLine(reader, whole, drafts);
  const lines = whole ? [...batch.lines, whole] : batch.lines;
  if (file !== undefined) readKeptOutputs(drafts.records, file, redacts === true);
  const decoding = toDecoded(placer, drafts, lines, { repeats, overlong: batch.overlong });
  const at = {
    offset: whole ? null : batch.offset,
    offsetSha256: whole ? null : batch.offsetSha256,
    line: whole ? whole.number : batch.line,
    fileSha256: batch.fileSha256,
    tail,
    reader: reader.state(),
    cursors: placer.cursors(),
  } as const;
  return { ...(await decoding), ...at };
};

type NamedLine = { number: number; text: string; bytes: number };

/**
 * Drafts with the lines that they were made of; `overlong` are the beginnings of lines that were too long to be
 * read; lines that hold most of the ones before them are packed as such (`repeats`).
 */
export const toDecoded = async (
  placer: Placer,
  drafts: Drafts,
  lines: readonly Line[],
  { repeats = false, overlong = [] }: { repeats?: boolean | undefined; overlong?: readonly NamedLine[] } = {},
): Promise<Decoded> => {
  // Before ids are derived from their names.
  const { sessions, records, responses, links, issues } = normalizeTexts(drafts);
  const packing = packLines(records, lines, repeats);
  const rows = placer.place({ sessions, records, responses });
  const named = [...records, ...responses, ...links].map((draft) => draft.session);
  return {
    drafts: { sessions, links, issues },
    rows,
    nativeIds: [...new Set([...named, ...sessions.map((draft) => draft.nativeId)])],
    unknownRecords: records.filter((draft) => draft.unknown).length,
    issueLines: toIssueLines(issues, [...lines, ...overlong]),
    packed: await packing,
  };
};

/** Hands a line to a format's reader; one that is no JSON object gives an issue. */
export const readLine = (reader: LineReader, line: Line, drafts: Drafts): void => {
  let value: unknown;
  try {
    value = parseLine(reader, line.text);
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

const parseLine = (reader: LineReader, text: string): unknown => {
  try {
    return parseJson(text);
  } catch (error) {
    if (!reader.parse || error instanceof AppError) throw error;
    return reader.parse(text);
  }
};

const toBadLine = (line: Line, error: unknown): Issue => ({
  line: line.number,
  ...(error instanceof AppError
    ? { code: 'too_large', message: `Line ${line.number}: ${error.message} It was skipped.` }
    : {
        code: 'bad_json',
        message: `Line ${line.number} is not JSON (${error instanceof Error ? error.message.slice(0, 160) : 'unreadable'}). It was skipped.`,
      }),
  excerpt: toExcerptText(line.text),
});

/** A last line without its end is read when it is a complete object; else it waits for the rest. */
const isWhole = (reader: LineReader, tail: Line): boolean => {
  try {
    const value = parseLine(reader, tail.text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
};

/** The lines that issues name, to be kept whatever becomes of the file. */
export const toIssueLines = (
  issues: readonly Issue[],
  lines: readonly { number: number; text: string; bytes: number }[],
): IssueLineRow[] => {
  const named = new Set(issues.map((issue) => issue.line));
  return lines.filter(({ number }) => named.has(number)).map(({ number, text, bytes }) => ({ line: number, text, bytes }));
};
