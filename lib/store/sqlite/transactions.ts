import { setTimeout } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { damagedVersion } from '../../../db/check-database.ts';
import { AppError } from '../../domain/errors.ts';
import { retryBusy, type Patience } from './retry.ts';

export type Transactions = {
  /** Runs `work` on one snapshot. */
  read: <Result>(work: () => Result) => Promise<Result>;
  /** Runs `work` whole or not at all, with the write lock held from its beginning, in the order in which writes were asked for. Waits `withinMs` for others instead of the deadline. */
  write: <Result>(work: () => Result, withinMs?: number) => Promise<Result>;
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

/** A connection that held the write lock for this long lets others in before its next write. */
const maxHeldMs = 40;
/** Longer than others wait between tries. */
const pauseMs = 4;

export const makeTransactions = (db: Database, patience: Patience): Transactions => {
  const begin = db.prepare('BEGIN');
  const beginImmediate = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const rollback = db.prepare('ROLLBACK');
  const version = db.prepare<[], number>('PRAGMA user_version').pluck();
  const isDamaged = () => version.get() === damagedVersion;
  let commits = 0;
  const run = <Result>(start: typeof begin, work: () => Result, isKept: (result: Result) => boolean = () => true): Result => {
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
  };
  const read: Transactions['read'] = (work) => retryBusy(db.name, patience, () => run(begin, work));

  let last: Promise<unknown> | null = null;
  /** What waits for another connection is not overtaken by what was asked for later. */
  const inLine = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const own = last === null ? work() : last.then(work, work);
    const leave = (): void => {
      if (last === own) last = null;
    };
    last = own;
    own.then(leave, leave);
    return own;
  };
  let [heldMs, releasedAtMs] = [0, 0];
  /** Writes that follow each other closely would keep all other connections out. */
  const letOthersWrite = async (): Promise<void> => {
    const freeMs = performance.now() - releasedAtMs;
    if (freeMs < pauseMs) await setTimeout(pauseMs - freeMs);
    heldMs = 0;
  };
  const hold = <Result>(work: () => Result, isKept?: (result: Result) => boolean): Result => {
    const fromMs = performance.now();
    const result = run(beginImmediate, work, isKept);
    releasedAtMs = performance.now();
    heldMs += releasedAtMs - fromMs;
    return result;
  };
  const lock = <Result>(work: () => Result, isKept?: (result: Result) => boolean, withinMs = patience.deadlineMs): Promise<Result> => {
    const fromMs = performance.now();
    return inLine(async () => {
      if (heldMs >= maxHeldMs) await letOthersWrite();
      return retryBusy(db.name, { ...patience, deadlineMs: withinMs }, () => hold(work, isKept), fromMs);
    });
  };
  const write: Transactions['write'] = async (work, withinMs) => {
    const result = await lock(work, undefined, withinMs);
    commits += 1;
    return result;
  };
  return {
    read,
    write,
    tryWrite: async (work) => {
      const result = await lock(work, (one) => one !== null);
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
