import type { Readable } from 'node:stream';
import { v7 as uuidv7 } from 'uuid';
import { AppError } from '../../domain/errors.ts';
import type { GivenDescriptor } from '../../domain/trajectory.ts';
import type { FileResult } from '../../domain/import.ts';
import { readMultipart } from './read-multipart.ts';
import { makeFailedResult, makeWaitingResult, type RunningImport } from './running-import.ts';
import type { Spool, SpooledFile } from './spool.ts';

type Described = { descriptor?: GivenDescriptor | undefined };
export type Upload = { path: string; bytes: number; body: Readable } & Described;
export type UploadForm = { contentType: string; body: Readable } & Described;

type Deps = { spool: Spool; now: () => number };

const toFailedResult = ({ path, bytes }: Pick<Upload, 'path' | 'bytes'>, error: unknown): FileResult =>
  error instanceof AppError && (error.code === 'disk_full' || error.code === 'too_large' || error.code === 'cancelled')
    ? makeFailedResult(path, bytes, error.code, error.message)
    : makeFailedResult(path, bytes, 'unreadable', 'The file could not be imported because of a server error.');

const isOfFile = (error: unknown): boolean => error instanceof AppError && (error.code === 'disk_full' || error.code === 'too_large');

/** Imports one of several files. An unexpected error is its result and stops no other. */
export const addSafely = async (target: RunningImport, input: Parameters<RunningImport['addOneOfMany']>[0]): Promise<FileResult> => {
  try {
    return await target.addOneOfMany(input);
  } catch (error) {
    const failed = toFailedResult(input, error);
    target.putSoon(failed);
    return failed;
  }
};

/** Receives uploads: each is spooled to disk as it arrives and imported from there. */
export const makeReceive = ({ spool, now }: Deps) => {
  const write = (target: RunningImport, body: Readable): Promise<SpooledFile> => spool.write(uuidv7({ msecs: now() }), body, target.signal);

  /** Imports one file. A failure is stored as its result and thrown. */
  const receiveFile = async (target: RunningImport, upload: Upload): Promise<FileResult> => {
    const { path, bytes, body, descriptor } = upload;
    target.putSoon(makeWaitingResult(path, bytes));
    try {
      const spooled = await write(target, body);
      try {
        return await target.addFile({
          file: spooled.file,
          path,
          synthetic: false,
          restoresDeleted: true,
          descriptor,
          bytes: spooled.bytes,
        });
      } finally {
        await spooled.remove();
      }
    } catch (error) {
      await target.put(toFailedResult(upload, error));
      throw error;
    }
  };

  const importSpooled = async (
    target: RunningImport,
    path: string,
    spooled: SpooledFile,
    { descriptor }: Described,
  ): Promise<FileResult> => {
    try {
      return await addSafely(target, {
        file: spooled.file,
        path,
        synthetic: false,
        restoresDeleted: true,
        descriptor,
        bytes: spooled.bytes,
      });
    } finally {
      await spooled.remove();
    }
  };

  /** Imports the files of a form; the next file arrives while one is imported. A failure is a result. */
  const receiveForm = async (target: RunningImport, { contentType, body, descriptor }: UploadForm): Promise<FileResult[]> => {
    const results: Promise<FileResult>[] = [];
    try {
      await readMultipart(contentType, body, async (path, file) => {
        target.putSoon(makeWaitingResult(path, 0));
        try {
          const spooled = await write(target, file);
          results.push(importSpooled(target, path, spooled, { descriptor }));
        } catch (error) {
          const failed = toFailedResult({ path, bytes: 0 }, error);
          target.putSoon(failed);
          if (!isOfFile(error)) throw error;
          results.push(Promise.resolve(failed));
        }
      });
      return await Promise.all(results);
    } finally {
      await Promise.allSettled(results);
      await target.flush();
    }
  };

  return { receiveFile, receiveForm };
};
