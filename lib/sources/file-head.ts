import type { FileHandle } from 'node:fs/promises';
import { AppError } from '../domain/errors.ts';
import { documentJsonLimits, parseExactJson, parseJson } from '../domain/parse-json.ts';
import type { Head } from '../formats/format.ts';
import { printBytes } from '../print/bytes.ts';
import { defaultLineLimits } from './lines.ts';

export type HeadLimits = {
  /** Bytes that are looked at where the first line ends within them. */
  headBytes: number;
  lineBytes: number;
  documentBytes: number;
};

const megabyte = 1024 * 1024;
export const defaultHeadLimits: HeadLimits = {
  headBytes: 256 * 1024,
  lineBytes: defaultLineLimits.lineBytes,
  documentBytes: 48 * megabyte,
};

const headLines = 20;
const newline = 0x0a;

/**
 * Reads what detection needs: the first bytes and the values of the first 20 lines, or the whole file where it is one
 * JSON document. A file is a document when it begins with `{` or `[` and its first line alone is no complete value, or
 * is all there is. Throws `too_large` for a document over `documentBytes`. Invalid content never throws.
 */
export const readFileHead = async (handle: FileHandle, limits: HeadLimits = defaultHeadLimits): Promise<Head> => {
  const { size } = await handle.stat();
  const bytes = await readBytes(handle, Math.min(size, limits.headBytes));
  const isWhole = bytes.length >= size;
  if (!opensJson(bytes)) return { bytes, values: parseLines(toText(bytes), isWhole), document: undefined };
  const first = findFirstLine(bytes);
  if (first !== null) {
    const values = parseLines(toText(bytes), isWhole);
    if (isLines(bytes, first, values)) return { bytes, values, document: undefined };
  }
  if (isWhole) return toWholeHead(bytes, toText(bytes));
  if (size <= limits.documentBytes) return toWholeHead(bytes, await readText(handle, size));
  if (first === null) return await readLongFirstLine(handle, bytes, size, limits);
  throw tooLarge(size, limits);
};

/** Whether the first line, or lines after a broken one, stand for themselves. */
const isLines = (bytes: Buffer, first: Buffer, values: readonly unknown[]): boolean => {
  const hasMore = bytes.subarray(first.length + 1).some((byte) => byte > 0x20);
  if (hasMore && values[0] !== null) return true;
  const end = first.subarray(-1024).toString('utf8').trim();
  return end.length > 1 && !/[[{,]$/u.test(end) && values.slice(1).some(isObject);
};

/** A file whose first line does not end within the head, and which is too large for a document. */
const readLongFirstLine = async (handle: FileHandle, bytes: Buffer, size: number, limits: HeadLimits): Promise<Head> => {
  const longer = await readBytes(handle, Math.min(size, limits.lineBytes + limits.headBytes));
  const first = findFirstLine(longer);
  if (first === null) throw tooLong(limits);
  const values = parseLines(toText(longer), false);
  if (isLines(longer, first, values)) return { bytes, values, document: undefined };
  throw tooLarge(size, limits);
};

/** `text` is the whole file. Its bytes are let go before it is parsed: a document takes its size several times. */
const toWholeHead = (bytes: Buffer, text: string): Head => {
  let document: unknown = null;
  try {
    document = parseExactJson(text, documentJsonLimits);
  } catch (error) {
    const values = parseLines(text, true);
    // Lines of which one is too large are lines; that one is skipped.
    if (error instanceof AppError && !values.some(isObject)) throw error;
    return { bytes, values, document: undefined };
  }
  const end = text.indexOf('\n');
  const isOneLine = end < 0 || !/[^\0-\x20]/u.test(text.slice(end));
  return { bytes, values: isOneLine ? [document] : [], document };
};

const readText = async (handle: FileHandle, size: number): Promise<string> => toText(await readBytes(handle, size));

const tooLarge = (size: number, limits: HeadLimits): AppError =>
  new AppError(
    'too_large',
    `The file is one JSON document of ${printBytes(size)}; documents of at most ${printBytes(limits.documentBytes)} are read. Files of one JSON object a line have no such limit.`,
    { size, limit: limits.documentBytes },
  );

const tooLong = ({ lineBytes, documentBytes }: HeadLimits): AppError =>
  new AppError(
    'too_large',
    `The first line has more than ${printBytes(lineBytes)}. At most that many are read of a line, and ${printBytes(documentBytes)} of a file that is one JSON document. Leave out what is large, such as pictures, or split the file.`,
    { limit: lineBytes },
  );

/** Lines are cut from the text, which copies nothing of a long one. */
const parseLines = (text: string, isWhole: boolean): unknown[] => {
  const values: unknown[] = [];
  for (let start = 0; start < text.length && values.length < headLines;) {
    const found = text.indexOf('\n', start);
    if (found < 0 && !isWhole) break;
    const end = found < 0 ? text.length : found;
    const line = text.slice(start, end);
    if (/[^\0-\x20]/u.test(line)) values.push(parseText(line));
    start = end + 1;
  }
  return values;
};

const toText = (bytes: Buffer): string => withoutMark(bytes).toString('utf8');

const parseText = (text: string): unknown => {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
};

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

const opensJson = (bytes: Buffer): boolean => {
  const first = withoutMark(bytes).find((byte) => byte > 0x20);
  return first === 0x7b || first === 0x5b;
};

const withoutMark = (bytes: Buffer): Buffer => (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes);

/** The first line that is not blank, with what stands before it; null: it does not end here. */
const findFirstLine = (bytes: Buffer): Buffer | null => {
  const begin = withoutMark(bytes).findIndex((byte) => byte > 0x20) + (bytes.length - withoutMark(bytes).length);
  const end = bytes.indexOf(newline, begin);
  return end < 0 ? null : bytes.subarray(0, end);
};

const readBytes = async (handle: FileHandle, length: number): Promise<Buffer> => {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
};
