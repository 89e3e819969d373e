import { access } from 'node:fs/promises';
import path from 'node:path';
import { watch, type FSWatcher } from 'chokidar';
import { AppError } from '../../domain/errors.ts';
import type { FileResult } from '../../domain/import.ts';
import type { Store } from '../../store/store.ts';
import { findDatabaseOf } from '../../sources/sqlite-snapshot.ts';
import { findAgentFolders, type FoundFolder } from './find-agent-folders.ts';
import { makeFollowedFiles, type FollowedFiles } from './followed-files.ts';
import { runUntilStored, type ImportQueue } from './import-queue.ts';
import type { ImportService } from './import-service.ts';
import {
  isFollowedFile,
  isSessionFile,
  isSkipped,
  scanFolder,
  toOverBudget,
  toUnreadable,
  watchBudget,
  type FolderPreview,
  type Places,
  type ScannedFile,
  type WatchBudget,
} from './preview-folder.ts';
import { makeWatchLog } from './watch-log.ts';

export type Watched = {
  path: string;
  addedAtMs: number;
  fromCommandLine: boolean;
  problem: string | null;
  /** Its import was canceled, and the rest of the files that were there not read since. */
  isPartial: boolean;
};
export type FolderWatch = {
  /** Watches the stored folders and those of the command line, which may be relative to the working folder. All others must be absolute. */
  start(fromCommandLine: readonly string[]): Promise<void>;
  list(): Watched[];
  /** Agent folders on this machine that have session files, the one with the newest first. */
  find(): Promise<FoundFolder[]>;
  /** Lists the files that watching a folder would read. */
  preview(folder: string): Promise<FolderPreview>;
  /**
   * Answers once the import of its files is there, with its id; null if there is none. A folder whose import was canceled is imported
   * again, which reads what was not read. Fails with `invalid_input` if it cannot be watched, and with `conflict` unless a
   * preview with a warning `isConfirmed`.
   */
  add(folder: string, options?: { isConfirmed?: boolean }): Promise<{ watched: Watched[]; importId: string | null }>;
  remove(folder: string): Promise<{ watched: Watched[] }>;
  /** Imports a file again if it is in a watched folder; answers whether it is. */
  reread(file: string): boolean;
  close(): Promise<void>;
};

type Deps = {
  store: Store;
  queue: ImportQueue;
  /** Imports the files that are there when watching begins. */
  imports: Pick<ImportService, 'importFiles'>;
  now: () => number;
  places: Places;
  /** Called with errors while watching a file. */
  onError: (error: unknown) => void;
  budget?: WatchBudget;
};

type Scanned = Awaited<ReturnType<typeof scanFolder>>;
/** `isNew`: the folder was never imported as a whole. `onOpen`: called once its import is there, or there will be none. */
type First = { isNew: boolean; onOpen: (importId: string | null) => void };
type Begin = First & Pick<Watched, 'addedAtMs' | 'fromCommandLine'>;
type Following = Watched & {
  watcher: FSWatcher | null;
  files: FollowedFiles;
  /** Ends the import of the files that were there. */
  closing: AbortController;
  importing: Promise<unknown>;
};

/** Imports of a followed file that find the database busy, within about two minutes. After that it is read when it changes, or at the next start. */
const maxRetries = 15;

/** Watches folders: imports their files, the newest first, then imports appended lines within about 50 ms. */
export const makeFolderWatch = (deps: Deps): FolderWatch => {
  const { store, queue, imports, now, places, onError, budget = watchBudget } = deps;
  const following = new Map<string, Following>();
  let lastTurn: Promise<unknown> = Promise.resolve();
  /** Runs what changes `following` one after the other: each looks at it and then waits before it changes it. */
  const inTurn = <T>(task: () => T | Promise<T>): Promise<T> => {
    const turn = lastTurn.then(task);
    lastTurn = turn.catch(() => undefined);
    return turn;
  };
  const results = makeWatchLog({ store, now, onError });

  const announce = (folder: string) => void store.announce('watch', folder).catch(onError);

  const importOne = (folder: string) => async (file: string, signal: AbortSignal) => {
    const input = { file, path: file, synthetic: false, signal, onProgress: () => undefined };
    const onBusy = ({ issues }: FileResult, waitMs: number) =>
      onError(new AppError('store_busy', `${file}: ${issues[0]?.message ?? ''} Next attempt in ${waitMs / 1_000} s.`));
    try {
      const result = await runUntilStored(queue, input, { maxRetries, urgent: true, onBusy });
      // An agent's folder has mostly complete files and some unrelated ones; neither is worth reporting.
      if (result.status !== 'unchanged' && result.status !== 'refused' && result.status !== 'cancelled') results.put(folder, result);
    } catch (error) {
      onError(error);
    }
  };

  /** Files that were there when watching began: one import if `isNew`; if the folder was imported before, what changed meanwhile. */
  const importFirst = async (entry: Following, found: readonly ScannedFile[], { isNew, onOpen }: First) => {
    const { path: label, files, closing } = entry;
    const setPartial = (isPartial: boolean) => {
      if (entry.isPartial === isPartial || closing.signal.aborted) return;
      entry.isPartial = isPartial;
      announce(label);
    };
    const newestFirst = found.toSorted((a, b) => b.mtimeMs - a.mtimeMs).map(({ file, bytes }) => ({ file, path: file, bytes }));
    if (isNew && found.length > 0) {
      const { status } = await imports.importFiles({
        label,
        origin: 'watch',
        synthetic: false,
        files: newestFirst,
        signal: closing.signal,
        onOpen: (importId, canceled) => {
          // At once: who canceled it may go on with the rest before this import has ended.
          canceled.addEventListener('abort', () => setPartial(true));
          onOpen(importId);
        },
      });
      setPartial(status === 'cancelled');
    } else for (const { file } of newestFirst) files.changed(file);
  };

  const follow = (folder: string, { preview: { path: real, problem }, files: found }: Scanned, { isNew, onOpen, ...about }: Begin) => {
    const files = makeFollowedFiles(importOne(folder));
    const closing = new AbortController();
    const importing = Promise.resolve();
    const entry: Following = { path: folder, ...about, problem, watcher: null, files, closing, importing, isPartial: false };
    following.set(folder, entry);
    if (entry.problem !== null) {
      onOpen(null);
      return;
    }
    entry.importing = importFirst(entry, found, { isNew, onOpen })
      .catch(onError)
      .finally(() => onOpen(null));
    const writtenAtMs = new Map(found.map(({ file, mtimeMs }) => [file, mtimeMs]));
    const watcher = watch(real, {
      alwaysStat: true,
      followSymlinks: false,
      ignored: (file, stats) =>
        isSkipped(file, places) || stats?.isSymbolicLink() === true || (stats?.isFile() === true && !isFollowedFile(file)),
    });
    const setProblem = (reason: string) => {
      if (entry.problem === reason) return;
      entry.problem = reason;
      announce(folder);
    };
    const onChange = (file: string) => files.changed(findDatabaseOf(file) ?? file);
    let sessionFiles = 0;
    watcher.on('add', (file, stats) => {
      if (isSessionFile(file)) sessionFiles += 1;
      if (sessionFiles > budget.files) {
        setProblem(toOverBudget(folder, [budget.files, 'session files']));
        void watcher.close().catch(onError);
      } else if (writtenAtMs.get(file) !== stats?.mtimeMs) onChange(file);
    });
    const setGone = () => {
      if (!closing.signal.aborted) setProblem(`${folder} is gone. Follow it again once it is back.`);
    };
    const checkIsThere = () => void access(real).catch(setGone);
    watcher.on('unlinkDir', checkIsThere);
    // That reports neither a folder that goes before it is watched nor one that goes after the last of its files.
    watcher.on('ready', checkIsThere);
    watcher.on('raw', (event) => {
      if (event === 'rename') checkIsThere();
    });
    watcher.on('unlink', (file) => {
      if (isSessionFile(file)) sessionFiles -= 1;
    });
    watcher.on('change', onChange);
    watcher.on('error', (error) => setProblem(toUnreadable(folder, error)));
    entry.watcher = watcher;
  };

  const unfollow = async (entry: Following) => {
    following.delete(entry.path);
    entry.closing.abort();
    await entry.watcher?.close();
    await Promise.all([entry.files.close(), entry.importing]);
  };

  const list = (): Watched[] =>
    [...following.values()].map(({ path: folder, addedAtMs, fromCommandLine, problem, isPartial }) => ({
      path: folder,
      addedAtMs,
      fromCommandLine,
      problem,
      isPartial,
    }));

  const expandHome = (folder: string): string => folder.replace(/^~(?=$|\/)/, places.home);
  /** Nobody who asks over HTTP knows the server's working folder, so a path must not depend on it. */
  const toFolder = (given: string): string => {
    const folder = expandHome(given);
    if (!path.isAbsolute(folder)) throw new AppError('invalid_input', `${given}: use a whole path, such as ~/.claude/projects.`);
    return path.resolve(folder);
  };
  const scan = (folder: string): Promise<Scanned> => scanFolder(folder, places, budget);

  return {
    start: async (fromCommandLine) => {
      const { items } = await store.listImports({ cursor: null, limit: 100 });
      const isNew = (folder: string) =>
        !items.some(({ origin, label, status }) => origin === 'watch' && label === folder && status === 'done');
      const onOpen = () => undefined;
      const followOnce = (folder: string, scanned: Scanned, about: Pick<Watched, 'addedAtMs' | 'fromCommandLine'>) => {
        if (!following.has(folder)) follow(folder, scanned, { ...about, isNew: isNew(folder), onOpen });
      };
      for (const given of fromCommandLine) {
        const scanned = await scan(path.resolve(expandHome(given)));
        await inTurn(() => followOnce(scanned.preview.path, scanned, { addedAtMs: now(), fromCommandLine: true }));
      }
      for (const { path: folder, addedAtMs } of await store.listWatched()) {
        const scanned = await scan(folder);
        await inTurn(() => followOnce(folder, scanned, { addedAtMs, fromCommandLine: false }));
      }
    },
    list,
    find: () => findAgentFolders({ home: places.home, variables: places.variables ?? {} }),
    preview: async (folder) => (await scan(toFolder(folder))).preview,
    add: async (given, { isConfirmed = false } = {}) => {
      const scanned = await scan(toFolder(given));
      const { path: folder, problem, warning } = scanned.preview;
      if (problem !== null) throw new AppError('invalid_input', problem);
      return inTurn(async () => {
        const known = following.get(folder);
        if (warning !== null && !isConfirmed && !known)
          throw new AppError('conflict', `${warning} Choose a folder below it, or confirm that you want to follow it.`);
        if (known?.problem === null && !known.isPartial) return { watched: list(), importId: null };
        if (known) await unfollow(known);
        const addedAtMs = now();
        if (known?.fromCommandLine !== true) await store.putWatched(folder, addedAtMs);
        const fromCommandLine = known?.fromCommandLine ?? false;
        const importId = await new Promise<string | null>((onOpen) =>
          follow(folder, scanned, { addedAtMs, fromCommandLine, isNew: true, onOpen }),
        );
        return { watched: list(), importId };
      });
    },
    remove: (given) =>
      inTurn(async () => {
        const folder = toFolder(given);
        const entry = following.get(folder);
        if (!entry) throw new AppError('not_found', `${folder} is not followed.`);
        if (entry.fromCommandLine)
          throw new AppError('conflict', `${folder} is followed because of --watch. Restart the server without it.`);
        await store.deleteWatched(folder);
        await unfollow(entry);
        return { watched: list() };
      }),
    reread: (file) => {
      const holder = [...following.values()].find(({ path: folder, problem }) => problem === null && file.startsWith(folder + path.sep));
      holder?.files.changed(file);
      return holder !== undefined;
    },
    close: async () => {
      await inTurn(() => Promise.all([...following.values()].map(unfollow)));
      await results.flush();
    },
  };
};
