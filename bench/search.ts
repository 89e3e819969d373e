import { setImmediate } from 'node:timers/promises';
import type Database from 'better-sqlite3';
import { parseQuery } from '../lib/search/query.ts';
import { hashId } from '../lib/session/ids.ts';
import { makeSearchService } from '../lib/services/search/search-service.ts';
import type { Store } from '../lib/store/store.ts';
import { inFolder } from './archive.ts';
import { atMost, quantile, type Figure } from './figure.ts';
import { buildSearchArchive, drawQueries, makeBare, makeRandom, readTexts, toRecordId, type Bare } from './search-archive.ts';
import { getJson, withServer } from './server.ts';

const limit = 10;
const timed = 60;
const rounds = 3;
const ranked = 1_000;
const commonTerms = 2;

const timeEach = async (queries: readonly string[], ask: (query: string) => unknown): Promise<number[]> => {
  const taken: number[] = [];
  for (const query of queries) {
    // Connections that the server closed meanwhile are noticed.
    await setImmediate();
    const from = performance.now();
    await ask(query);
    taken.push(performance.now() - from);
  }
  return taken;
};

/** Milliseconds (p50) of each way to ask, one after the other for each query: what slows the machine down slows them all. */
const timeSideBySide = async (queries: readonly string[], ways: readonly ((query: string) => unknown)[]): Promise<number[]> => {
  const taken = ways.map((): number[] => []);
  for (const way of ways) await timeEach(queries, way);
  for (let round = 0; round < rounds; round += 1)
    for (const query of queries) for (const [at, way] of ways.entries()) taken[at]?.push(...(await timeEach([query], way)));
  return taken.map((times) => quantile(times, 0.5));
};

/** Matches by score, without the last score, of which there may be more; those that are equally good in no order. */
const toPlaces = (found: readonly { id: string; score: number }[]): string[] => {
  const [scores, last] = [new Map<string, string[]>(), found.at(-1)?.score.toFixed(9)];
  for (const { id, score } of found) scores.set(score.toFixed(9), [...(scores.get(score.toFixed(9)) ?? []), id]);
  return [...scores].map(([score, ids]) => (score === last ? score : [score, ...ids.sort()].join(' ')));
};

/** `limited`: so many matches that only the last added are ranked, which the answer says. */
const countDifferent = async (store: Store, bare: Bare, queries: readonly string[]): Promise<{ different: number; limited: number }> => {
  let [different, limited] = [0, 0];
  for (const query of queries) {
    const { items, ranked, total } = await store.search(parseQuery(query, 0), { cursor: null, limit });
    const ours = toPlaces(items.map(({ recordId, score }) => ({ id: recordId ?? '', score: Number(score) })));
    const theirs = toPlaces(bare(query).map(({ id, score }) => ({ id: toRecordId(id - 1), score: -score })));
    if (ranked < total) limited += 1;
    else if (ours.join() !== theirs.join()) different += 1;
  }
  return { different, limited };
};

const findCommon = (db: Database.Database): string[] => {
  db.exec('CREATE VIRTUAL TABLE temp.terms USING fts5vocab(main, fts, row)');
  return db.prepare<[number], string>('SELECT term FROM temp.terms ORDER BY doc DESC LIMIT ?').pluck().all(commonTerms);
};

const measureAt = (records: number): Promise<Figure[]> =>
  inFolder(async (folder) => {
    const texts = await readTexts(folder);
    const { store, bare: db } = await buildSearchArchive(folder, texts, records);
    const bare = makeBare(db, limit);
    const service = makeSearchService({ store, now: Date.now });
    const ask = (query: string) => service.search({ query, cursor: null, limit });
    const random = makeRandom(7);
    const size = records.toLocaleString('en');
    const figures: Figure[] = [];
    const queriesOf = new Map([1, 3, 10].map((words) => [words, drawQueries(texts, timed, words, random)]));
    await withServer({ folder }, async ({ url }) => {
      const get = (query: string) => getJson(`${url}/api/search?limit=${limit}&q=${encodeURIComponent(query)}`);
      for (const [words, queries] of queriesOf) {
        const [alone = Number.NaN, ours = Number.NaN, http = Number.NaN] = await timeSideBySide(queries, [bare, ask, get]);
        const name = `3 ${size} records, ${words} ${words === 1 ? 'word' : 'words'}`;
        figures.push(
          atMost(`${name}: service (p50 ${ours.toFixed(1)} ms) per bare FTS5 (${alone.toFixed(1)} ms)`, ours / alone, 1.5, '×'),
          atMost(`${name}: HTTP (p50 ${http.toFixed(1)} ms) beyond the service`, http - ours, 3, 'ms'),
        );
      }
    });
    // Names of tools count, too.
    const queries = drawQueries(texts, ranked, 3, random).map((query, at) => (at % 4 === 0 ? `${query} bash` : query));
    const { different, limited } = await countDifferent(store, bare, queries);
    const compared = `${ranked - limited} queries that rank every match`;
    figures.push(atMost(`3 ${size} records: of ${compared}, ranked unlike bare bm25()`, different, 0, ''));
    const three = queriesOf.get(3) ?? [];
    for (const condition of [`session:${hashId('session', 3)}`, 'project:project-3', 'kind:prompt']) {
      const [whole = Number.NaN, part = Number.NaN] = await timeSideBySide(three, [ask, (query) => ask(`${query} ${condition}`)]);
      figures.push(atMost(`3 ${size} records, ${condition.replace(/:.*/u, '')}: restricted per unrestricted, p50`, part / whole, 1, '×'));
    }
    const common = findCommon(db).join(' ');
    const [stopAlone = Number.NaN, stop = Number.NaN] = await timeSideBySide(Array(10).fill(common), [bare, ask]);
    figures.push(
      atMost(`3 ${size} records, “${common}”: service per bare FTS5, p50`, stop / stopAlone, 1.5, '×'),
      atMost(`3 ${size} records, “${common}”: p50`, stop, 1_000, 'ms'),
    );
    db.close();
    await store.close();
    return figures;
  });

/** Bar 3: search through the service and over HTTP beside bare FTS5 on the same texts. */
export const measureSearch = async (full: boolean): Promise<Figure[]> => [
  ...(await measureAt(100_000)),
  ...(full ? await measureAt(1_000_000) : []),
];
