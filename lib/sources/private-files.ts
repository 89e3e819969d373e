import { chmodSync, closeSync, constants, fstatSync, lstatSync, mkdirSync, openSync, readFileSync, statSync, type Stats } from 'node:fs';
import path from 'node:path';
import { AppError, hasCode } from '../domain/errors.ts';
import { printShellWord } from '../print/shell-word.ts';

const ofOthers = 0o077;
const writableByOthers = 0o022;

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

/** Files and folders for this user alone. Those in `trusted` decide what the program does; `data` is used whoever could write it. */
export type PrivatePaths = { data: readonly string[]; trusted: readonly string[] };

/**
 * Takes what other users of this machine may do with these files and folders away. Returns those that were changed: none the next time.
 * Skips what is trusted where they can write to it, as it may hold what they wrote: reading it fails, and says what to do. Skips missing
 * ones, too, those of other users and links that they made, and file systems without such modes or that are read-only.
 */
export const makePrivate = ({ data, trusted }: PrivatePaths): string[] =>
  [...trusted, ...data].filter((one) => {
    const own = process.geteuid?.();
    const stats = statSync(one, { throwIfNoEntry: false });
    if (!stats || (stats.mode & ofOthers) === 0 || stats.uid !== own || lstatSync(one).uid !== own) return false;
    if (trusted.includes(one) && (stats.mode & writableByOthers) !== 0) return false;
    try {
      chmodSync(one, stats.mode & 0o777 & ~ofOthers);
    } catch {
      return false;
    }
    return statSync(one).mode !== stats.mode;
  });

/**
 * Why other users of this machine can change a file or what a folder holds, and the command that ends it; null if only this user and root
 * can. Neither membership in a group nor the sticky bit is trusted. Null on Windows, where modes say nothing.
 */
const describeExposure = (place: string, stats: Stats): string | null => {
  const own = process.geteuid?.();
  if (own === undefined) return null;
  const isForeign = stats.uid !== own && stats.uid !== 0;
  const isWritable = (stats.mode & writableByOthers) !== 0;
  if (!isForeign && !isWritable) return null;
  const by = stats.uid === own ? '' : 'sudo ';
  const word = printShellWord(place);
  const commands = [...(isForeign ? [`${by}chown ${own} ${word}`] : []), ...(isWritable ? [`${by}chmod go-w ${word}`] : [])];
  const run = `run \`${commands.join(' && ')}\``;
  return isForeign
    ? `${place} belongs to another user (${stats.uid}), who can change it. Check what it holds, then ${run}.`
    : `Other users can ${stats.isDirectory() ? 'write to' : 'change'} ${place}. To prevent that, ${run}.`;
};

/** Why a folder must not be trusted with files that decide what the program does (`describeExposure`); null if it can be or is missing. */
export const findExposure = (folder: string): string | null => {
  const stats = statSync(folder, { throwIfNoEntry: false });
  return stats ? describeExposure(folder, stats) : null;
};

const refuse = (exposure: string | null): void => {
  if (exposure !== null) throw new AppError('forbidden', exposure);
};

/**
 * Fails with `forbidden` and what to do where other users can change a file or folder or the folder that it is in, or where it is a
 * symbolic link. Missing ones pass.
 */
export const refuseExposed = (place: string): void => {
  refuse(findExposure(path.dirname(place)));
  const stats = lstatSync(place, { throwIfNoEntry: false });
  if (stats?.isSymbolicLink()) throw toLinkError(place);
  if (stats) refuse(describeExposure(place, stats));
};

/**
 * The text of a file that decides what the program does; null if it is missing. Fails with `forbidden` and what to do where other users
 * can change the file or its folder or where the file is a symbolic link, with `unreadable` where it is not a regular file or larger than
 * `maxBytes`, else with the system's error.
 */
export const readPrivateFile = (file: string, maxBytes = Infinity): string | null => {
  let handle: number;
  try {
    // Opening a pipe must not block.
    handle = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return null;
    if (hasCode(error, 'ELOOP')) throw toLinkError(file);
    // A socket cannot be opened.
    if (hasCode(error, 'ENXIO')) throw notRegular();
    throw error;
  }
  try {
    const stats = fstatSync(handle);
    if (!stats.isFile()) throw notRegular();
    refuse(findExposure(path.dirname(file)) ?? describeExposure(file, stats));
    if (stats.size > maxBytes) throw new AppError('unreadable', `The file has ${stats.size} bytes; the maximum is ${maxBytes}.`);
    return readFileSync(handle, 'utf8');
  } finally {
    closeSync(handle);
  }
};

const notRegular = (): AppError => new AppError('unreadable', 'Not a regular file.');
const toLinkError = (place: string): AppError =>
  new AppError('forbidden', `${place} is a symbolic link, which is not followed. Replace it with what it points to.`);

/**
 * Makes a folder for files of this user alone, with its parents, unless it exists. Fails with `forbidden` and what to do where other users
 * can write to it or to the folder that it is in, or where it is a symbolic link. Returns its path.
 */
export const makePrivateFolder = (folder: string): string => {
  mkdirSync(path.dirname(folder), { recursive: true, mode: 0o700 });
  refuse(findExposure(path.dirname(folder)));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
  refuseExposed(folder);
  if (!lstatSync(folder).isDirectory()) throw new AppError('forbidden', `${folder} is not a folder. Move it away.`);
  return folder;
};
