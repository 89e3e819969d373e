import { retrieveInput } from '../lib/domain/retrieval.ts';
import { makeRetrievalService } from '../lib/services/retrieval/retrieval-service.ts';
import { inFolder } from './archive.ts';
import { atMost, quantile, type Figure } from './figure.ts';
import { buildSearchArchive, drawQueries, makeBare, makeRandom, readTexts } from './search-archive.ts';

const timed = 40;
const warm = 5;
const candidates = 500;

/** Milliseconds (p95) of each way to ask, one after the other for each prompt. The first prompts warm up. */
const timeSideBySide = async (prompts: readonly string[], ways: readonly ((prompt: string) => unknown)[]): Promise<number[]> => {
  const taken = ways.map((): number[] => []);
  for (const [round, prompt] of prompts.entries())
    for (const [at, way] of ways.entries()) {
      const from = performance.now();
      await way(prompt);
      if (round >= warm) taken[at]?.push(performance.now() - from);
    }
  return taken.map((times) => quantile(times, 0.95));
};

const measureAt = (records: number, maxMs: number): Promise<Figure[]> =>
  inFolder(async (folder) => {
    const texts = await readTexts(folder);
    const { store, bare: db } = await buildSearchArchive(folder, texts, records);
    const service = makeRetrievalService({ store, now: Date.now });
    const bare = makeBare(db, candidates);
    const random = makeRandom(13);
    const figures: Figure[] = [];
    for (const words of [10, 60]) {
      const prompts = drawQueries(texts, timed + warm, words, random);
      const retrieve = (prompt: string) => service.retrieve(retrieveInput.parse({ prompt }));
      const [alone = Number.NaN, ours = Number.NaN] = await timeSideBySide(prompts, [bare, retrieve]);
      const name = `3 ${records.toLocaleString('en')} records, retrieval for ${words} words`;
      figures.push(
        atMost(`${name}: per bare FTS5 (p95 ${alone.toFixed(0)} ms)`, ours / alone, 1.5, '×'),
        atMost(`${name}: p95`, ours, maxMs, 'ms'),
      );
    }
    db.close();
    await store.close();
    return figures;
  });

/** Bar 3: retrieval through the service beside a bare FTS5 query for any of the same words. No prompt has calls, so all are looked at. */
export const measureRetrieval = async (full: boolean): Promise<Figure[]> => [
  ...(await measureAt(100_000, 150)),
  ...(full ? await measureAt(1_000_000, 600) : []),
];
