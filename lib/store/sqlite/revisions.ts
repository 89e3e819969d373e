import type { Database } from 'better-sqlite3';
import type { ExpectedRevision } from '../rows.ts';

export type Revisions = ReturnType<typeof makeRevisions>;

/** Tells writers of one session in several processes that what they know of it is no longer so. */
export const makeRevisions = (db: Database) => {
  const find = db.prepare<[string], { revision: number }>('SELECT revision FROM sessions WHERE id = ?');
  const advance = db.prepare<[string]>('UPDATE sessions SET revision = revision + 1 WHERE id = ?');
  const isAt = ({ sessionId, revision }: ExpectedRevision): boolean => (find.get(sessionId)?.revision ?? 0) === revision;
  return {
    isAt,
    findConflicting: (expected: readonly ExpectedRevision[]): string[] =>
      expected.filter((one) => !isAt(one)).map(({ sessionId }) => sessionId),
    advance: (sessionId: string): void => {
      advance.run(sessionId);
    },
  };
};
