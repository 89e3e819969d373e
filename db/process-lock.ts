import Database from 'better-sqlite3';
import { isBusy, toDatabaseError } from './database-error.ts';
import { createPrivately, refuseExposed } from '../lib/sources/private-files.ts';

/** A lock that one process at a time holds. The system releases it when its holder ends, however that happens. */
export type ProcessLock = {
  /** A function that releases the lock; null if another process, or another lock on the file, holds it. */
  take(): (() => void) | null;
  close(): void;
};

/** Opens a lock on a file, which is created and stays empty. Fails as `openDatabase` does, and where other users can change the file. */
export const openProcessLock = (file: string): ProcessLock => {
  const db = openEmpty(file);
  return {
    take: () => {
      try {
        db.exec('BEGIN EXCLUSIVE');
      } catch (error) {
        if (isBusy(error)) return null;
        throw toDatabaseError(error, file);
      }
      return () => db.exec('ROLLBACK');
    },
    close: () => db.close(),
  };
};

const openEmpty = (file: string) => {
  createPrivately(file);
  refuseExposed(file);
  return new Database(file, { timeout: 0 });
};
