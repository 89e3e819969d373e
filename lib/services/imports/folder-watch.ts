import path from 'node:path';
import { watch, type FSWatcher } from 'chokidar';
import { AppError } from '../../domain/errors.ts';
import type { FileResult } from '../../domain/import.ts';
import { agents } from '../../formats/registry.ts';
import type { Store } from '../../store/store.ts';
import { findDatabaseOf } from '../../sources/sqlite-snapshot.ts';
import { findFiles } from './find-files.ts';
import { makeFollowedFiles, type FollowedFiles } from './followed-files.ts';
import { runUntilStored, type ImportQueue } from './import-queue.ts';
import {
  isFollowedFile,
  isSessionFile,
  isSkipped,
  previewFolder,
  toOverBudget,
  watchBudget,
  type FolderPreview,
  type Places,
  type WatchBudget,
} from './preview-folder.ts';
import { makeWatchLog } from './watch-log.ts';

export type Watched = { path: string; addedAtMs: number; fromCommandLine: boolean; problem: string | null };
export type FoundFolder = { path: string; label: string; files: number };

export type FolderWatch = {
  /** Watches the stored folders and those of the command line. */
  start(fromCommandLine: readonly string[]): Promise<void>;
  list(): Watched[];
  /** Agent folders on this machine that have session files. */
  find(): Promise<FoundFolder[]>;
  /** What watching a folder would read. */
  preview(folder: string): Promise<FolderPreview>;
  /** Fails with `invalid_input` if it cannot be watched, and with `conflict` unless a preview with a warning `isConfirmed`. */
  add(folder: string, options?: { isConfirmed?: boolean }): Promise<{ watched: Watched[] }>;
  remove(folder: string): Promise<{ watched: Watched[] }>;
  /** Imports a file again if it is in a watched folder; answers whether it is. */
  reread(file: string): boolean;
  close(): Promise<void>;
};

type Deps = {
  store: Store;
  queue: ImportQueue;
  now: () => number;
  places: Places;
  /** Called with errors while watching a file. */
  onError: (error: unknown) => void;
  budget?: WatchBudget;
};

type Following = Watched & { watcher: FSWatcher | null; files: FollowedFiles };

/** Watches folders: imports their files, then imports appended lines within about 50 ms. */
export const makeFolderWatch = ({ store, queue, now, places, onError, budget = watchBudget }: Deps): FolderWatch => {
  const following = new Map<string, Following>();
  const results = makeWatchLog({ store, now, onError });

  const importOne = (folder: string) => async (file: string, signal: AbortSignal) => {
    const input = { file, path: file, synthetic: false, signal, onProgress: () => undefined };
    const onBusy = ({ issues }: FileResult, waitMs: number) =>
      onError(new AppError('store_busy', `${file}: ${issues[0]?.message ?? ''} Next attempt in ${waitMs / 1_000} s.`));
    try {
      const result = await runUntilStored(queue, input, { urgent: true, onBusy });
      // An agent's folder has mostly complete files and some unrelated ones; neither is worth reporting.
      if (result.status !== 'unchanged' && result.status !== 'refused' && result.status !== 'cancelled') results.put(folder, result);
    } catch (error) {
      onError(error);
    }
  };

  const follow = (
    folder: string,
    addedAtMs: number,
    { path: real, problem }: Pick<FolderPreview, 'path' | 'problem'>,
    fromCommandLine = false,
  ) => {
    const files = makeFollowedFiles(importOne(folder));
    const entry: Following = { path: folder, addedAtMs, fromCommandLine, problem, watcher: null, files };
    following.set(folder, entry);
    if (entry.problem !== null) return;
    const watcher = watch(real, {
      followSymlinks: false,
      ignored: (file, stats) =>
        isSkipped(file, places) || stats?.isSymbolicLink() === true || (stats?.isFile() === true && !isFollowedFile(file)),
    });
    const setProblem = (found: string) => {
      entry.problem = found;
      void store.announce('watch', folder).catch(onError);
    };
    const onChange = (file: string) => files.changed(findDatabaseOf(file) ?? file);
    let sessionFiles = 0;
    watcher.on('add', (file) => {
      if (isSessionFile(file)) sessionFiles += 1;
      if (sessionFiles <= budget.files) return onChange(file);
      setProblem(toOverBudget(folder, [budget.files, 'session files']));
      void watcher.close().catch(onError);
    });
    watcher.on('unlink', (file) => {
      if (isSessionFile(file)) sessionFiles -= 1;
    });
    watcher.on('change', onChange);
    watcher.on('error', (error) => setProblem(error instanceof Error ? error.message : String(error)));
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

  const toFolder = (folder: string): string => path.resolve(folder.replace(/^~(?=$|\/)/, places.home));
  const preview = (folder: string): Promise<FolderPreview> => previewFolder(toFolder(folder), places, budget);

  return {
    start: async (fromCommandLine) => {
      for (const folder of fromCommandLine) {
        const previewed = await preview(folder);
        follow(previewed.path, now(), previewed, true);
      }
      for (const { path: folder, addedAtMs } of await store.listWatched())
        if (!following.has(folder)) follow(folder, addedAtMs, await preview(folder));
    },
    list,
    find: async () => {
      const known = agents.flatMap(({ label, folder }) => (folder === undefined ? [] : [{ label, folder }]));
      const found = await Promise.all(known.map(({ label, folder }) => countSessionFiles(label, path.join(places.home, folder))));
      return found.filter(({ files }) => files > 0);
    },
    preview,
    add: async (given, { isConfirmed = false } = {}) => {
      const previewed = await preview(given);
      const { path: folder, problem, warning } = previewed;
      if (problem !== null) throw new AppError('invalid_input', problem);
      if (warning !== null && !isConfirmed)
        throw new AppError('conflict', `${warning} Choose a folder below it, or confirm that you want to watch it.`);
      const known = following.get(folder);
      if (known?.problem === null) return { watched: list() };
      if (known) await unfollow(known);
      const addedAtMs = now();
      await store.putWatched(folder, addedAtMs);
      follow(folder, addedAtMs, previewed);
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
    reread: (file) => {
      const holder = [...following.values()].find(({ path: folder, problem }) => problem === null && file.startsWith(folder + path.sep));
      holder?.files.changed(file);
      return holder !== undefined;
    },
    close: async () => {
      await Promise.all([...following.values()].map(unfollow));
      await results.flush();
    },
  };
};

const countSessionFiles = async (label: string, folder: string): Promise<FoundFolder> => {
  const found = await findFiles(folder).catch(() => []);
  return { path: folder, label, files: found.filter(({ file, problem }) => problem === null && file.endsWith('.jsonl')).length };
};
