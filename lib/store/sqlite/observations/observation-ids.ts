import type { Database } from 'better-sqlite3';

/** Behind every id that begins with a text. */
const last = '\u{10ffff}';

/** Ids by how they begin, ascending. */
export const makeObservationIds = (db: Database) => {
  const observations = db
    .prepare<[string, string, number], string>(
      'SELECT id FROM observations INDEXED BY observations_id WHERE id >= ? AND id < ? ORDER BY id LIMIT ?',
    )
    .pluck();
  const groups = db
    .prepare<[string, string, number], string>(
      'SELECT fingerprint FROM observation_groups WHERE fingerprint >= ? AND fingerprint < ? ORDER BY fingerprint LIMIT ?',
    )
    .pluck();
  return (of: 'observations' | 'groups', start: string, limit: number): string[] =>
    (of === 'observations' ? observations : groups).all(start, start + last, limit);
};
