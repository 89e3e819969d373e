import { createHash, randomUUID, type Hash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { chmod, copyFile, mkdir, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { AppError, codeOf, isDiskFull } from '../domain/errors.ts';

/** A copy of a database with the rows that its log holds. Nothing is kept of it after `remove`. */
export type Snapshot = { file: string; sha256: string; remove(): Promise<void> };

/** Shows whether a database was written: the facts of its file and of its log. */
export type DatabaseFacts = { bytes: number; mtimeMs: number; inode: string };

const logOf = (file: string): string => `${file}-wal`;

/** Files that SQLite keeps beside a database; the rollback journal is never copied, since it may name any other file. */
const sideSuffixes = ['-wal', '-shm', '-journal'] as const;

/** The database that a path is a side file of; null for any other path. */
export const findDatabaseOf = (file: string): string | null => {
  const suffix = sideSuffixes.find((one) => file.endsWith(one));
  return suffix ? file.slice(0, -suffix.length) : null;
};

/** Size and time of change of a database, its write-ahead log counted in. */
export const readDatabaseFacts = async (file: string): Promise<DatabaseFacts> => {
  const [own, log] = await Promise.all([stat(file, { bigint: true }), statOf(logOf(file))]);
  return {
    bytes: Number(own.size + (log?.size ?? 0n)),
    mtimeMs: Math.max(Number(own.mtimeMs), Number(log?.mtimeMs ?? 0n)),
    inode: `${String(own.dev)}:${String(own.ino)}`,
  };
};

const attempts = 5;
const pauseMs = 50;

/**
 * Copies a database and its log into `folder`, and reads nothing but their bytes: no lock, no shared memory, nothing is
 * written beside them. The log checks itself, and pages reach the database's own file only when they are moved out of the
 * log; so the copy is one state of the store if that file did not change meanwhile, else it is taken again. Fails with
 * `store_busy` when it changes all the time. `sha256` is of the file's bytes, then the log's.
 */
export const takeDatabaseSnapshot = async (file: string, folder: string): Promise<Snapshot> => {
  const copy = path.join(folder, `${String(process.pid)}-database-${randomUUID()}`);
  const remove = async () => {
    for (const suffix of ['', ...sideSuffixes]) await rm(copy + suffix, { force: true });
  };
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const before = await readState(file);
      await copyPrivately(file, copy);
      await copyPrivately(logOf(file), logOf(copy));
      if ((await readState(file)) === before) return { file: copy, sha256: await hashFiles([copy, logOf(copy)]), remove };
      await wait(pauseMs);
    }
    throw new AppError('store_busy', `${file} kept changing while it was copied. Import it again in a moment.`);
  } catch (error) {
    await remove();
    throw toSnapshotError(error, folder);
  }
};

const readState = async (file: string): Promise<string> => {
  const { ino, size, mtimeNs } = await stat(file, { bigint: true });
  return [ino, size, mtimeNs].join(' ');
};

const statOf = async (file: string) => stat(file, { bigint: true }).catch(() => null);

/** A copy shares the original's blocks where the file system can. One that is not there leaves no copy. */
const copyPrivately = async (from: string, to: string): Promise<void> => {
  await rm(to, { force: true });
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  await chmod(to, 0o600);
};

const hashFiles = async (files: readonly string[]): Promise<string> => {
  const hash = createHash('sha256');
  for (const file of files) await feed(hash, file);
  return hash.digest('hex');
};

const feed = async (hash: Hash, file: string): Promise<void> => {
  if (!(await statOf(file))) return;
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
};

const toSnapshotError = (error: unknown, folder: string): unknown => {
  if (isDiskFull(error))
    return new AppError('disk_full', `A database is copied to ${folder} to be read, and that disk is full: free as much as it has bytes.`);
  return error;
};

const magic = Buffer.from('SQLite format 3\0');
const headerBytes = 100;
/** Value that the format prescribes for the share of a page that one cell may take. */
const fractions = 0x40_20_20;

/** Whether a file is a SQLite database, by its first bytes. */
export const isDatabaseFile = async (file: FileHandle): Promise<boolean> => {
  const bytes = Buffer.alloc(magic.length);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
  return bytesRead === magic.length && bytes.equals(magic);
};

const logged = 2;

/** Whether a database has a log beside it while it is open, by its first bytes. */
export const isLogged = (header: Uint8Array): boolean => header[18] === logged || header[19] === logged;

/** Whether a database's log stands beside it. */
export const hasLog = async (file: string): Promise<boolean> => (await statOf(logOf(file))) !== null;

/** The header. Fails with `unreadable` where the fixed fields of a database's header are others than SQLite opens: before it is copied. */
export const readHeader = async (file: FileHandle): Promise<Uint8Array> => {
  const header = Buffer.alloc(headerBytes);
  const { bytesRead } = await file.read(header, 0, headerBytes, 0);
  const page = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  const isSound = bytesRead === headerBytes && page >= 512 && (page & (page - 1)) === 0 && header.readUIntBE(21, 3) === fractions;
  if (!isSound)
    throw new AppError('unreadable', 'This SQLite database is damaged or cut off: its header is not valid. Restore it from a backup.');
  return header;
};
