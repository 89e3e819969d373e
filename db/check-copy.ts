import Database from 'better-sqlite3';
import { AppError } from '../lib/domain/errors.ts';

/** Makes a copy of a database, which nobody else uses, a file of its own, reads all of it, and fails with `damaged` where something is wrong. */
export const checkCopy = (copy: string, of: string): void => {
  const db = new Database(copy);
  try {
    // A copy with a write-ahead log has files beside it as soon as it is read.
    db.pragma('journal_mode = DELETE');
    const found = String(db.pragma('integrity_check', { simple: true }));
    if (found !== 'ok') throw new AppError('damaged', `The copy ${of} is damaged (${found}), so it was not kept.`);
  } finally {
    db.close();
  }
};
