import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore } from '../../../db/open-store.ts';
import { fuzz, fuzzTimeout } from '../../../e2e/fuzz.ts';
import { AppError } from '../../domain/errors.ts';
import { flip, flipsOf } from '../../formats/__fixtures__/flips.ts';
import { buildConversation } from '../../store/build-conversation.ts';
import { makeDataService } from './data-service.ts';

const migrationsFolder = path.resolve('db/migrations');
let folder: string;
let file: string;
let whole: Buffer;
let columns: { table: string; column: string }[];
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'observatory-damaged-'));
  file = path.join(folder, 'archive.db');
  const store = openStore(file, { migrationsFolder });
  for (const id of ['s', 't']) await store.append(buildConversation(id));
  await store.close();
  whole = readFileSync(file);
  const db = new Database(file);
  columns = db
    .prepare<[], { table: string; column: string }>(
      `SELECT t.name AS "table", c.name AS "column" FROM pragma_table_list t, pragma_table_info(t.name) c
        WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' AND t.name NOT LIKE '\\_\\_%' ESCAPE '\\'`,
    )
    .all();
  db.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

const change = (sql: string): Buffer => {
  writeFileSync(file, whole);
  const db = new Database(file);
  try {
    db.pragma('foreign_keys = OFF');
    db.exec(sql);
  } catch {
    // Such as a value that a constraint refuses, or a column of an index.
  } finally {
    db.close();
  }
  return readFileSync(file);
};

/** Error that a command would print as more than a sentence, or null. */
const findUnexpected = async (bytes: Buffer): Promise<unknown> => {
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
  writeFileSync(file, bytes);
  try {
    const store = openStore(file, { migrationsFolder });
    try {
      const service = makeDataService({ store, now: () => 1 });
      const { token } = await service.preview({ session: 's' });
      await service.remove({ session: 's', token });
      await store.describeArchive();
    } finally {
      await store.close();
    }
    return null;
  } catch (error) {
    return error instanceof AppError ? null : error;
  }
};

it(
  'is deleted from, or named as damaged in a sentence, whatever its bytes, values and tables are',
  async () => {
    const place = fc.oneof(fc.nat(8_191), fc.nat(whole.length - 1));
    const column = fc.constantFrom(...columns);
    const value = fc.constantFrom("'{'", "'x'", '-1', '1e300', "x'ff'");
    const statement = fc.oneof(
      fc.tuple(column, value).map(([one, to]) => `UPDATE \`${one.table}\` SET \`${one.column}\` = ${to}`),
      column.map((one) => `ALTER TABLE \`${one.table}\` RENAME COLUMN \`${one.column}\` TO gone`),
      column.map((one) => `DROP TABLE \`${one.table}\``),
    );
    const damage = fc.oneof(
      flipsOf(place, 8).map((flips) => ({ flips })),
      fc.nat(whole.length - 1).map((length) => ({ length })),
      statement.map((sql) => ({ sql })),
    );
    const apply = (one: { flips?: Parameters<typeof flip>[1]; length?: number; sql?: string }): Buffer =>
      one.sql !== undefined ? change(one.sql) : one.flips ? flip(whole, one.flips) : whole.subarray(0, one.length);
    await fc.assert(
      fc.asyncProperty(damage, async (one) => {
        expect(await findUnexpected(apply(one))).toBeNull();
      }),
      fuzz(60),
    );
  },
  fuzzTimeout(120_000),
);
