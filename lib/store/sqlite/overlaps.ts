import type { Database } from 'better-sqlite3';
import { computeNativeHash } from './native-hash.ts';

export type Overlaps = ReturnType<typeof makeOverlaps>;

/** Which sessions share entries, noted when an entry is stored, so that only those are compared when they are settled. */
export const makeOverlaps = (db: Database) => {
  const sharingKey = db.prepare<[number, string, string], { id: string }>(
    'SELECT DISTINCT session_id AS id FROM records WHERE native_hash = ? AND native_key = ? AND session_id <> ?',
  );
  const sharingResponse = db.prepare<[string, string, string], { id: string }>(
    `SELECT DISTINCT r.session_id AS id FROM responses r
    JOIN sessions s ON s.id = r.session_id AND s.family = (SELECT family FROM sessions WHERE id = ?)
    WHERE r.native_id = ? AND r.session_id <> ?`,
  );
  const add = db.prepare<[string, string]>(
    'INSERT INTO session_overlaps (session_id, other_id) VALUES (?, ?) ON CONFLICT (session_id, other_id) DO NOTHING',
  );
  const others = db.prepare<[string], { id: string }>('SELECT other_id AS id FROM session_overlaps WHERE session_id = ?');
  const note = (sessionId: string, sharing: readonly { id: string }[]): void => {
    for (const { id } of sharing) {
      add.run(sessionId, id);
      add.run(id, sessionId);
    }
  };
  return {
    noteKey: (sessionId: string, nativeKey: string): void => {
      note(sessionId, sharingKey.all(computeNativeHash(nativeKey), nativeKey, sessionId));
    },
    noteResponse: (sessionId: string, nativeId: string): void => {
      note(sessionId, sharingResponse.all(sessionId, nativeId, sessionId));
    },
    othersOf: (sessionId: string): string[] => others.all(sessionId).map((row) => row.id),
  };
};
