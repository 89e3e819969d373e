import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { AppError, codeOf, isDiskFull } from '../domain/errors.ts';
import { printBytes } from '../print/bytes.ts';

export type UnpackLimits = {
  /** Unpacked bytes that any file may have. */
  freeBytes: number;
  /** Beyond those: how many times its packed size a file may have. Texts of sessions are packed five to fifty times. */
  maxTimes: number;
  /** Whatever its packed size is: the unpacked file takes as much of the disk while it is read. */
  maxBytes: number;
};

export const defaultUnpackLimits: UnpackLimits = { freeBytes: 64 * 1024 * 1024, maxTimes: 200, maxBytes: 8 * 1024 ** 3 };

/** How many unpacked bytes a file of `size` packed ones may have. */
export const toMaxBytes = (size: number, { freeBytes, maxTimes, maxBytes }: UnpackLimits): number =>
  Math.min(maxBytes, Math.max(freeBytes, size * maxTimes));

const blockBytes = 256 * 1024;

export type Packing = 'gzip' | 'zstd';

const magics: readonly (readonly [Packing, readonly number[]])[] = [
  ['gzip', [0x1f, 0x8b, 8]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
];

/** How a file is packed, by how it begins; null where it is not. */
export const findPacking = async (file: FileHandle): Promise<Packing | null> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
  const found = magics.find(([, magic]) => magic.length <= bytesRead && magic.every((byte, at) => buffer[at] === byte));
  return found?.[0] ?? null;
};

/**
 * Unpacks a file into a temporary file without a name, which is gone once its handle is closed. Throws `too_large` past
 * the limits, `unreadable` where the data is damaged or cut off, `disk_full` and `cancelled`. Memory does not grow with size.
 */
export const unpackFile = async (
  file: FileHandle,
  packing: Packing,
  signal: AbortSignal,
  limits: UnpackLimits = defaultUnpackLimits,
): Promise<FileHandle> => {
  const { size } = await file.stat();
  const name = path.join(tmpdir(), `observatory-${randomUUID()}`);
  const unpacked = await open(name, 'wx+', 0o600);
  try {
    await unlink(name);
    const unpack = packing === 'gzip' ? createGunzip() : unpackZstd;
    await pipeline(readBlocks(file), unpack, makeWriter(unpacked, toMaxBytes(size, limits)), { signal });
    return unpacked;
  } catch (error) {
    await unpacked.close();
    throw toAppError(error, packing, signal);
  }
};

async function* readBlocks(file: FileHandle): AsyncGenerator<Buffer> {
  for (let at = 0; ;) {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(blockBytes), 0, blockBytes, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** What is unpacked at once: a kilobyte holds at most 256 blocks of 128 kB. */
const zstdSliceBytes = 1_024;

/** A frame may ask for this much memory, as the zstd command allows by default. */
const maxWindowBytes = 128 * 1024 * 1024;

class ZstdError extends Error {}

async function* unpackZstd(blocks: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  const { Decompress } = await import('fzstd');
  let unpacked: Uint8Array[] = [];
  const stream = new Decompress((chunk) => unpacked.push(Uint8Array.from(chunk)));
  const push = (bytes: Uint8Array, isLast: boolean): Uint8Array[] => {
    try {
      stream.push(bytes, isLast);
    } catch (error) {
      throw new ZstdError(isLast ? 'truncated' : 'damaged', { cause: error });
    }
    const chunks = unpacked;
    unpacked = [];
    return chunks;
  };
  let isFirst = true;
  for await (const block of blocks) {
    if (isFirst && readWindowBytes(block) > maxWindowBytes) throw new ZstdError('too large to unpack');
    isFirst = false;
    for (let at = 0; at < block.length; at += zstdSliceBytes) yield* push(block.subarray(at, at + zstdSliceBytes), false);
  }
  yield* push(new Uint8Array(0), true);
}

/** The window that the first frame's header asks for (RFC 8878, 3.1.1.1). A frame in one segment has its content as its window. */
const readWindowBytes = (head: Buffer): number => {
  const descriptor = head[4] ?? 0;
  if ((descriptor & 0x20) === 0) {
    const window = head[5] ?? 0;
    return 2 ** (10 + (window >> 3)) * (1 + (window & 7) / 8);
  }
  const at = 5 + ([0, 1, 2, 4][descriptor & 3] ?? 0);
  const bytes = [1, 2, 4, 8][descriptor >> 6] ?? 1;
  return head.length < at + bytes ? 0 : bytes === 8 ? Number(head.readBigUInt64LE(at)) : head.readUIntLE(at, bytes);
};

// A stream, not a function: one that got nothing before the padding of an empty file would be aborted.
const makeWriter = (to: FileHandle, maxBytes: number): Writable => {
  let bytes = 0;
  return new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length;
      if (bytes > maxBytes) done(tooLarge(maxBytes));
      else to.appendFile(chunk).then(() => done(), done);
    },
  });
};

export const tooLarge = (maxBytes: number): AppError =>
  new AppError(
    'too_large',
    `The file unpacks to more than ${printBytes(maxBytes)}, far more than sessions do. Unpack it first, and import what is in it.`,
  );

const toAppError = (error: unknown, packing: Packing, signal: AbortSignal): unknown => {
  if (signal.aborted) return new AppError('cancelled', 'The import was canceled.');
  const code = codeOf(error) ?? '';
  if (code.startsWith('Z_') || error instanceof ZstdError) {
    const why = error instanceof ZstdError ? error.message : code === 'Z_BUF_ERROR' ? 'truncated' : 'damaged';
    return new AppError(
      'unreadable',
      `The ${packing} file is ${why}. Nothing was imported. Copy or download it again, or compress it again.`,
    );
  }
  if (isDiskFull(error))
    return new AppError('disk_full', `There is no room in ${tmpdir()} to unpack the file. Free some, or unpack it elsewhere.`);
  return error;
};
