import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { damagedVersion } from '../../../db/check-database.ts';
import { readLatest } from '../../../db/migrate-database.ts';
import { AppError, codeOf } from '../../domain/errors.ts';
import { makeDamagedError } from '../compress.ts';
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
  /** The same; those of one turn of the event loop share a transaction. One that fails takes no other with it. */
  writingTogether: <Args extends readonly unknown[], Result>(work: (...args: Args) => Result) => (...args: Args) => Promise<Result>;
  /** Whether the archive was found damaged: then nothing is written. */
  isDamaged: () => boolean;
  /** Writes committed by this connection. */
  commits: () => number;
};

/** A connection that held the write lock for this long lets others in before its next write. */
const maxHeldMs = 40;
/** Longer than others wait between tries. */
const pauseMs = 4;

/** A write that was asked for. `run` may be called again after its transaction was rolled back. */
type Waiting = { run: () => Done; isTogether: boolean; withinMs: number; fromMs: number; reject: (error: unknown) => void };
type Done = { isKept: boolean; resolve: () => void };

export const makeTransactions = (db: Database, patience: Patience): Transactions => {
  const begin = db.prepare('BEGIN');
  const beginImmediate = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const rollback = db.prepare('ROLLBACK');
  const version = db.prepare<[], number>('PRAGMA user_version').pluck();
  const isDamaged = () => version.get() === damagedVersion;
  const migratedAt = readLatest(db);
  /** Why a statement does not fit the archive, or cannot read what is stored; any other error as it is. */
  const explain = (error: unknown): unknown => {
    const code = codeOf(error) ?? '';
    if (!(error instanceof Error) || !/^(?:SQLITE_(?:ERROR|CONSTRAINT)|unreadable$)/u.test(code)) return error;
    if (readLatest(db) > migratedAt) return toOutdated(db.name, code);
    if (misfit.test(error.message)) return toMisfit(db.name, error.message);
    return error.message === 'malformed JSON' ? makeDamagedError() : error;
  };
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
      throw explain(error);
    }
  };
  const read: Transactions['read'] = (work) => retryBusy(db.name, patience, () => run(begin, work));

  let [heldMs, releasedAtMs] = [0, 0];
  /** Writes that follow each other closely would keep all other connections out. */
  const letOthersWrite = async (): Promise<void> => {
    const freeMs = performance.now() - releasedAtMs;
    if (freeMs < pauseMs) await setTimeout(pauseMs - freeMs);
    heldMs = 0;
  };

  /** In the order in which they were asked for: what waits for another connection is not overtaken by what was asked for later. */
  const line: Waiting[] = [];
  /** How many of the first of them run alone: when they ran together, one failed. */
  let separate = 0;
  const listNext = (first: Waiting): readonly Waiting[] => {
    if (!first.isTogether || separate > 0) return [first];
    const end = line.findIndex(({ isTogether }) => !isTogether);
    return line.slice(0, end === -1 ? line.length : end);
  };
  /** As many of them as the lock may be held for, in one transaction. */
  const hold = (waiting: readonly Waiting[]): Done[] => {
    const fromMs = performance.now();
    const done = run(
      beginImmediate,
      () => {
        const results: Done[] = [];
        for (const one of waiting) {
          results.push(one.run());
          if (heldMs + performance.now() - fromMs >= maxHeldMs) break;
        }
        return results;
      },
      (results) => results.every(({ isKept }) => isKept),
    );
    releasedAtMs = performance.now();
    heldMs += releasedAtMs - fromMs;
    return done;
  };
  const takeNext = async (first: Waiting): Promise<void> => {
    const next = listNext(first);
    try {
      const done = await retryBusy(db.name, { ...patience, deadlineMs: first.withinMs }, () => hold(next), first.fromMs);
      line.splice(0, done.length);
      for (const { isKept, resolve } of done) {
        if (isKept) commits += 1;
        resolve();
      }
    } catch (error) {
      if (next.length > 1) {
        separate = next.length;
        return;
      }
      line.shift()?.reject(error);
    }
    separate = Math.max(0, separate - 1);
  };
  let isRunning = false;
  const runLine = async (): Promise<void> => {
    isRunning = true;
    if (line[0]?.isTogether) await setImmediate();
    for (let [first] = line; first; [first] = line) {
      if (heldMs >= maxHeldMs) await letOthersWrite();
      await takeNext(first);
    }
    isRunning = false;
  };
  type Asked<Result> = { withinMs?: number | undefined; isTogether?: boolean; keeps?: (result: Result) => boolean };
  const ask = <Result>(
    work: () => Result,
    { withinMs = patience.deadlineMs, isTogether = false, keeps = () => true }: Asked<Result> = {},
  ): Promise<Result> =>
    new Promise((resolve, reject) => {
      const run = (): Done => {
        const result = work();
        return { isKept: keeps(result), resolve: () => resolve(result) };
      };
      line.push({ run, isTogether, withinMs, fromMs: performance.now(), reject });
      if (!isRunning) void runLine();
    });
  const write: Transactions['write'] = (work, withinMs) => ask(work, { withinMs });
  return {
    read,
    write,
    tryWrite: (work) => ask(work, { keeps: (result) => result !== null }),
    reading:
      (work) =>
      (...args) =>
        read(() => work(...args)),
    writing:
      (work) =>
      (...args) =>
        write(() => work(...args)),
    writingTogether:
      (work) =>
      (...args) =>
        ask(() => work(...args), { isTogether: true }),
    isDamaged,
    commits: () => commits,
  };
};

/** Statements of this version fit every archive that has its migrations. */
const misfit = /^(?:no such (?:table|column|index)|table \S+ has no column|foreign key mismatch)\b/u;

const restore = 'Restore it from a backup, or choose another file with OBSERVATORY_DB and import the sources again.';

const toMisfit = (file: string, problem: string): AppError =>
  new AppError('damaged', `The database ${file} is damaged: its tables are not those of its version (${problem}). ${restore}`);

const toOutdated = (file: string, cause: string): AppError =>
  new AppError(
    'conflict',
    `A newer version of Trajectory Observatory brought the database ${file} up to date. Restart what still runs the older one.`,
    { cause },
  );

const toDamaged = (file: string): AppError =>
  new AppError('damaged', `The database ${file} is damaged, so it takes no more changes. ${restore}`);
