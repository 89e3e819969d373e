import path from 'node:path';
import { findDatabaseOf } from '../../sources/sqlite-snapshot.ts';

/** Folder of uploads, and of databases that are copied to be read. */
export const toUploadFolder = (databaseFile: string): string => path.join(path.dirname(databaseFile), 'spool');

/** Folder of the demo's files while they are imported. */
export const toDemoFolder = (databaseFile: string, id: string): string => path.join(path.dirname(databaseFile), `demo-${id}`);

const ownFolder = /^(?:spool|hook-spool|demo-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/u;

/**
 * Whether a path is the archive's database, a file that SQLite keeps beside it, or one of the folders that hold uploads, events of hooks
 * and demo files, with all in them. The configuration, the token and the logs beside the database have no names of session files.
 */
export const isOwnFile = (file: string, databaseFile: string): boolean => {
  if (file === databaseFile || findDatabaseOf(file) === databaseFile) return true;
  const [first = ''] = path.relative(path.dirname(databaseFile), file).split(path.sep);
  return ownFolder.test(first);
};
