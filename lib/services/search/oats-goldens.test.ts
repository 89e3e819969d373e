import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { openStore } from '../../../db/open-store.ts';
import { searchKind, type SearchCondition } from '../../domain/search.ts';
import { parseQuery, toPlainTerms } from '../../search/query.ts';
import { makeBatch, makeRecordRow, makeSessionRow, makeToolCallRow } from '../../store/make-batch.ts';
import type { Store } from '../../store/store.ts';
import { importFile } from '../ingest/import-file.ts';

const migrationsFolder = path.resolve(import.meta.dirname, '../../../db/migrations');
const samples = path.join(process.env.OBSERVATORY_SAMPLES ?? '', 'oats');
const hasSamples = process.env.OBSERVATORY_SAMPLES !== undefined;

const options = z.object({ limit: z.int().optional(), session_id: z.string().optional(), kinds: z.array(z.string()).optional() });
const golden = z.object({
  cases: z.array(
    z.object({
      query: z.string(),
      options,
      results: z.array(z.object({ id: z.int(), score: z.number() })).optional(),
      error: z.object({ message: z.string() }).optional(),
    }),
  ),
});
const storedRow = z.object({ id: z.int(), content: z.string() });

const readLines = (name: string): unknown[] =>
  readFileSync(path.join(samples, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));
const cases = hasSamples ? golden.parse(JSON.parse(readFileSync(path.join(samples, 'golden-search.json'), 'utf8'))).cases : [];

/**
 * Where this archive differs on purpose: the seed splits words at accents and drops other scripts, fails on operators, and ignores kinds
 * that it does not know, and a session id that is empty.
 */
const differs = (query: string, { kinds = [], session_id: session }: z.infer<typeof options>): boolean =>
  /[^\0-\x7f]/u.test(query) || kinds.some((kind) => !searchKind.safeParse(kind).success) || session === '';

const toConditions = ({ kinds = [], session_id: session }: z.infer<typeof options>): SearchCondition[] => [
  ...(kinds.length > 0 ? [{ field: 'kind' as const, values: kinds, isNot: false }] : []),
  ...(session === undefined ? [] : [{ field: 'session' as const, values: [session], isNot: false }]),
];

describe.skipIf(!hasSamples)('scores of the seed’s own rows', () => {
  let store: Store;
  let folder: string;
  const contents = new Map<number, string>();
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'observatory-goldens-'));
    store = openStore(':memory:', { migrationsFolder });
    const file = path.join(samples, 'trajectories.jsonl');
    const input = { file, path: file, synthetic: false, signal: new AbortController().signal, onProgress: () => undefined };
    await importFile({ store, now: () => 0, scratchFolder: path.join(folder, 'scratch') }, input);
    while ((await store.indexSome()) > 0);
    for (const row of readLines('trajectories.jsonl')) {
      const { id, content } = storedRow.parse(row);
      contents.set(id, content);
    }
  });
  afterAll(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });

  it.each(cases.filter(({ query, options: given }) => !differs(query, given)).map((one) => [one.query, one] as const))(
    '%s',
    async (_, { query, options: given, results = null, error }) => {
      const limit = given.limit ?? 10;
      const request = { text: query, terms: toPlainTerms(query, 200), conditions: toConditions(given) };
      const found =
        limit === 0 || request.terms.length === 0
          ? []
          : (await store.search(request, { cursor: null, limit: limit < 0 ? 1_000 : limit })).items;
      if (results === null) {
        expect(error?.message).toMatch(/^fts5: syntax error/u);
        expect(found.length).toBeGreaterThan(0);
        return;
      }
      expect(found.map(({ score }) => Number(score).toFixed(9))).toEqual(results.map(({ score }) => score.toFixed(9)));
      // Equal scores have no order in the seed; those at the end may be others.
      const last = results.at(-1)?.score.toFixed(9);
      const isWhole = (score: number | null) => Number(score).toFixed(9) !== last || limit < 0 || limit > results.length;
      const toLine = (score: number | null, text: string) => `${Number(score).toFixed(9)} ${text.match(/\w+/gu)?.join(' ') ?? ''}`;
      const listOurs = found.filter(({ score }) => isWhole(score)).map(({ score, text }) => toLine(score, text));
      const listTheirs = results.filter(({ score }) => isWhole(score)).map(({ id, score }) => toLine(score, contents.get(id) ?? ''));
      expect(listOurs.sort()).toEqual(listTheirs.sort());
    },
  );
});

it('scores a golden vector', async () => {
  const store = openStore(':memory:', { migrationsFolder });
  const record = (seq: number, text: string) => makeRecordRow({ sessionId: 's', seq, kind: 'prompt', text });
  await store.append(
    makeBatch({
      sessions: [makeSessionRow({ id: 's' })],
      records: [
        record(0, 'fix the failing test in parser.py'),
        record(1, 'refactor the parser module'),
        record(2, 'add a test for login'),
        makeRecordRow({
          id: 'call',
          sessionId: 's',
          seq: 3,
          kind: 'tool_call',
          text: 'bash: command=pytest -x tests/parser\n1 failed, 3 passed',
        }),
      ],
      calls: [makeToolCallRow({ sessionId: 's', id: 'call', seq: 3, callIndex: 1, name: 'bash' })],
    }),
  );
  while ((await store.indexSome()) > 0);
  const { items } = await store.search(parseQuery('bash', 0), { cursor: null, limit: 10 });
  expect(items.map(({ recordId, kind, tool, score }) => [recordId, kind, tool, score?.toFixed(8)])).toEqual([
    ['call', 'tool_result', 'bash', '0.98976387'],
  ]);
  await store.close();
});
