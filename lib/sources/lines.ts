import { createHash, hash } from 'node:crypto';
import { isAscii, isUtf8 } from 'node:buffer';
import type { Hash } from 'node:crypto';
import type { Issue } from '../domain/issue.ts';
import { displayWindowBytes } from '../domain/display-window.ts';
import { toExcerptText } from '../formats/excerpt.ts';
import type { Line } from '../formats/format.ts';
import { printBytes } from '../print/bytes.ts';

export type LineLimits = {
  /** Longest line that is read, in bytes without its end. */
  lineBytes: number;
  /** A batch is given once it holds this many bytes or lines. */
  batchBytes: number;
  batchLines: number;
};

export const defaultLineLimits: LineLimits = { lineBytes: 24 * 1024 * 1024, batchBytes: 2 * 1024 * 1024, batchLines: 2000 };

/** Where reading begins. `hash` has been fed with exactly the first `offset` bytes; it may be left out at offset 0. */
export type LineStart = { offset: number; line: number; hash?: Hash };

/** A line past its limit: the first 64 kB of it as text, and the bytes of the whole. */
export type OverlongLine = Pick<Line, 'number' | 'text' | 'bytes'>;

export type LineBatch = {
  lines: Line[];
  overlong: OverlongLine[];
  issues: Issue[];
  /** Bytes and lines consumed up to the end of the last complete line, and the sha256 (hex) of all those bytes. */
  offset: number;
  line: number;
  offsetSha256: string;
  /** Only in the last batch: what stands behind the last line end. Not counted in `offset`. */
  tail: Line | null;
  /** Only in the last batch: sha256 (hex) of every byte of the file. */
  fileSha256: string | null;
};

const newline = 0x0a;
const carriageReturn = 0x0d;

/** The stable identity of a line: sha256 of its bytes without the line end, base64url, 22 characters (132 bits). */
export const toLineHash = (bytes: Uint8Array): string => hash('sha256', bytes, 'base64url').slice(0, 22);

/**
 * Splits bytes into lines at \n alone (one \r before it is dropped), skips a byte order mark, leaves blank lines out but
 * counts them. Holds at most one line of `limits.lineBytes` and one batch in memory. A longer line is skipped with an
 * issue. Invalid UTF-8 is decoded with replacement characters and reported. The last batch, which always comes, holds
 * the tail and the sha256 of the file.
 */
export async function* readLines(
  input: AsyncIterable<Uint8Array>,
  from: LineStart,
  limits: LineLimits = defaultLineLimits,
): AsyncGenerator<LineBatch> {
  const splitter = makeSplitter(from, limits);
  for await (const chunk of input) {
    yield* splitter.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
  }
  yield splitter.takeBatch(true);
}

const makeSplitter = (from: LineStart, limits: LineLimits) => {
  const fileHash = from.hash ?? createHash('sha256');
  let { offset, line } = from;
  let lines: Line[] = [];
  let issues: Issue[] = [];
  let overlongLines: OverlongLine[] = [];
  let batchBytes = 0;
  /** The unfinished line. */
  let carry: Buffer[] = [];
  let carryBytes = 0;
  /** Beginning of an unfinished line that is past its limit: its bytes are hashed and let go. */
  let overlong: Buffer | null = null;
  let hashAtOffset: Hash | null = null;

  const hashAll = (parts: readonly Buffer[]) => {
    for (const part of parts) fileHash.update(part);
  };

  const skipOverlong = (number: number, bytes: number, beginning: Buffer) => {
    const text = beginning.subarray(0, displayWindowBytes).toString('utf8');
    overlongLines.push({ number, text, bytes });
    issues.push({
      line: number,
      code: 'line_too_long',
      message: `Line ${number} has ${printBytes(bytes)}; at most ${printBytes(limits.lineBytes)} are read. The line was skipped.`,
      excerpt: toExcerptText(text),
    });
  };

  const toLine = (bytes: Buffer, number: number, start: number, known: boolean): Line | null => {
    let [body, at] = [bytes, start];
    if (start === 0 && body.length >= 3 && body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) [body, at] = [body.subarray(3), 3];
    if (body.length > 0 && body[body.length - 1] === carriageReturn) body = body.subarray(0, -1);
    if (body.length === 0) return null;
    // Plain ASCII decodes several times faster so, to the same text.
    const plain = isAscii(body);
    const text = body.toString(plain ? 'latin1' : 'utf8');
    if (body.length < 256 && text.trim() === '') return null;
    if (!known && !isUtf8(body)) {
      issues.push({
        line: number,
        code: 'invalid_utf8',
        message: `Line ${number} holds bytes that are not UTF-8; they are shown as \uFFFD.`,
        excerpt: toExcerptText(text),
      });
    }
    return { number, offset: at, bytes: body.length, text, hash: toLineHash(body), isAscii: plain };
  };

  const endLine = (bytes: Buffer, totalBytes: number, known: boolean) => {
    line += 1;
    if (totalBytes > limits.lineBytes) skipOverlong(line, totalBytes, bytes);
    else {
      const made = toLine(bytes, line, offset, known);
      if (made) lines.push(made);
    }
    offset += totalBytes + 1;
    batchBytes += totalBytes + 1;
  };

  const keep = (rest: Buffer) => {
    if (rest.length === 0) return;
    carryBytes += rest.length;
    if (!overlong && carryBytes <= limits.lineBytes) {
      carry.push(Buffer.from(rest));
      return;
    }
    if (!overlong) {
      hashAtOffset = fileHash.copy();
      overlong = Buffer.concat([...carry, rest], Math.min(displayWindowBytes, carryBytes));
      hashAll(carry);
      carry = [];
    }
    fileHash.update(rest);
  };

  const isFull = () => batchBytes >= limits.batchBytes || lines.length + issues.length >= limits.batchLines;

  const takeBatch = (last: boolean): LineBatch => {
    const offsetSha256 = (hashAtOffset ?? fileHash).copy().digest('hex');
    let tail: Line | null = null;
    if (last && carryBytes > 0) {
      if (overlong) skipOverlong(line + 1, carryBytes, overlong);
      else tail = toLine(Buffer.concat(carry), line + 1, offset, false);
      hashAll(carry);
    }
    const batch: LineBatch = {
      lines,
      overlong: overlongLines,
      issues,
      offset,
      line,
      offsetSha256,
      tail,
      fileSha256: last ? fileHash.digest('hex') : null,
    };
    [lines, overlongLines, issues, batchBytes] = [[], [], [], 0];
    return batch;
  };

  return {
    /** Gives a batch as soon as it is full, since a chunk may hold more lines than memory does. */
    *push(chunk: Buffer): Generator<LineBatch> {
      let start = 0;
      let end = chunk.indexOf(newline);
      if (end < 0) {
        keep(chunk);
        return;
      }
      if (carryBytes > 0) {
        const totalBytes = carryBytes + end;
        const whole = overlong ?? Buffer.concat([...carry, chunk.subarray(0, end)]);
        hashAll([...carry, chunk.subarray(0, end + 1)]);
        // The parts are let go before the line's text is made.
        [carry, carryBytes, overlong, hashAtOffset] = [[], 0, null, null];
        endLine(whole, totalBytes, false);
        start = end + 1;
        end = chunk.indexOf(newline, start);
        if (isFull()) yield takeBatch(false);
      }
      const known = end < 0 || isUtf8(chunk.subarray(start, chunk.lastIndexOf(newline) + 1));
      let hashed = start;
      while (end >= 0) {
        endLine(chunk.subarray(start, end), end - start, known);
        start = end + 1;
        end = chunk.indexOf(newline, start);
        if (end >= 0 && !isFull()) continue;
        fileHash.update(chunk.subarray(hashed, start));
        hashed = start;
        if (isFull()) yield takeBatch(false);
      }
      keep(chunk.subarray(start));
    },

    takeBatch,
  };
};
