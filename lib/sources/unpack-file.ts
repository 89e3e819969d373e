import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { AppError, codeOf, isDiskFull } from '../domain/errors.ts';
import { printBytes } from '../print/bytes.ts';
import { isZstdMagic, unpackZstd, ZstdFault } from './unzstd.ts';

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

/** How a file is packed, by how it begins; null where it is not. */
export const findPacking = async (file: FileHandle): Promise<Packing | null> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
  if (buffer[0] === 0x1f && buffer[1] === 0x8b && buffer[2] === 8) return 'gzip';
  return bytesRead === 4 && isZstdMagic(buffer.readUInt32LE()) ? 'zstd' : null;
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
    const unpack = packing === 'gzip' ? createGunzip() : (blocks: AsyncIterable<Buffer>) => unpackZstd(blocks);
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
  if (code.startsWith('Z_') || error instanceof ZstdFault) {
    const why = error instanceof ZstdFault ? error.message : code === 'Z_BUF_ERROR' ? 'truncated' : 'damaged';
    return new AppError(
      'unreadable',
      `The ${packing} file is ${why}. Nothing was imported. Copy or download it again, or compress it again.`,
    );
  }
  if (isDiskFull(error))
    return new AppError('disk_full', `There is no room in ${tmpdir()} to unpack the file. Free some, or unpack it elsewhere.`);
  return error;
};
