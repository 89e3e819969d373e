import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';

/** The folder whose files reviewers may read, without symbolic links; or why there is none, as a sentence. */
export type Root = { folder: string; problem: null } | { folder: null; problem: string };

type Allowed = {
  /** Folders that files may be read below; without any, everywhere but in a home folder itself and above. */
  roots: readonly string[];
  home: string;
};

/** Whether an absolute path is a folder or below it. */
export const isWithin = (folder: string, outer: string): boolean => {
  const relative = path.relative(outer, folder);
  return relative === '' || (!relative.startsWith(`..${path.sep}`) && relative !== '..' && !path.isAbsolute(relative));
};

const systemFolders = ['/etc', '/private/etc', '/proc', '/sys', '/dev', '/boot', '/run', '/var/lib', '/var/log'];
/** Folders that homes are in. */
const homes = ['/home', '/Users'];
/** Folders that hold keys, wherever they are. */
const keyFolders = ['.ssh', '.aws', '.gnupg', '.kube', '.docker', '.azure'];

/** Whether a folder is the system's, somebody's home, one that holds keys, or a hidden one of the home folder. */
const isPrivate = (folder: string, home: string): boolean =>
  homes.some((one) => folder === one || path.dirname(folder) === one) ||
  folder.split(path.sep).some((name) => keyFolders.includes(name)) ||
  systemFolders.some((one) => isWithin(folder, one)) ||
  (isWithin(folder, home) && path.relative(home, folder).startsWith('.'));

const toReal = (folder: string): Promise<string | null> => realpath(folder).catch(() => null);

/**
 * Decides whether files below the folder of a session may be read. A session can come from anybody's file, so its folder is not trusted: a
 * home folder, what is above it, hidden and system folders, and what `roots` leave out are refused.
 */
export const findRoot = async (cwd: string | null, { roots, home }: Allowed): Promise<Root> => {
  const refuse = (problem: string): Root => ({ folder: null, problem });
  if (cwd === null) return refuse('The session names no folder, so no files can be reviewed.');
  if (!path.isAbsolute(cwd)) return refuse(`The folder of the session, ${cwd}, is not an absolute path.`);
  const folder = await toReal(cwd);
  if (folder === null || !(await stat(folder).catch(() => null))?.isDirectory())
    return refuse(`The folder of the session, ${cwd}, is not on this machine.`);
  if (roots.length === 0) {
    const realHome = (await toReal(home)) ?? home;
    if (isWithin(realHome, folder) || isPrivate(folder, realHome))
      return refuse(`${cwd} is a home or system folder. To review files below it, list folders as reviewers.roots in the configuration.`);
    return { folder, problem: null };
  }
  const realRoots = await Promise.all(roots.map(toReal));
  if (realRoots.some((root) => root !== null && isWithin(folder, root))) return { folder, problem: null };
  return refuse(`${cwd} is in none of the folders of reviewers.roots.`);
};
