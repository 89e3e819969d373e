import { constants, type Dirent } from 'node:fs';
import { access, lstat, opendir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../../domain/errors.ts';
import { isSideFile } from '../ingest/kept-outputs.ts';
import { isOwnFile } from './own-files.ts';

/** Files that watching a folder would read. */
export type FolderPreview = {
  /** Absolute; what it leads to if it is a link. */
  path: string;
  /** Session files, by their names, and their bytes. */
  files: number;
  bytes: number;
  /** Paths of some of them, relative to the folder. */
  examples: string[];
  /** Why it cannot be watched: it is missing, unreadable or over the budget. */
  problem: string | null;
  /** Why watching it needs to be confirmed: it holds far more than an agent's sessions. */
  warning: string | null;
};

/** Limits of a watched folder: session files, also while it is watched; and all files and folders when watching starts. */
export const watchBudget = { files: 20_000, entries: 200_000 };
export type WatchBudget = typeof watchBudget;

const shownExamples = 5;

/** JSON Lines, also packed ones. */
export const isLinesFile = (file: string): boolean => /\.jsonl(?:\.gz|\.zst)?$/.test(file);

/** JSON Lines, documents and databases. These count towards the budget. */
export const isSessionFile = (file: string): boolean => isLinesFile(file) || /\.(?:json|db|sqlite3?)$/.test(file);

/** Session files, and write-ahead logs of databases: a change of either changes a session. */
export const isFollowedFile = (file: string): boolean => isSessionFile(file) || /\.(?:db|sqlite3?)-wal$/.test(file);

/** Where files are looked for: `home` is the user's folder, `own` the archive's database, `variables` what names the agents' places. */
export type Places = { home: string; own: string; variables?: Readonly<Record<string, string | undefined>> };

/** Whether a file or folder is left out, with all in it: dependencies, Git's files, side files of sessions and the archive's own. */
export const isSkipped = (file: string, { own }: Places): boolean =>
  /[\\/](node_modules|\.git)$/.test(file) || isSideFile(file) || isOwnFile(file, own);

const systemFolder =
  /^(?:\/(?:mnt|media|opt|srv|tmp|Applications|Volumes)|\/(?:bin|boot|dev|etc|home|lib\d*|proc|root|run|sbin|sys|usr|var(?:\/lib)?|Users|System|Library|private)(?:\/[^/]+)?|(?:[a-z]:|\/mnt\/[a-z])[\\/](?:Windows|Users|Program Files[^\\/]*|ProgramData)(?:[\\/][^\\/]+)?)$/iu;

/** Where disks and shares are mounted, those of Windows under WSL included. */
const mountedDisk = /^\/(?:(?:mnt|Volumes)\/[^/]+|(?:run\/)?media\/[^/]+(?:\/[^/]+)?)$/u;

/** Why a folder is far more than where an agent keeps its sessions; null for any other. */
export const findBreadth = (folder: string, home: string): string | null => {
  if (path.dirname(folder) === folder) return `${folder} is the whole disk.`;
  if (folder === home) return `${folder} is your whole home folder.`;
  if (`${home}${path.sep}`.startsWith(`${folder}${path.sep}`)) return `${folder} holds the home folders of this machine.`;
  if (folder.startsWith(`${home}${path.sep}`)) return null;
  if (mountedDisk.test(folder)) return `${folder} may be a whole disk.`;
  return systemFolder.test(folder) ? `${folder} belongs to the system or to another user.` : null;
};

/** A session file of a folder, and when it was written. */
export type ScannedFile = { file: string; bytes: number; mtimeMs: number };

/**
 * Lists what watching a folder would read, up to the budget, and counts it. Links are not followed; folders that cannot be read are left
 * out.
 */
export const scanFolder = async (
  folder: string,
  places: Places,
  budget: WatchBudget = watchBudget,
): Promise<{ preview: FolderPreview; files: ScannedFile[] }> => {
  const isLink = await lstat(folder).then(
    (stats) => stats.isSymbolicLink(),
    () => false,
  );
  const real = await realpath(folder).catch(() => folder);
  const root = isLink ? real : folder;
  const preview: FolderPreview = { path: root, files: 0, bytes: 0, examples: [], problem: await findProblem(folder), warning: null };
  const files: ScannedFile[] = [];
  if (preview.problem !== null) return { preview, files };
  preview.warning = findBreadth(real, await realpath(places.home).catch(() => places.home));
  const waiting = [root];
  let entries = 0;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const names: string[] = [];
    for await (const entry of listEntries(at)) {
      const file = path.join(at, entry.name);
      entries += 1;
      if (isSkipped(file, places)) continue;
      if (entry.isDirectory()) waiting.push(file);
      if (entry.isFile() && isSessionFile(file)) names.push(file);
      preview.files = files.length + names.length;
      if (preview.files <= budget.files && entries <= budget.entries) continue;
      preview.problem = toOverBudget(
        root,
        preview.files > budget.files ? [budget.files, 'session files'] : [budget.entries, 'files and folders'],
      );
      return { preview, files };
    }
    const stats = await Promise.all(names.map((file) => stat(file).catch(() => null)));
    files.push(...names.map((file, index) => ({ file, bytes: stats[index]?.size ?? 0, mtimeMs: stats[index]?.mtimeMs ?? 0 })));
    preview.examples = files.slice(0, shownExamples).map(({ file }) => path.relative(root, file));
    preview.bytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
  }
  return { preview, files };
};

export const toOverBudget = (folder: string, [max, what]: [number, string]): string =>
  `${folder} holds more than ${max.toLocaleString('en-US')} ${what}, which is too many to follow. Choose a folder below it.`;

/** Why something in a followed folder is not followed, and what to do. `error`: what the watcher reports. */
export const toUnreadable = (folder: string, error: unknown): string => {
  const denied = codeOf(error) === 'EACCES' || codeOf(error) === 'EPERM';
  const at = error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : 'A file or folder';
  if (denied) return `${at} cannot be read: permission denied. Make it readable and follow ${folder} again. The rest is followed.`;
  return error instanceof Error ? error.message : String(error);
};

/** None of what cannot be read. */
async function* listEntries(folder: string): AsyncGenerator<Dirent> {
  try {
    yield* await opendir(folder);
  } catch (error) {
    if (codeOf(error) === null) throw error;
  }
}

const findProblem = async (folder: string): Promise<string | null> => {
  const stats = await stat(folder).catch(() => null);
  if (!stats) return `There is no folder ${folder}.`;
  if (!stats.isDirectory()) return `${folder} is a file. Use the folder that contains it.`;
  const readable = await access(folder, constants.R_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  return readable ? null : `Cannot read the folder ${folder}: permission denied.`;
};
