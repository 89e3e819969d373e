import { readFileSync, realpathSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Root of a repository, and the name of the worktree that a folder is in; null for the main one. */
export type GitRoot = { root: string; worktree: string | null };

/** The files of git that are read hold one line. */
const maxBytes = 8_192;

/**
 * The repository that holds a folder of this machine, as `git rev-parse` would say, without running a program. Null: the folder does
 * not exist, is in no repository, or in one that is the whole home folder.
 */
export const findGitRoot = (cwd: string): GitRoot | null => {
  // A path of two slashes names another machine.
  if (!path.isAbsolute(cwd) || /^[/\\]{2}/u.test(cwd)) return null;
  try {
    const folder = realpathSync(cwd);
    for (let at = folder; ; at = path.dirname(at)) {
      const found = readGit(at);
      if (found) return found.root === os.homedir() ? null : found;
      if (path.dirname(at) === at) return null;
    }
  } catch {
    // The folder is gone, or cannot be looked at.
    return null;
  }
};

/** The repository that `.git` in a folder names: a folder of its own, or a file that names one elsewhere. */
const readGit = (folder: string): GitRoot | null => {
  const file = path.join(folder, '.git');
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return statSync(path.join(file, 'HEAD'), { throwIfNoEntry: false }) ? { root: folder, worktree: null } : null;
  const [, named] = /^gitdir: *(\S.*)/u.exec(readLine(file) ?? '') ?? [];
  if (named === undefined) return null;
  const own = path.resolve(folder, named.trimEnd());
  const common = readLine(path.join(own, 'commondir'));
  // A submodule, or a repository whose data lies elsewhere.
  if (common === null) return { root: folder, worktree: null };
  const shared = path.resolve(own, common.trim());
  return { root: path.basename(shared) === '.git' ? path.dirname(shared) : shared, worktree: path.basename(folder) };
};

/** The text of a small file; null: there is none, or it is no file of git's. */
const readLine = (file: string): string | null => {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats?.isFile() && stats.size <= maxBytes ? readFileSync(file, 'utf8') : null;
};
