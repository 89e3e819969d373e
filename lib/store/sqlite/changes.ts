import type { Database } from 'better-sqlite3';
import { change, type ChangeTopic } from '../../domain/change.ts';
import type { ChangeStore } from '../change-store.ts';
import { followCommits } from './follow-commits.ts';
import type { Transactions } from './transactions.ts';
import { parseStored } from './json.ts';

export type Changes = ReturnType<typeof makeChanges>;

/** Logs what is written, within the transaction that writes it. */
export const makeChanges = (db: Database) => {
  const insert = db.prepare<[ChangeTopic, string]>('INSERT INTO changes (topic, subject_id) VALUES (?, ?)');
  const latest = db.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM changes').pluck();
  return {
    /** Number of the last row; 0: nothing was logged. */
    latest: (): number => latest.get() ?? 0,
    add: (topic: ChangeTopic, subjectId: string): void => {
      insert.run(topic, subjectId);
    },
  };
};

type Subscriber = Parameters<ChangeStore['subscribe']>[0];

/** The port's view of the log. A cursor is the number of a row: SQLite has one writer at a time, so rows appear in the order of their numbers. */
export const makeChangeSlice = (
  db: Database,
  { reading, writing, commits }: Transactions,
  changes: Changes,
): ChangeStore & { unsubscribeAll(): void } => {
  const list = db.prepare<[number, number], { cursor: string; topic: string; subjectId: string }>(
    'SELECT CAST(seq AS TEXT) AS cursor, topic, subject_id AS subjectId FROM changes WHERE seq > ? ORDER BY seq LIMIT ?',
  );
  const subscribers = new Set<Subscriber>();
  let stop: (() => void) | null = null;
  const dataVersion = db.prepare<[], number>('PRAGMA data_version').pluck();
  // SQLite counts the commits of other connections only. Both counts only grow, so any commit changes their sum.
  const countCommits = (): number => (dataVersion.get() ?? 0) + commits();
  let seen = 0;

  /** Notifies subscribers of a commit; true if there was one since the last call. */
  const look = (): boolean => {
    try {
      const now = countCommits();
      if (now === seen) return false;
      seen = now;
    } catch (error) {
      for (const { onError } of [...subscribers]) onError(error);
      return false;
    }
    for (const { onWrite } of [...subscribers]) onWrite();
    return true;
  };
  const unsubscribe = (subscriber: Subscriber) => {
    subscribers.delete(subscriber);
    if (subscribers.size > 0) return;
    stop?.();
    stop = null;
  };

  return {
    announce: writing(changes.add),
    readChanges: reading((after: string | null, limit: number) => {
      const end = changes.latest();
      const from = after !== null && /^\d{1,15}$/u.test(after) ? Number(after) : end;
      // A cursor beyond the end comes from a database that was here before this one.
      const rows = list.all(Math.min(from, end), limit).map((row) => parseStored(change, row));
      return { changes: rows, cursor: rows.at(-1)?.cursor ?? String(Math.min(from, end)) };
    }),
    subscribe: (subscriber) => {
      if (!stop) {
        seen = countCommits();
        stop = followCommits(db.name, look);
      }
      subscribers.add(subscriber);
      return () => unsubscribe(subscriber);
    },
    unsubscribeAll: () => {
      for (const subscriber of [...subscribers]) unsubscribe(subscriber);
    },
  };
};
