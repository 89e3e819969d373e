import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import { watch, type FSWatcher } from 'chokidar';
import { AppError } from '../../domain/errors.ts';
import { agents } from '../../formats/registry.ts';
import type { Store } from '../../store/store.ts';
import { findDatabaseOf } from '../../sources/sqlite-snapshot.ts';
import { findFiles } from './find-files.ts';
import { makeFollowedFiles, type FollowedFiles } from './followed-files.ts';
import type { ImportQueue } from './import-queue.ts';
import { makeWatchLog } from './watch-log.ts';

export type Watched = { path: string; addedAtMs: number; fromCommandLine: boolean; problem: string | null };
export type FoundFolder = { path: string; label: string; files: number };

export type FolderWatch = {
  /** Watches the stored folders and those of the command line. */
  start(fromCommandLine: readonly string[]): Promise<void>;
  list(): Watched[];
  /** Agent folders on this machine that have session files. */
  find(): Promise<FoundFolder[]>;
  add(folder: string): Promise<{ watched: Watched[] }>;
  remove(folder: string): Promise<{ watched: Watched[] }>;
  close(): Promise<void>;
};

type Deps = {
  store: Store;
  queue: ImportQueue;
  now: () => number;
  home: string;
  /** Called with errors while watching a file. */
  onError: (error: unknown) => void;
};

type Following = Watched & { watcher: FSWatcher | null; files: FollowedFiles };

/** JSON Lines, documents, databases, and their write-ahead logs. */
const isSessionFile = (file: string): boolean => /\.(?:jsonl?|(?:db|sqlite3?)(?:-wal)?)$/.test(file);
const isSkipped = (file: string): boolean => /[\\/](node_modules|\.git)$/.test(file);

/** Watches folders: imports their files, then imports appended lines within about 50 ms. */
export const makeFolderWatch = ({ store, queue, now, home, onError }: Deps): FolderWatch => {
  const following = new Map<string, Following>();
  const stopping = new AbortController();
  const results = makeWatchLog({ store, now, onError });

  const importOne = (folder: string) => async (file: string) => {
    try {
      const input = { file, path: file, synthetic: false, signal: stopping.signal, onProgress: () => undefined };
      const result = await queue.run(input, { urgent: true });
      // An agent's folder has mostly complete files and some unrelated ones; neither is worth reporting.
      if (result.status !== 'unchanged' && result.status !== 'refused' && result.status !== 'cancelled') results.put(folder, result);
    } catch (error) {
      onError(error);
    }
  };

  const follow = async (folder: string, addedAtMs: number, fromCommandLine: boolean) => {
    const files = makeFollowedFiles(importOne(folder));
    const entry: Following = { path: folder, addedAtMs, fromCommandLine, problem: await findProblem(folder), watcher: null, files };
    following.set(folder, entry);
    if (entry.problem !== null) return;
    const watcher = watch(folder, {
      followSymlinks: false,
      ignored: (file, stats) => isSkipped(file) || (stats?.isFile() === true && !isSessionFile(file)),
    });
    const onChange = (file: string) => files.changed(findDatabaseOf(file) ?? file);
    watcher.on('add', onChange);
    watcher.on('change', onChange);
    watcher.on('error', (error) => {
      entry.problem = error instanceof Error ? error.message : String(error);
      void store.announce('watch', folder).catch(onError);
    });
    entry.watcher = watcher;
  };

  const unfollow = async (entry: Following) => {
    following.delete(entry.path);
    await entry.watcher?.close();
    await entry.files.close();
  };

  const list = (): Watched[] =>
    [...following.values()].map(({ path: folder, addedAtMs, fromCommandLine, problem }) => ({
      path: folder,
      addedAtMs,
      fromCommandLine,
      problem,
    }));

  const toFolder = (folder: string): string => path.resolve(folder.replace(/^~(?=$|\/)/, home));

  return {
    start: async (fromCommandLine) => {
      for (const folder of fromCommandLine) await follow(toFolder(folder), now(), true);
      for (const { path: folder, addedAtMs } of await store.listWatched())
        if (!following.has(folder)) await follow(folder, addedAtMs, false);
    },
    list,
    find: async () => {
      const known = agents.flatMap(({ label, folder }) => (folder === undefined ? [] : [{ label, folder }]));
      const found = await Promise.all(known.map(({ label, folder }) => countSessionFiles(label, path.join(home, folder))));
      return found.filter(({ files }) => files > 0);
    },
    add: async (given) => {
      const folder = toFolder(given);
      const problem = await findProblem(folder);
      if (problem !== null) throw new AppError('invalid_input', problem);
      if (following.get(folder)?.problem === null) return { watched: list() };
      const addedAtMs = now();
      await store.putWatched(folder, addedAtMs);
      await follow(folder, addedAtMs, false);
      return { watched: list() };
    },
    remove: async (given) => {
      const folder = toFolder(given);
      const entry = following.get(folder);
      if (!entry) throw new AppError('not_found', `${folder} is not watched.`);
      if (entry.fromCommandLine) throw new AppError('conflict', `${folder} is watched because of --watch. Restart the server without it.`);
      await store.deleteWatched(folder);
      await unfollow(entry);
      return { watched: list() };
    },
    close: async () => {
      stopping.abort();
      await Promise.all([...following.values()].map(unfollow));
      await results.flush();
    },
  };
};

const countSessionFiles = async (label: string, folder: string): Promise<FoundFolder> => {
  const found = await findFiles(folder).catch(() => []);
  return { path: folder, label, files: found.filter(({ file, problem }) => problem === null && file.endsWith('.jsonl')).length };
};

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
