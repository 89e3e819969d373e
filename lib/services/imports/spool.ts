import { open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../domain/errors.ts';
import { makePrivateFolder, refuseExposed } from '../../sources/private-files.ts';

/** Maximum size of a request body. */
export const maxBodyBytes = 4 * 1024 ** 3;

export type SpooledFile = { file: string; bytes: number; remove(): Promise<void> };

export type Spool = {
  /** Writes a stream to a temporary file with backpressure. Deletes the file on failure. */
  write(id: string, body: Readable, signal: AbortSignal): Promise<SpooledFile>;
  /** Deletes files of exited processes. Call before this one writes any. */
  clean(): Promise<void>;
};

/** Stores uploads in `folder` until they are imported. File names include the process id. */
export const makeSpool = ({ folder, processId, isAlive, limit = maxBodyBytes }: SpoolOptions): Spool => ({
  write: async (id, body, signal) => {
    const file = path.join(folder, `${processId}-${id}`);
    const remove = () => rm(file, { force: true });
    let bytes = 0;
    const count = new Transform({
      transform: (chunk: Buffer, _encoding, next) => {
        bytes += chunk.byteLength;
        next(bytes > limit ? new AppError('too_large', `The body exceeds the maximum of ${limit} bytes.`) : null, chunk);
      },
    });
    try {
      makePrivateFolder(folder);
      // A stream that opens it by itself may do so after it was removed.
      const opened = await open(file, 'wx', 0o600);
      await pipeline(body, count, opened.createWriteStream(), { signal });
      return { file, bytes, remove };
    } catch (error) {
      await remove();
      throw toSpoolError(error, folder);
    }
  },
  clean: async () => {
    const names = await listOwn(folder);
    // An older process may have had the id of this one.
    const isLeft = (by: number) => by === processId || !isAlive(by);
    const left = names.filter((name) => isLeft(Number.parseInt(name, 10)));
    await Promise.all(left.map((name) => rm(path.join(folder, name), { force: true })));
  },
});

/** Names in the folder; none if it is missing or if another user could have put a link to other files in its place. */
const listOwn = async (folder: string): Promise<string[]> => {
  try {
    refuseExposed(folder);
    return await readdir(folder);
  } catch {
    return [];
  }
};

/** This process, and whether another one is still running. */
export type Processes = { processId: number; isAlive: (processId: number) => boolean };
export type SpoolOptions = Processes & { folder: string; limit?: number };

const cutOff = () => new AppError('cancelled', 'The upload was interrupted. Nothing was stored.');

const toSpoolError = (error: unknown, folder: string): unknown => {
  if (error instanceof Error && error.message === 'Unexpected end of form') return cutOff();
  if (error instanceof AppError || !(error instanceof Error) || !('code' in error)) return error;
  switch (error.code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new AppError('disk_full', `The disk of ${folder} is full. Free some space and upload the file again.`);
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new AppError('unreadable', `Cannot write to ${folder}, where uploads are stored during an import.`);
    case 'ABORT_ERR':
    case 'ECONNRESET':
    case 'ERR_STREAM_PREMATURE_CLOSE':
      return cutOff();
    default:
      return error;
  }
};
