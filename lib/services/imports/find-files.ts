import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../domain/errors.ts';
import { isSideFile } from '../ingest/kept-outputs.ts';
import { findDatabaseOf } from '../../sources/sqlite-snapshot.ts';

const skipped = new Set(['node_modules', '.git']);

export type FoundFile = { file: string; problem: string | null };

/**
 * Files below a path, sorted by path; a path to a file gives that file. Skips node_modules, .git, symbolic links, and side files of
 * databases and of sessions. An unreadable folder is returned with its problem. Fails with `not_found` if the path does not exist.
 */
export const findFiles = async (place: string): Promise<FoundFile[]> => {
  const stats = await stat(place).catch(() => null);
  if (!stats) throw new AppError('not_found', `There is no file or folder ${place}.`);
  return stats.isDirectory() ? walk(place) : [{ file: place, problem: null }];
};

const walk = async (folder: string): Promise<FoundFile[]> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => null);
  if (!entries) return [{ file: folder, problem: 'Cannot read the folder: permission denied.' }];
  const names = new Set(entries.map((entry) => entry.name));
  const found: FoundFile[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory() && !skipped.has(entry.name)) found.push(...(await walk(full)));
    else if (entry.isFile() && !names.has(findDatabaseOf(entry.name) ?? '') && !isSideFile(path.resolve(full)))
      found.push({ file: full, problem: await findNameProblem(full) });
  }
  return found;
};

/** Bytes that are not UTF-8 arrive as U+FFFD, and the resulting path does not exist. */
const findNameProblem = async (file: string): Promise<string | null> =>
  !file.includes('\uFFFD') || (await stat(file).catch(() => null)) ? null : 'The file name is not UTF-8. Rename the file.';
