import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import path from 'node:path';
import { hasCode } from '../lib/domain/errors.ts';

const ofOthers = 0o077;

/**
 * Creates an empty file, and its folder, that only this user can read. Existing ones stay as they are, and are not even opened: closing
 * a file takes the locks on it from all of the process, SQLite's among them (https://sqlite.org/howtocorrupt.html, section 2.2).
 */
export const createPrivately = (file: string): void => {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  try {
    closeSync(openSync(file, 'ax', 0o600));
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
};

/**
 * Takes what other users of this machine may do with these files and folders away. Returns those that were changed: none the next time.
 * Skips missing ones, those of other users, and file systems without such modes or that are read-only.
 */
export const makePrivate = (paths: readonly string[]): string[] =>
  paths.filter((one) => {
    const stats = statSync(one, { throwIfNoEntry: false });
    if (!stats || (stats.mode & ofOthers) === 0 || stats.uid !== process.getuid?.()) return false;
    try {
      chmodSync(one, stats.mode & 0o777 & ~ofOthers);
    } catch {
      return false;
    }
    return statSync(one).mode !== stats.mode;
  });
