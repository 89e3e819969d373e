import type { Database } from 'better-sqlite3';
import { change, type ChangeTopic } from '../../domain/change.ts';
import type { ChangeStore } from '../change-store.ts';
import type { Transactions } from './transactions.ts';

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

/** How often SQLite is asked whether any connection committed, which takes microseconds. */
const pollMs = 30;

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
  let timer: NodeJS.Timeout | null = null;
  // SQLite counts the commits of other connections only. Both counts only grow, so any commit changes their sum.
  const countCommits = (): number => Number(db.pragma('data_version', { simple: true })) + commits();
  let seen = 0;

  const poll = () => {
    try {
      const now = countCommits();
      if (now === seen) return;
      seen = now;
    } catch (error) {
      for (const { onError } of [...subscribers]) onError(error);
      return;
    }
    for (const { onWrite } of [...subscribers]) onWrite();
  };
  const unsubscribe = (subscriber: Subscriber) => {
    subscribers.delete(subscriber);
    if (subscribers.size > 0 || !timer) return;
    clearInterval(timer);
    timer = null;
  };

  return {
    announce: writing(changes.add),
    readChanges: reading((after: string | null, limit: number) => {
      const end = changes.latest();
      const from = after !== null && /^\d{1,15}$/u.test(after) ? Number(after) : end;
      // A cursor beyond the end comes from a database that was here before this one.
      const rows = list.all(Math.min(from, end), limit).map((row) => change.parse(row));
      return { changes: rows, cursor: rows.at(-1)?.cursor ?? String(Math.min(from, end)) };
    }),
    subscribe: (subscriber) => {
      if (!timer) {
        seen = countCommits();
        timer = setInterval(poll, pollMs).unref();
      }
      subscribers.add(subscriber);
      return () => unsubscribe(subscriber);
    },
    unsubscribeAll: () => {
      for (const subscriber of [...subscribers]) unsubscribe(subscriber);
    },
  };
};
