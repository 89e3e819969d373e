import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { openStore } from '../db/open-store.ts';
import { retrieveInput } from '../lib/domain/retrieval.ts';
import { parseJson } from '../lib/domain/parse-json.ts';
import { makeRetrievalService } from '../lib/services/retrieval/retrieval-service.ts';
import { computeWilson, type Proportion } from '../lib/stats/proportion.ts';
import { inFolder, openArchive } from './archive.ts';

/**
 * Prompts that somebody wrote who knew the sample sessions and nothing of this code, each with the turns that would help with it: none where
 * nothing in the archive has to do with it. Files are relative to the samples.
 */
const labels = z.object({
  archive: z.array(z.string()),
  queries: z.array(z.object({ prompt: z.string(), kind: z.string(), useful: z.array(z.object({ file: z.string(), turn: z.int() })) })),
});
type Query = z.infer<typeof labels>['queries'][number];

/** The rules were mended on the first half, and the second one was only counted. */
const isMended = ({ prompt }: Query): boolean => (createHash('sha256').update(prompt).digest()[0] ?? 0) % 2 === 0;

type Judged = Query & { found: { file: string; turn: number | null }[]; isRight: boolean };

const print = (name: string, { hits, of }: Proportion): void => {
  const { low, high } = computeWilson({ hits, of }) ?? { low: Number.NaN, high: Number.NaN };
  process.stdout.write(`${name.padEnd(60)}${hits} of ${of}   95 % ${(100 * low).toFixed(0)} to ${(100 * high).toFixed(0)}\n`);
};
const count = (judged: readonly Judged[]): Proportion => ({ hits: judged.filter(({ isRight }) => isRight).length, of: judged.length });

/**
 * Prints how often the first example is one of the turns that would help, or of their sessions, and how often nothing is offered where none
 * would: of both halves and of all. With `--misses`, also which prompts of the first half miss. Needs the sample sessions.
 */
const printLabeledRetrieval = (samples: string): Promise<void> =>
  inFolder(async (folder) => {
    const { archive: files, queries } = labels.parse(parseJson(await readFile('bench/labels/retrieval.json', 'utf8')));
    const databaseFile = path.join(folder, 'observatory.db');
    const archive = openArchive(databaseFile);
    const fileOf = new Map<string, string>();
    for (const file of files) {
      const { sessions } = await archive.importPath(path.join(samples, file));
      for (const { id } of sessions) fileOf.set(id, file);
    }
    await archive.index();
    await archive.close();
    const store = openStore(databaseFile, { migrationsFolder: path.resolve('db/migrations') });
    const service = makeRetrievalService({ store, now: () => 0 });
    const judged: Judged[] = [];
    const read = new Set(fileOf.values());
    // In formats that are refused by name.
    const unread = queries.filter(({ useful }) => useful.length > 0 && !useful.some(({ file }) => read.has(file)));
    if (unread.length > 0)
      process.stdout.write(`${unread.length} of ${queries.length} prompts left out: what would help is in files that are not read\n`);
    for (const query of queries.filter((one) => !unread.includes(one))) {
      const { examples } = await service.retrieve(retrieveInput.parse({ prompt: query.prompt }));
      const found = examples.map(({ sessionId, turnIdx }) => ({ file: fileOf.get(sessionId) ?? '', turn: turnIdx }));
      const isUseful = query.useful.some(({ file }) => file === found[0]?.file);
      judged.push({ ...query, found, isRight: query.useful.length === 0 ? found.length === 0 : isUseful });
    }
    await store.close();
    const halves = { 'first half': judged.filter(isMended), 'second half': judged.filter((one) => !isMended(one)), all: judged };
    for (const [half, some] of Object.entries(halves)) {
      print(`${half}: useful first example`, count(some.filter(({ useful }) => useful.length > 0)));
      print(`${half}: nothing offered where nothing fits`, count(some.filter(({ useful }) => useful.length === 0)));
    }
    if (!process.argv.includes('--misses')) return;
    for (const { prompt, useful, found } of halves['first half'].filter(({ isRight }) => !isRight))
      process.stdout.write(`\n${prompt}\n  useful: ${JSON.stringify(useful)}\n  given: ${JSON.stringify(found)}\n`);
  });

const samples = process.env.OBSERVATORY_SAMPLES;
if (!samples) throw new Error('Set OBSERVATORY_SAMPLES to a folder of sample sessions.');
await printLabeledRetrieval(samples);
