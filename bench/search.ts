import type Database from 'better-sqlite3';
import { parseQuery } from '../lib/search/query.ts';
import { hashId } from '../lib/session/ids.ts';
import { makeSearchService } from '../lib/services/search/search-service.ts';
import type { Store } from '../lib/store/store.ts';
import { inFolder } from './archive.ts';
import { atMost, quantile, type Figure } from './figure.ts';
import { buildSearchArchive, drawQueries, makeRandom, readTexts } from './search-archive.ts';
import { getJson, withServer } from './server.ts';

const limit = 10;
const timed = 60;
const ranked = 1_000;
const commonTerms = 2;

type Bare = (query: string) => { id: number; score: number }[];

/** The query that any program would ask of FTS5. */
const makeBare = (db: Database.Database): Bare => {
  const find = db.prepare<[string, number], { id: number; score: number }>(
    'SELECT rowid AS id, bm25(fts) AS score FROM fts WHERE fts MATCH ? ORDER BY bm25(fts) LIMIT ?',
  );
  return (query) =>
    find.all(
      query
        .split(' ')
        .map((word) => `"${word}"`)
        .join(' OR '),
      limit,
    );
};

const timeEach = async (queries: readonly string[], ask: (query: string) => unknown): Promise<number[]> => {
  const taken: number[] = [];
  for (const query of queries) {
    const from = performance.now();
    await ask(query);
    taken.push(performance.now() - from);
  }
  return taken;
};

const countDifferent = async (store: Store, bare: Bare, queries: readonly string[]): Promise<number> => {
  let different = 0;
  for (const query of queries) {
    const { items } = await store.search(parseQuery(query, 0), { cursor: null, limit });
    const [ours, theirs] = [items.map(({ score }) => Number(score).toFixed(9)), bare(query).map(({ score }) => (-score).toFixed(9))];
    if (ours.join() !== theirs.join()) different += 1;
  }
  return different;
};

const findCommon = (db: Database.Database): string[] => {
  db.exec('CREATE VIRTUAL TABLE temp.terms USING fts5vocab(main, fts, row)');
  return db.prepare<[number], string>('SELECT term FROM temp.terms ORDER BY doc DESC LIMIT ?').pluck().all(commonTerms);
};

const measureAt = (records: number): Promise<Figure[]> =>
  inFolder(async (folder) => {
    const texts = await readTexts(folder);
    const { store, bare: db } = await buildSearchArchive(folder, texts, records);
    const bare = makeBare(db);
    const service = makeSearchService({ store, now: Date.now });
    const ask = (query: string) => service.search({ query, cursor: null, limit });
    const random = makeRandom(7);
    const size = records.toLocaleString('en');
    const figures: Figure[] = [];
    const queriesOf = new Map([1, 3, 10].map((words) => [words, drawQueries(texts, timed, words, random)]));
    const bareMs = new Map<number, number>();
    for (const [words, queries] of queriesOf) {
      for (const query of queries) bare(query);
      await timeEach(queries, ask);
      const alone = await timeEach(queries, bare);
      const ours = await timeEach(queries, ask);
      bareMs.set(words, quantile(alone, 0.5));
      const name = `3 ${size} records, ${words} ${words === 1 ? 'word' : 'words'}: service (p50 ${quantile(ours, 0.5).toFixed(1)} ms) per bare FTS5 (${quantile(alone, 0.5).toFixed(1)} ms)`;
      figures.push(atMost(name, quantile(ours, 0.5) / quantile(alone, 0.5), 1.5, '×'));
    }
    const different = await countDifferent(store, bare, drawQueries(texts, ranked, 3, random));
    figures.push(atMost(`3 ${size} records: queries of ${ranked} whose ranking is not that of bare bm25()`, different, 0, ''));
    const three = queriesOf.get(3) ?? [];
    const whole = quantile(await timeEach(three, ask), 0.5);
    for (const condition of [`session:${hashId('session', 3)}`, 'project:project-3', 'kind:prompt']) {
      const part = quantile(
        await timeEach(
          three.map((query) => `${query} ${condition}`),
          ask,
        ),
        0.5,
      );
      figures.push(atMost(`3 ${size} records, ${condition.replace(/:.*/u, '')}: restricted per unrestricted, p50`, part / whole, 1, '×'));
    }
    const common = findCommon(db).join(' ');
    const [stop, stopAlone] = [await timeEach(Array(10).fill(common), ask), await timeEach(Array(10).fill(common), bare)];
    figures.push(
      atMost(
        `3 ${size} records, “${common}”: service (p95 ${quantile(stop, 0.95).toFixed(0)} ms) per bare FTS5`,
        quantile(stop, 0.95) / quantile(stopAlone, 0.95),
        1.5,
        '×',
      ),
      atMost(`3 ${size} records, “${common}”: p95`, quantile(stop, 0.95), 1_000, 'ms'),
    );
    db.close();
    await store.close();
    const http = await withServer({ folder }, async ({ url }) => {
      const get = (query: string) => getJson(`${url}/api/search?limit=${limit}&q=${encodeURIComponent(query)}`);
      const medians = new Map<number, number>();
      for (const [words, queries] of queriesOf) {
        await timeEach(queries, get);
        medians.set(words, quantile(await timeEach(queries, get), 0.5));
      }
      return medians;
    });
    for (const [words, median] of http) {
      const name = `3 ${size} records, ${words} ${words === 1 ? 'word' : 'words'}: HTTP (p50 ${median.toFixed(1)} ms) per bare FTS5`;
      figures.push(atMost(name, median / (bareMs.get(words) ?? Number.NaN), 3, '×'));
    }
    return figures;
  });

/** Bar 3: search through the service and over HTTP beside bare FTS5 on the same texts. */
export const measureSearch = async (full: boolean): Promise<Figure[]> => [
  ...(await measureAt(100_000)),
  ...(full ? await measureAt(1_000_000) : []),
];
