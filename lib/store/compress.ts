import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, brotliDecompressSync, constants, type BrotliOptions } from 'node:zlib';
import { AppError } from '../domain/errors.ts';

/**
 * How what is kept beside the rows is compressed: Brotli (RFC 7932) at quality 1, which takes a quarter of the time of the
 * fastest DEFLATE on transcripts and gives less. The window is the size of a batch of lines.
 */
const options: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 20 } };

const compressAsync = promisify<Uint8Array, BrotliOptions, Buffer>(brotliCompress);

/** Largest chunk of output from a batch of lines: with the default of 16 kB, the thread is woken a dozen times. */
const maxChunkSize = 128 * 1024;

/** Compresses in the thread pool. */
export const compress = (data: Uint8Array): Promise<Buffer> =>
  compressAsync(data, { ...options, chunkSize: Math.min(maxChunkSize, Math.max(constants.Z_DEFAULT_CHUNK, data.length >> 2)) });

/** A few kilobytes, at once: a window of its size takes no memory that it does not fill. */
export const compressPart = (data: Uint8Array): Buffer =>
  brotliCompressSync(data, {
    params: { ...options.params, [constants.BROTLI_PARAM_LGWIN]: 14, [constants.BROTLI_PARAM_SIZE_HINT]: data.length },
  });

/** Text as compressed UTF-8. */
export const compressText = (text: string): Buffer => brotliCompressSync(text, options);

export const makeDamagedError = (): AppError => {
  const what = 'What is kept of this text is damaged in the database';
  return new AppError('unreadable', `${what}: check the disk, then import the file it came from into a new database.`);
};

/** Several times what is ever stored in one piece, which a longest line or document bounds: a damaged piece cannot take gigabytes. */
const maxOutputLength = 256 * 1024 * 1024;

/** Fails with `unreadable` where the database no longer holds what was stored. */
export const decompress = (data: Uint8Array): Buffer => {
  try {
    return brotliDecompressSync(data, { maxOutputLength });
  } catch {
    throw makeDamagedError();
  }
};

export const decompressText = (data: Uint8Array): string => decompress(data).toString();
