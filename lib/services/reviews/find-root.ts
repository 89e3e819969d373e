import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { isPrivateFolder } from './is-private-folder.ts';

/** The folder whose files reviewers may read, without symbolic links; or why there is none, as a sentence. */
export type Root = { folder: string; problem: null } | { folder: null; problem: string };

type Allowed = {
  /** Folders that files may be read below; without any, everywhere but in folders that are private. */
  roots: readonly string[];
  home: string;
};

/** Whether an absolute path is a folder or below it. */
export const isWithin = (folder: string, outer: string): boolean => {
  const relative = path.relative(outer, folder);
  return relative === '' || (!relative.startsWith(`..${path.sep}`) && relative !== '..' && !path.isAbsolute(relative));
};

const toReal = (folder: string): Promise<string | null> => realpath(folder).catch(() => null);

/**
 * Decides whether files below the folder of a session may be read. A session can come from anybody's file, so its folder is not trusted:
 * private folders (`isPrivateFolder`), and those that `roots` leave out, are refused.
 */
export const findRoot = async (cwd: string | null, { roots, home }: Allowed): Promise<Root> => {
  const refuse = (problem: string): Root => ({ folder: null, problem });
  if (cwd === null) return refuse('The session names no folder, so no files can be reviewed.');
  if (!path.isAbsolute(cwd)) return refuse(`The folder of the session, ${cwd}, is not an absolute path.`);
  const folder = await toReal(cwd);
  if (folder === null || !(await stat(folder).catch(() => null))?.isDirectory())
    return refuse(`The folder of the session, ${cwd}, is not on this machine.`);
  if (roots.length === 0) {
    if (isPrivateFolder(folder, (await toReal(home)) ?? home))
      return refuse(`${cwd} is a home or system folder. To review files below it, list folders as reviewers.roots in the configuration.`);
    return { folder, problem: null };
  }
  const realRoots = await Promise.all(roots.map(toReal));
  if (realRoots.some((root) => root !== null && isWithin(folder, root))) return { folder, problem: null };
  return refuse(`${cwd} is in none of the folders of reviewers.roots.`);
};
