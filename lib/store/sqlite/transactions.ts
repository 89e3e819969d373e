import type { Database } from 'better-sqlite3';
import { damagedVersion } from '../../../db/check-database.ts';
import { AppError } from '../../domain/errors.ts';
import { retryBusy, type Wait } from './retry.ts';

export type Transactions = {
  /** Runs `work` on one snapshot. */
  read: <Result>(work: () => Result) => Promise<Result>;
  /** Runs `work` whole or not at all, with the write lock held from its beginning. */
  write: <Result>(work: () => Result) => Promise<Result>;
  /** The same; where `work` answers null, nothing of it is kept. */
  tryWrite: <Result>(work: () => Result | null) => Promise<Result | null>;
  /** A function over the database as an operation of the port, on one snapshot. */
  reading: <Args extends readonly unknown[], Result>(work: (...args: Args) => Result) => (...args: Args) => Promise<Result>;
  /** The same, in a transaction that writes. */
  writing: <Args extends readonly unknown[], Result>(work: (...args: Args) => Result) => (...args: Args) => Promise<Result>;
  /** Whether the archive was found damaged: then nothing is written. */
  isDamaged: () => boolean;
  /** Writes committed by this connection. */
  commits: () => number;
};

export const makeTransactions = (db: Database, wait: Wait): Transactions => {
  const begin = db.prepare('BEGIN');
  const beginImmediate = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const rollback = db.prepare('ROLLBACK');
  const version = db.prepare<[], number>('PRAGMA user_version').pluck();
  const isDamaged = () => version.get() === damagedVersion;
  let commits = 0;
  const run = <Result>(start: typeof begin, work: () => Result, isKept: (result: Result) => boolean = () => true): Promise<Result> =>
    retryBusy(db.name, wait, () => {
      start.run();
      try {
        if (start === beginImmediate && isDamaged()) throw toDamaged(db.name);
        const result = work();
        (isKept(result) ? commit : rollback).run();
        return result;
      } catch (error) {
        if (db.inTransaction) rollback.run();
        throw error;
      }
    });
  const read: Transactions['read'] = (work) => run(begin, work);
  const write: Transactions['write'] = async (work) => {
    const result = await run(beginImmediate, work);
    commits += 1;
    return result;
  };
  return {
    read,
    write,
    tryWrite: async (work) => {
      const result = await run(beginImmediate, work, (one) => one !== null);
      if (result !== null) commits += 1;
      return result;
    },
    reading:
      (work) =>
      (...args) =>
        read(() => work(...args)),
    writing:
      (work) =>
      (...args) =>
        write(() => work(...args)),
    isDamaged,
    commits: () => commits,
  };
};

const toDamaged = (file: string): AppError =>
  new AppError(
    'damaged',
    `The database ${file} is damaged, so it takes no more changes. Restore it from a backup, or choose another file with OBSERVATORY_DB and import the sources again.`,
  );
