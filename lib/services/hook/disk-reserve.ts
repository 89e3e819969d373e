import { randomBytes } from 'node:crypto';
import { closeSync, constants, ftruncateSync, fstatSync, openSync, statfsSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { isDiskFull } from '../../domain/errors.ts';

/** Holds hundreds of events. */
const reserveBytes = 4 * 1024 * 1024;
const blockBytes = 4_096;
/** A disk with less than this to spare is about to be full. */
const spareBytes = 2 * reserveBytes;

/**
 * Room on a disk that is kept for small files which must not be lost: a file of random bytes, which a file system stores neither as a hole
 * nor compressed. It is given back a few blocks at a time, so that other programs, which fill the disk meanwhile, get little of it.
 */
export const makeDiskReserve = (file: string) => ({
  /** Writes what is missing, if the disk has room to spare. Never throws: the reserve is of no use to anybody now. */
  fill: (): void => {
    try {
      const missing = reserveBytes - (statSync(file, { throwIfNoEntry: false })?.size ?? 0);
      if (missing <= 0) return;
      const { bavail, bsize } = statfsSync(path.dirname(file));
      if (bavail * bsize >= spareBytes) extend(file, missing);
    } catch {
      // The next event tries again.
    }
  },

  /** Does what writes about as many bytes, and does it again with room from the reserve for as long as the disk is full. */
  lend: <T>(bytes: number, write: () => T): T => {
    for (;;) {
      try {
        return write();
      } catch (error) {
        if (!isDiskFull(error) || !release(file, bytes)) throw error;
      }
    }
  },
});

/** Writes at places, not at the end, so that two processes at a time write the same. */
const extend = (file: string, missing: number): void => {
  const handle = openSync(file, constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW, 0o600);
  const size = reserveBytes - missing;
  try {
    const bytes = randomBytes(missing);
    for (let done = 0; done < missing;) done += writeSync(handle, bytes, done, missing - done, size + done);
  } catch (error) {
    // A quota is not seen in what is free.
    ftruncateSync(handle, size);
    throw error;
  } finally {
    closeSync(handle);
  }
};

/** Gives back what a file of as many bytes and its folder take; false if nothing is left. */
const release = (file: string, bytes: number): boolean => {
  let handle: number;
  try {
    handle = openSync(file, constants.O_WRONLY | constants.O_NOFOLLOW);
  } catch {
    return false;
  }
  try {
    const { size } = fstatSync(handle);
    ftruncateSync(handle, Math.max(0, size - (Math.ceil(bytes / blockBytes) + 1) * blockBytes));
    return size > 0;
  } finally {
    closeSync(handle);
  }
};
