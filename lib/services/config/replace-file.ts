import { closeSync, fsyncSync, mkdirSync, openSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Replaces a file atomically and keeps its mode; a new file, and its folder, are private to this user. If the path is a symbolic link,
 * replaces its target.
 */
export const replaceFile = (file: string, text: string): void => {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const stat = statSync(file, { throwIfNoEntry: false });
  const target = stat ? realpathSync(file) : file;
  const scratch = `${target}.${process.pid}.tmp`;
  try {
    const handle = openSync(scratch, 'w', stat?.mode ?? 0o600);
    try {
      writeFileSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(scratch, target);
  } catch (error) {
    rmSync(scratch, { force: true });
    throw error;
  }
};
