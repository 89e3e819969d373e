import path from 'node:path';
import Database from 'better-sqlite3';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { expect, it } from 'vitest';
import { computeIdHash } from '../lib/store/result-set.ts';

const migrations = readMigrationFiles({ migrationsFolder: path.resolve(import.meta.dirname, 'migrations') });

it('hashes the ids of an older archive as new ones are hashed', () => {
  const db = new Database(':memory:');
  const first = migrations.findIndex(({ sql }) => sql.some((statement) => statement.includes('`observations` ADD `id_hash`')));
  for (const { sql } of migrations.slice(0, first)) for (const statement of sql) db.exec(statement);
  const ids = ['a', 'kbeh53g2kbeh53g2kbeh53g2kb', 'Given-by:an import/ü', ''];
  for (const id of ids) {
    db.prepare(
      `INSERT INTO observations (session_id, id, fingerprint, observer, observer_name, title, content, severity, state, synthetic, source_type,
        metadata, created_at_ms, opened_at_ms, first_seen_ms, last_seen_ms, seen, changed_at_ms, version, search_text)
      VALUES ('', @id, @id, 'o', 'O', 't', 'c', 1, 'open', 0, 'file', '{}', 1, 1, 1, 1, 1, 1, 1, 't')`,
    ).run({ id });
    db.prepare(
      `INSERT INTO observation_groups (fingerprint, observer, observer_name, title, content, severity, state, synthetic, open, acknowledged,
        resolved, sessions, projects, first_seen_ms, last_seen_ms, seen, cleared, changed_at_ms, version, search_text)
      VALUES (@id, 'o', 'O', 't', 'c', 1, 'open', 0, 1, 0, 0, 1, '[]', 1, 1, 1, 0, 1, 1, 't')`,
    ).run({ id });
  }
  for (const { sql } of migrations.slice(first)) for (const statement of sql) db.exec(statement);
  const expected = ids.toSorted().map((id) => [id, computeIdHash(id)]);
  expect(db.prepare('SELECT id, id_hash FROM observations ORDER BY id').raw().all()).toEqual(expected);
  expect(db.prepare('SELECT fingerprint, id_hash FROM observation_groups ORDER BY 1').raw().all()).toEqual(expected);
  db.close();
});
