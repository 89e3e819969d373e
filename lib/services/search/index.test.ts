import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../db/open-store.ts';
import { parseQuery } from '../../search/query.ts';
import { makeBatch, makeRecordRow, makeSessionRow } from '../../store/make-batch.ts';
import type { Store } from '../../store/store.ts';
import { importFile } from '../ingest/import-file.ts';
import { followIndex } from './follow-index.ts';
import { indexAll } from './index-latest.ts';
import { makeSearchService } from './search-service.ts';

const samples = process.env.OBSERVATORY_SAMPLES;
const migrationsFolder = path.resolve(import.meta.dirname, '../../../db/migrations');

describe('the index beside searches', () => {
  let folder: string;
  let file: string;
  let store: Store;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'observatory-index-'));
    file = path.join(folder, 'observatory.db');
    store = openStore(file, { migrationsFolder });
  });
  afterEach(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });
  const put = (sessionId: string, count: number, text: string, from = 0) =>
    store.append(
      makeBatch({
        sessions: [makeSessionRow({ id: sessionId, synthetic: sessionId === 'gone' })],
        records: Array.from({ length: count }, (_, at) =>
          makeRecordRow({ id: `${sessionId}-${from + at}`, sessionId, seq: from + at, text: `${text}${from + at}` }),
        ),
      }),
    );
  const search = (query: string) => makeSearchService({ store, now: () => 0 }).search({ query, cursor: null, limit: 5 });

  it('gets a part of what is new with each search, however much there is', async () => {
    await put('s', 4_001, 'hello ');
    expect(await search('hello')).toMatchObject({ total: 4_000, notes: ['1 record not indexed yet.'] });
    expect(await search('hello')).toMatchObject({ total: 4_001, notes: [] });
  });

  it('has what a batch adds at once, and waits with a batch that is too much for its transaction', async () => {
    await put('s', 4_000, 'hello ');
    expect(await store.countUnindexed()).toBe(0);
    await put('s', 4_001, 'more ', 4_000);
    expect(await store.countUnindexed()).toBe(4_001);
    await put('t', 1, 'last ');
    expect(await store.countUnindexed()).toBe(4_002);
    await indexAll(store);
    expect(await search('last')).toMatchObject({ total: 1, notes: [] });
  });

  it('says what it searched as text', async () => {
    await put('s', 1, 'foo bar ');
    expect(await search('a foo:bar')).toMatchObject({
      total: 1,
      notes: ['“foo:bar” at character 3 of the query: foo: is no condition, so it is searched as text.'],
    });
  });

  it('completes values within the other conditions of a query', async () => {
    await put('s', 1, 'hello ');
    await put('gone', 1, 'hello ');
    const values = (q: string) =>
      makeSearchService({ store, now: () => 0 })
        .values({ field: 'session', contains: '', q, limit: 5 })
        .then(({ values: found }) => found.length);
    expect([await values('hello session:s'), await values('agent:nobody session:'), await values('kind:')]).toEqual([2, 0, 2]);
  });

  it('says that no session has the name that was asked for', async () => {
    await put('here', 1, 'word ');
    expect((await search('word session:here,nope')).notes).toEqual([]);
    expect((await search('word session:nope')).notes).toEqual(['No session is named “nope”.']);
    expect((await search('word -session:here')).notes).toEqual([]);
  });

  it('saves no secret in searches and notes', async () => {
    const { save, listSaved, setNote } = makeSearchService({ store, now: () => 0 });
    const key = `ghp_${'aB3dE5fG7hJ9'.repeat(3)}`;
    for (const one of [
      { name: 'mine', query: `tool:bash x${key}` },
      { name: key, query: 'lock' },
    ])
      await expect(save('id', one)).rejects.toMatchObject({
        code: 'invalid_input',
        message: expect.stringMatching(/^body\.(?:query|name): there is a secret at character \d+ \(github-token\).* Take it out/u),
      });
    expect(await listSaved()).toEqual({ searches: [] });
    await put('s', 1, 'hello ');
    await expect(setNote('s', `Leaked ${key}`)).rejects.toThrow('body.note: there is a secret at character 8 (github-token), and notes');
    expect(await setNote('s', ' Kept ')).toEqual({ note: 'Kept' });
    expect([await setNote('s', ' '), (await store.findSession('s'))?.note]).toEqual([{ note: null }, null]);
  });

  it('lets a search wait for no writer, and says what is missing', async () => {
    await put('s', 4_001, 'hello ');
    const blocker = new Database(file);
    blocker.exec('BEGIN IMMEDIATE');
    const from = performance.now();
    expect(await search('hello')).toMatchObject({ total: 0, notes: ['4,001 records not indexed yet.'] });
    await indexAll(store);
    expect(performance.now() - from).toBeLessThan(2_000);
    blocker.exec('COMMIT');
    blocker.close();
    await search('hello');
    expect(await search('hello')).toMatchObject({ total: 4_001, notes: [] });
  });

  it('follows what any process adds, also after an error', async () => {
    const errors: unknown[] = [];
    let isBroken = true;
    const other = openStore(file, { migrationsFolder });
    const follower = followIndex({
      store: { ...store, indexSome: () => (isBroken ? Promise.reject(new Error('once')) : store.indexSome()) },
      isHeld: () => false,
      onError: (error) => {
        errors.push(error);
        isBroken = false;
      },
    });
    const records = Array.from({ length: 4_001 }, (_, seq) => makeRecordRow({ sessionId: 's', seq, text: 'hello' }));
    await other.append(makeBatch({ sessions: [makeSessionRow({ id: 's' })], records }));
    await expect.poll(() => errors.length, { timeout: 5_000 }).toBe(1);
    await expect.poll(() => store.countUnindexed(), { timeout: 5_000 }).toBe(0);
    await follower.close();
    await other.close();
  });

  it.skipIf(!samples)('holds the same, whether batches or the stored rows are indexed', async () => {
    for (const folderOfFiles of ['claude-code', 'codex', 'agents', 'openai-chat'])
      for (const entry of await readdir(path.join(samples ?? '', folderOfFiles), { recursive: true, withFileTypes: true })) {
        const one = path.join(entry.parentPath, entry.name);
        const input = { file: one, path: one, synthetic: false, signal: new AbortController().signal, onProgress: () => undefined };
        if (entry.isFile()) await importFile({ store, now: () => 0 }, input);
      }
    await indexAll(store);
    const db = new Database(file);
    const dump = () =>
      ['search_words', 'search_pairs'].map((table) =>
        db
          .prepare(`SELECT doc, col, count(*), sum(offset), sum(length(term)), min(term), max(term) FROM ${table}_all GROUP BY doc, col`)
          .raw()
          .all(),
      );
    for (const table of ['search_words', 'search_pairs'])
      db.exec(`CREATE VIRTUAL TABLE temp.${table}_all USING fts5vocab('main', '${table}', 'instance')`);
    const ofBatches = dump();
    expect(ofBatches[0]?.length).toBeGreaterThan(10_000);
    db.exec("UPDATE index_state SET value = 1 WHERE name = 'search_damaged'");
    await indexAll(store);
    expect(dump()).toEqual(ofBatches);
    db.close();
  });

  it('looks each word up once, also beside another script', async () => {
    await put('many', 3_000, 'alpha 中文 ');
    await indexAll(store);
    const time = async (query: string): Promise<number> => {
      const from = performance.now();
      expect(await search(query)).toMatchObject({ total: 3_000 });
      return performance.now() - from;
    };
    await time('a*');
    const alone = await time('a*');
    // Once for each match, it took 700 times as long.
    for (const query of ['a* 中文', '"中文" a*']) expect(await time(query)).toBeLessThan(50 * alone);
  });

  it('ranks once, also where a match needs one of some words', async () => {
    await put('many', 3_000, 'please repair alpha ');
    await indexAll(store);
    const { terms, conditions } = parseQuery('please repair alpha', 0);
    const time = async (needed: typeof terms | undefined): Promise<number> => {
      const from = performance.now();
      expect(await store.rankRecords({ terms, conditions }, { limit: 50, except: [], needed })).toHaveLength(50);
      return performance.now() - from;
    };
    await time(undefined);
    const alone = await time(undefined);
    // Ranked again for each document that is needed, it took a thousand times as long.
    expect(await time(terms.slice(1))).toBeLessThan(50 * alone);
  });

  it('is merged into one part while nothing else is to do, once it has grown', async () => {
    const db = new Database(file, { readonly: true });
    const countParts = () => db.prepare('SELECT count(DISTINCT segid) FROM search_words_idx').pluck().get();
    const follow = async (task: () => Promise<void>) => {
      const follower = followIndex({ store, isHeld: () => false, onError: () => undefined });
      await task();
      await follower.close();
    };
    for (const from of [0, 3_000, 6_000]) await put('s', 3_000, 'hello ', from);
    const before = await search('hello');
    await follow(() => setTimeout(300));
    expect(countParts()).toBe(3);
    await put('s', 1_000, 'bye ', 9_000);
    await follow(() => expect.poll(countParts, { timeout: 5_000 }).toBe(1));
    expect((await search('hello')).hits.map(({ recordId }) => recordId)).toEqual(before.hits.map(({ recordId }) => recordId));
    expect(await store.requestMerge()).toBe(false);
    db.close();
  });

  it('leaves nothing of a deleted session in the file, and nothing of its words in the index', async () => {
    await put('kept', 50, 'hello there ');
    await put('gone', 700, '木琴 xylophone');
    await indexAll(store);
    await put('kept', 50, 'hello there ', 50);
    await indexAll(store);
    await store.deleteSynthetic();
    const follower = followIndex({ store, isHeld: () => false, onError: () => undefined });
    const db = new Database(file);
    const isPurged = () => db.prepare("SELECT value FROM index_state WHERE name = 'search_purge'").pluck().get() === 0;
    await expect.poll(isPurged, { timeout: 5_000 }).toBe(true);
    await follower.close();
    db.pragma('wal_checkpoint(TRUNCATE)');
    db.close();
    // Words stand in the index without what they share with the one before.
    const bytes = await readFile(file);
    expect(['hello', 'xylophone', 'ylophone', '木琴'].map((text) => bytes.includes(text))).toEqual([true, false, false, false]);
    expect(await search('hello')).toMatchObject({ total: 100 });
  });
});
