import { createReadStream, rmSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { ArchiveFacts, DataTask, DeletedFile } from '../../domain/data.ts';
import { AppError } from '../../domain/errors.ts';
import { makePrivateFolder } from '../../sources/private-files.ts';
import type { Store } from '../../store/store.ts';
import { toUploadFolder } from '../imports/own-files.ts';

export type ArchiveService = ReturnType<typeof makeArchiveService>;

export type DataWork = { kind: 'backup'; file: string } | { kind: 'compact' };

/** Starts work on the archive in another thread. `progress`: the share that is done, null where that is not known. */
export type StartWork = (
  work: DataWork,
  events: { progress(share: number | null): void; end(problem: string | null): void },
) => { stop(): void };

type Deps = {
  store: Store;
  now: () => number;
  databaseFile: string;
  /** The user's folder, for paths that begin with `~`. */
  home: string;
  startWork: StartWork;
  /** Begins the names of downloads beside uploads, so that a later server removes what this one leaves. */
  processId: number;
  /** Reads a file again where a followed folder holds it; answers whether one does. */
  reread: (file: string) => boolean;
};

const maxDeletedFiles = 200;
/** Files of subagents of one session. */
const maxBelow = 10_000;

/** The archive as a whole: what it holds, and what takes long and is done in a thread of its own, one at a time. */
export const makeArchiveService = ({ store, now, databaseFile, home, startWork, processId, reread }: Deps) => {
  let task: DataTask | null = null;
  let running: { stop(): void } | null = null;
  /** A copy that nobody has taken to its end yet. */
  let copy: { file: string } | null = null;
  const backupFolder = path.join(path.dirname(databaseFile), 'backups');
  const spool = toUploadFolder(databaseFile);
  const dropCopy = () => {
    if (copy !== null) rmSync(copy.file, { force: true });
    copy = null;
  };

  const start = (work: DataWork, kind: DataTask['kind'], file: string | null): DataTask => {
    if (task?.status === 'running')
      throw new AppError('conflict', `A ${task.kind === 'compact' ? 'compaction' : 'backup'} is running. Start this one after it.`);
    dropCopy();
    const own: DataTask = { kind, file, status: 'running', share: null, problem: null, copy: null, bytes: null, startedAtMs: now() };
    task = own;
    // Folders of our own are made when they are needed; a mistyped one is not.
    if (work.kind === 'backup' && [backupFolder, spool].includes(path.dirname(work.file))) makePrivateFolder(path.dirname(work.file));
    const put = (change: Partial<DataTask>) => {
      task = { ...(task ?? own), ...change };
    };
    running = startWork(work, {
      progress: (share) => put({ share }),
      end: (problem) =>
        put(
          problem === null
            ? {
                status: 'done',
                share: 1,
                copy: kind === 'download' ? 'ready' : null,
                bytes: work.kind === 'backup' ? (statSync(work.file, { throwIfNoEntry: false })?.size ?? null) : null,
              }
            : { status: 'failed', share: null, problem },
        ),
    });
    return own;
  };

  return {
    describe: async (): Promise<ArchiveFacts & { path: string; backupFile: string; deletedFiles: DeletedFile[] }> => ({
      path: databaseFile,
      backupFile: path.join(backupFolder, `observatory-${toFileStamp(now())}.db`),
      ...(await store.describeArchive()),
      deletedFiles: await store.listDeletedFiles(maxDeletedFiles),
    }),
    /** The long task that was started last; null before the first one. */
    task: (): DataTask | null => task,
    /** Starts a copy to a new file. The task says what goes wrong with it. */
    backup: (given: string): DataTask => {
      const file = given.replace(/^~(?=\/)/u, home);
      if (!path.isAbsolute(file)) throw new AppError('invalid_input', `${given}: use a whole path, such as /backups/observatory.db.`);
      return start({ kind: 'backup', file }, 'backup', file);
    },
    /** Starts a copy for `takeDownload`. If nobody takes it, the next task or the end of the server removes it. */
    startDownload: (): DataTask => {
      const name = `observatory-${toFileStamp(now())}.db`;
      const file = path.join(spool, `${processId}-${name}`);
      const started = start({ kind: 'backup', file }, 'download', name);
      copy = { file };
      return started;
    },
    /**
     * The copy, which is removed once it was read to its end; who lets go of it earlier can take it again. Fails with `not_found` where
     * none is ready.
     */
    takeDownload: async (): Promise<{ fileName: string; mediaType: string; bytes: number; parts: AsyncGenerator<Uint8Array> }> => {
      if (copy === null || task?.copy !== 'ready')
        throw new AppError(
          'not_found',
          'No backup is ready. Start one with POST /api/data/download, and wait until GET /api/data/task says that it is ready.',
        );
      const [taken, own] = [copy, task];
      const { size } = await stat(taken.file);
      const parts = async function* (): AsyncGenerator<Uint8Array> {
        yield* createReadStream(taken.file) as AsyncIterable<Uint8Array>;
        // Another reader may have come first, or another task.
        if (copy !== taken) return;
        dropCopy();
        task = { ...own, copy: 'taken' };
      };
      return { fileName: own.file ?? path.basename(taken.file), mediaType: 'application/vnd.sqlite3', bytes: size, parts: parts() };
    },
    compact: (): DataTask => start({ kind: 'compact' }, 'compact', null),
    /**
     * Lets a file give back what was deleted of it, and those of its subagents, which lie in a folder of its name. A followed one is read at
     * once; any other when it is imported.
     */
    allowAgain: async (file: string): Promise<{ reread: boolean }> => {
      const below = await store.listDeletedFiles(maxBelow, `${file.replace(/\.\w+$/u, '')}/`);
      const allowed = [file, ...below.map((one) => one.path)];
      for (const one of allowed) await store.restoreFile(one);
      return { reread: allowed.map(reread).includes(true) };
    },
    close: () => {
      running?.stop();
      dropCopy();
    },
  };
};

/** For names of files: `20260131-120000`, in UTC. */
export const toFileStamp = (atMs: number): string => new Date(atMs).toISOString().slice(0, 19).replaceAll(/[-:]/gu, '').replace('T', '-');
