import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { agents } from '../../formats/registry.ts';
import { findFiles } from './find-files.ts';
import { isLinesFile } from './preview-folder.ts';

/** An agent's folder: its session files with their bytes, the sessions that they make up, and when one was last written. */
export type FoundFolder = { path: string; label: string; sessions: number; files: number; bytes: number; newestAtMs: number | null };

/** Where agents keep their files: the home folder, and the environment variables that name other places. */
type AgentPlaces = { home: string; variables: Readonly<Record<string, string | undefined>> };

/** Folders of agents that have session files, the one with the newest first. Reads no file. */
export const findAgentFolders = async (places: AgentPlaces): Promise<FoundFolder[]> => {
  const named = agents.flatMap((agent) => (agent.folders ?? []).map((folder) => ({ agent, place: toPlace(folder, places) })));
  const known = new Set<string>();
  const found = await Promise.all(
    named.map(async ({ agent: { label, sessionOf = (file) => file }, place }): Promise<FoundFolder | null> => {
      // A variable may name the place that is looked at anyway, also by way of a link.
      const real = place === null ? null : await realpath(place).catch(() => null);
      if (place === null || real === null || known.has(real)) return null;
      known.add(real);
      const listed = await findFiles(place).catch(() => []);
      const names = listed.filter(({ file, problem }) => problem === null && isLinesFile(file)).map(({ file }) => file);
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

/** `~/…` and `$NAME/…` as paths; null where the variable is not set, or not to a whole path. */
const toPlace = (folder: string, { home, variables }: AgentPlaces): string | null => {
  const [base = '', ...rest] = folder.split('/');
  const root = base === '~' ? home : variables[base.slice(1)];
  return root === undefined || !path.isAbsolute(root) ? null : path.join(root, ...rest);
};
