import type { Database } from 'better-sqlite3';
import { change, type Change, type ChangeTopic } from '../../domain/change.ts';

export type Changes = ReturnType<typeof makeChanges>;

/** The log of what was written, for those who watch. */
export const makeChanges = (db: Database) => {
  const insert = db.prepare<[ChangeTopic, string]>('INSERT INTO changes (topic, subject_id) VALUES (?, ?)');
  const list = db.prepare<[number, number], Change>(
    'SELECT seq, topic, subject_id AS subjectId FROM changes WHERE seq > ? ORDER BY seq LIMIT ?',
  );
  const latest = db.prepare<[], { seq: number }>('SELECT coalesce(max(seq), 0) AS seq FROM changes');
  return {
    add: (topic: ChangeTopic, subjectId: string): void => {
      insert.run(topic, subjectId);
    },
    list: (afterSeq: number, limit: number): Change[] => list.all(afterSeq, limit).map((row) => change.parse(row)),
    latest: (): number => latest.get()?.seq ?? 0,
  };
};
