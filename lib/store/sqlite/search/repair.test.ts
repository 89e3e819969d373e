import path from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../../../db/open-database.ts';
import { parseQuery } from '../../../search/query.ts';
import { buildConversation } from '../../build-conversation.ts';
import { makeSqliteStore } from '../sqlite-store.ts';

const migrationsFolder = path.resolve(import.meta.dirname, '../../../../db/migrations');

it.each([
  ['lost a document', 'DELETE FROM search_words WHERE rowid = (SELECT min(id) FROM search_words_docsize)'],
  ['holds one that is gone', "INSERT INTO search_words (rowid, content, tool) VALUES (99, 'ghost', '')"],
  ['was emptied', "INSERT INTO search_words (search_words) VALUES ('delete-all')"],
])('an index that %s is noticed and built again', async (_, damage) => {
  const db = openDatabase({ file: ':memory:', migrationsFolder });
  const store = makeSqliteStore(db);
  const find = async (text: string) => (await store.search(parseQuery(text, 0), { cursor: null, limit: 10 })).total;
  await store.append(buildConversation('s'));
  while ((await store.indexSome()) > 0);
  const before = [await find('question'), await find('second'), await find('such')];
  expect(await store.checkSearchIndex()).toBe(true);
  db.exec(damage);
  expect(await store.checkSearchIndex()).toBe(false);
  while ((await store.indexSome()) > 0);
  expect([await find('question'), await find('second'), await find('such')]).toEqual(before);
  expect([await store.checkSearchIndex(), await find('ghost')]).toEqual([true, 0]);
  await store.close();
});

it('leaves no word of a deleted session in the file', async () => {
  const db = openDatabase({ file: ':memory:', migrationsFolder });
  const store = makeSqliteStore(db);
  await store.append(buildConversation('kept'));
  await store.append(buildConversation('gone', { synthetic: true }));
  db.prepare("UPDATE records SET text = 'xylophone 木琴' WHERE session_id = 'gone' AND seq = 0").run();
  while ((await store.indexSome()) > 0);
  const holds = (word: string) =>
    ['search_words_data', 'search_pairs_data'].some((table) =>
      db
        .prepare<[], Buffer>(`SELECT block FROM ${table}`)
        .pluck()
        .all()
        .some((block) => block.includes(word)),
    );
  expect([holds('xylophone'), holds('木琴')]).toEqual([true, true]);
  await store.deleteSynthetic();
  while ((await store.indexSome()) > 0);
  expect([holds('xylophone'), holds('木琴')]).toEqual([false, false]);
  await store.close();
});
