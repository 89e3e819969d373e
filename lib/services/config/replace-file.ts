import { closeSync, fsyncSync, mkdirSync, openSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Replaces a file atomically and keeps its mode; a new file gets `mode`. Creates its folder. If the path is a symbolic link, replaces its
 * target.
 */
export const replaceFile = (file: string, text: string, mode?: number): void => {
  mkdirSync(path.dirname(file), { recursive: true });
  const stat = statSync(file, { throwIfNoEntry: false });
  const target = stat ? realpathSync(file) : file;
  const scratch = `${target}.${process.pid}.tmp`;
  try {
    const handle = openSync(scratch, 'w', stat?.mode ?? mode);
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
