import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makePrivateFolder, readPrivateFile } from '../../sources/private-files.ts';
import { makeDiskReserve } from './disk-reserve.ts';

/** An event that waits: a file, named by when its hook started, so that names sort as events happened. */
export type SpooledEvent = { name: string; atMs: number; isSameSession: boolean };

/** More waiting events than this are a sign that nothing can process them. */
const maxEvents = 5_000;
/** A file that was not completed within this time belongs to a hook that was killed while it wrote. */
const incompleteForMs = 60_000;
const isIncomplete = (name: string): boolean => name.startsWith('.');
const toSessionMark = (sessionId: string): string => createHash('sha256').update(sessionId).digest('hex').slice(0, 12);

/** When the hook of a waiting event started, in epoch milliseconds. */
export const toEventTime = (name: string): number => Math.floor(Number.parseInt(name, 10) / 1_000);

export type HookSpool = ReturnType<typeof makeHookSpool>;

/** Folder in which the events for a database wait. */
export const toSpoolFolder = (databaseFile: string): string =>
  path.join(path.dirname(databaseFile), 'hook-spool', path.basename(databaseFile));

/**
 * Events that hooks have received, one file each, until they are in the archive. An event is in the spool whole or not at all, whenever
 * its process is killed. Files and folder are private to this user; all but `read` fail with `forbidden` where others can change them or the
 * folder of the database.
 */
export const makeHookSpool = (folder: string, reserve = makeDiskReserve(path.join(folder, 'reserve'))) => ({
  /** Held by the one process that drains the spool. */
  lockFile: path.join(folder, 'lock'),

  /** Keeps room for events that come while the disk is full. */
  keepReserve: (): void => {
    makeFolder(folder);
    reserve.fill();
  },

  /** Stores an event, keeps room for later ones, and returns its name. Throws the system's error if it cannot be written, and an error if too many events wait. */
  put: (sessionId: string, text: string, atMs: number): string => {
    makeFolder(folder);
    if (readdirSync(folder).length >= maxEvents) throw new Error(`${maxEvents} events are waiting in ${folder}.`);
    const micros = String(Math.round(atMs * 1_000)).padStart(17, '0');
    const name = `${micros}-${process.pid}-${randomBytes(6).toString('hex')}-${toSessionMark(sessionId)}.json`;
    reserve.lend(Buffer.byteLength(text), () => writeWhole(folder, name, text));
    // Not after the event is handled: the first hook, which creates the archive, often has no time for that.
    reserve.fill();
    return name;
  },

  /** Waiting events, oldest first. */
  list: (sessionId: string | null = null): SpooledEvent[] => {
    const end = sessionId === null ? null : `-${toSessionMark(sessionId)}.json`;
    return readNames(folder)
      .filter((name) => name.endsWith('.json') && !isIncomplete(name))
      .sort()
      .map((name) => ({ name, atMs: toEventTime(name), isSameSession: end !== null && name.endsWith(end) }));
  },

  /** The event's text; null if it no longer waits. Fails with an AppError where it is no file of this user. */
  read: (name: string): string | null => readPrivateFile(path.join(folder, name)),

  remove: (name: string): void => rmSync(path.join(folder, name), { force: true }),

  /** Keeps an event that cannot be stored where nothing retries it, and returns its path. */
  setAside: (name: string): string => {
    const aside = path.join(folder, 'failed');
    makePrivateFolder(aside);
    renameSync(path.join(folder, name), path.join(aside, name));
    return path.join(aside, name);
  },

  /** Removes files of hooks that were killed while they wrote. */
  sweep: (nowMs: number): void => {
    for (const file of readNames(folder)
      .filter(isIncomplete)
      .map((name) => path.join(folder, name))) {
      const stats = statSync(file, { throwIfNoEntry: false });
      if (stats && nowMs - stats.mtimeMs > incompleteForMs) rmSync(file, { force: true });
    }
  },
});

/** Writes under a temporary name first. A partly written file is removed. */
const writeWhole = (folder: string, name: string, text: string): void => {
  const fresh = path.join(folder, `.${name}`);
  try {
    writeFileSync(fresh, text, { flag: 'wx', mode: 0o600 });
    renameSync(fresh, path.join(folder, name));
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
};

const makeFolder = (folder: string): void => {
  makePrivateFolder(path.dirname(folder));
  makePrivateFolder(folder);
};

const readNames = (folder: string): string[] => {
  makeFolder(folder);
  return readdirSync(folder);
};
