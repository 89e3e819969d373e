import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, lstatSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Replaces a file, or a symbolic link, atomically and keeps its mode; a new file, and its folder, are private to this user. */
export const replaceFile = (file: string, text: string): void => {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const stat = lstatSync(file, { throwIfNoEntry: false });
  const scratch = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    // Fails if something, such as a link of another user, is there.
    const handle = openSync(scratch, 'wx', stat?.isFile() ? stat.mode & 0o777 : 0o600);
    try {
      writeFileSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(scratch, file);
  } catch (error) {
    rmSync(scratch, { force: true });
    throw error;
  }
};
