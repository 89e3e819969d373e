import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { checkDatabase } from '../../../../db/check-database.ts';
import { openDatabase } from '../../../../db/open-database.ts';
import { parseQuery } from '../../../search/query.ts';
import { buildConversation } from '../../build-conversation.ts';
import { makeBatch, makeRecordRow, makeSessionRow } from '../../make-batch.ts';
import { makeSqliteStore } from '../sqlite-store.ts';

const migrationsFolder = path.resolve(import.meta.dirname, '../../../../db/migrations');

const open = async (file: string) => {
  const db = openDatabase({ file, migrationsFolder });
  const store = makeSqliteStore(db);
  await store.append(buildConversation('s'));
  const text = 'hello 日本語';
  await store.append(makeBatch({ sessions: [makeSessionRow({ id: 't' })], records: [makeRecordRow({ sessionId: 't', seq: 0, text })] }));
  const index = async () => {
    while ((await store.indexSome()) > 0);
  };
  await index();
  const find = async (query: string) => (await store.search(parseQuery(query, 0), { cursor: null, limit: 10 })).total;
  return { db, store, index, findAll: () => Promise.all(['question', 'second', 'such', '日本', 'ghost'].map(find)) };
};

const first = 'SELECT min(id) FROM search_words_docsize';

it.each([
  ['lost a document', `DELETE FROM search_words WHERE rowid = (${first})`],
  ['holds one that is gone', "INSERT INTO search_words (rowid, content, tool) VALUES (99, 'ghost', '')"],
  [
    'lost one and holds another',
    `DELETE FROM search_words WHERE rowid = (${first}); INSERT INTO search_words (rowid, content, tool) VALUES (99, 'ghost', '')`,
  ],
  ['lost the pairs of a document', 'DELETE FROM search_pairs WHERE rowid = (SELECT min(id) FROM search_pairs_docsize)'],
  ['was emptied', "INSERT INTO search_words (search_words) VALUES ('delete-all')"],
  [
    'lost a document while another waits',
    `DELETE FROM search_words WHERE rowid = (${first}); INSERT INTO search_pending SELECT max(fts_id) FROM records`,
  ],
])('an index that %s is noticed and built again', async (_, damage) => {
  const { db, store, index, findAll } = await open(':memory:');
  const before = await findAll();
  expect(await store.checkSearchIndex()).toBe(true);
  db.exec(damage);
  expect(await store.checkSearchIndex()).toBe(false);
  await index();
  expect(await findAll()).toEqual(before);
  expect(await store.checkSearchIndex()).toBe(true);
  await store.close();
});

it('an index whose words are damaged is noticed, and built again by whoever indexes next', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'observatory-repair-'));
  const file = path.join(folder, 'observatory.db');
  const { db, store, index, findAll } = await open(file);
  const before = await findAll();
  expect(checkDatabase(file, migrationsFolder)).toEqual({ problem: null, searchProblem: null });
  db.unsafeMode();
  db.pragma('writable_schema = ON');
  db.exec('UPDATE search_words_data SET block = zeroblob(length(block)) WHERE id > 10');
  await expect(findAll()).rejects.toThrow(`The search index of ${file} is damaged. Start or restart the server`);
  const check = checkDatabase(file, migrationsFolder);
  expect([check.problem, check.searchProblem]).toEqual([null, expect.stringContaining('search_words')]);
  await index();
  expect(await findAll()).toEqual(before);
  expect([checkDatabase(file, migrationsFolder).searchProblem, await store.isDamaged()]).toEqual([null, false]);
  await store.close();
  rmSync(folder, { recursive: true });
});
