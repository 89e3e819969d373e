import { stat } from 'node:fs/promises';
import path from 'node:path';
import { agents } from '../../formats/registry.ts';
import { findFiles } from './find-files.ts';

/** An agent's folder: its session files with their bytes, the sessions that they make up, and when one was last written. */
export type FoundFolder = { path: string; label: string; sessions: number; files: number; bytes: number; newestAtMs: number | null };

/** Agent folders below the home folder that have session files, the one with the newest first. Reads no file. */
export const findAgentFolders = async (home: string): Promise<FoundFolder[]> => {
  const found = await Promise.all(
    agents.map(async ({ label, folder, sessionOf = (file) => file }): Promise<FoundFolder | null> => {
      if (folder === undefined) return null;
      const place = path.join(home, folder);
      const listed = await findFiles(place).catch(() => []);
      const names = listed.filter(({ file, problem }) => problem === null && file.endsWith('.jsonl')).map(({ file }) => file);
      if (names.length === 0) return null;
      const looked = await Promise.all(names.map(async (file) => ({ file, stats: await stat(file).catch(() => null) })));
      const stats = looked.flatMap((one) => one.stats ?? []);
      // Claude Code leaves an empty file of a session that was opened and left.
      const filled = looked.filter((one) => one.stats !== null && one.stats.size > 0);
      const sessions = new Set(filled.map(({ file }) => sessionOf(file)).filter((session) => session !== null)).size;
      const bytes = stats.reduce((sum, { size }) => sum + size, 0);
      const newestAtMs = stats.reduce<number | null>((newest, { mtimeMs }) => Math.max(newest ?? 0, mtimeMs), null);
      return { path: place, label, sessions, files: names.length, bytes, newestAtMs };
    }),
  );
  return found.filter((folder) => folder !== null).sort((a, b) => (b.newestAtMs ?? 0) - (a.newestAtMs ?? 0));
};
