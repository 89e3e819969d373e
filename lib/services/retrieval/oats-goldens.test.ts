import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { openStore } from '../../../db/open-store.ts';
import { retrieveInput, type Example, type RetrieveInput } from '../../domain/retrieval.ts';
import { toVisibleOutput } from '../../print/visible-text.ts';
import { formatSection } from '../../retrieval/format-section.ts';
import type { Store } from '../../store/store.ts';
import { importFile } from '../ingest/import-file.ts';
import { seedDifferences } from './__fixtures__/seed-differences.ts';
import { makeRetrievalService } from './retrieval-service.ts';

const migrationsFolder = path.resolve(import.meta.dirname, '../../../db/migrations');
const samples = path.join(process.env.OBSERVATORY_SAMPLES ?? '', 'oats');
const hasSamples = process.env.OBSERVATORY_SAMPLES !== undefined;

const golden = z.object({
  cases: z.array(
    z.object({
      user_prompt: z.string(),
      options: z.object({
        top_k: z.int().optional(),
        min_score: z.number().optional(),
        continuation_limit: z.int().optional(),
        exclude_session_id: z.string().optional(),
      }),
      examples: z
        .array(z.object({ score: z.number(), prompt_id: z.int(), session_id: z.string(), continuation_ids: z.array(z.int()) }))
        .optional(),
      section: z.string().nullable().optional(),
    }),
  ),
});
const storedRow = z.object({
  id: z.int(),
  session_id: z.string(),
  kind: z.string(),
  tool_name: z.string().nullable(),
  content: z.string(),
});
type StoredRow = z.infer<typeof storedRow>;

const readRows = (): Map<number, StoredRow> =>
  new Map(
    readFileSync(path.join(samples, 'trajectories.jsonl'), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => storedRow.parse(JSON.parse(line)))
      .map((row) => [row.id, row]),
  );
const cases = hasSamples ? golden.parse(JSON.parse(readFileSync(path.join(samples, 'golden-retrieval.json'), 'utf8'))).cases : [];
/** The seed splits words at accents and drops other scripts. */
const isPlain = (text: string): boolean => /^[\0-\x7f]*$/u.test(text);
const isFilled = (at: number): boolean => seedDifferences[at]?.why.includes('filler words are not enough') ?? false;
const withoutSessions = (section: string | null): string | null => section?.replace(/^- session: .*\n/gmu, '') ?? null;

describe.skipIf(!hasSamples)('examples of the seed’s own rows', () => {
  let store: Store;
  let folder: string;
  const rows = hasSamples ? readRows() : new Map<number, StoredRow>();
  const find = (id: number): StoredRow => rows.get(id) ?? storedRow.parse(null);
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'observatory-goldens-'));
    store = openStore(':memory:', { migrationsFolder });
    const file = path.join(samples, 'trajectories.jsonl');
    const input = { file, path: file, synthetic: false, signal: new AbortController().signal, onProgress: () => undefined };
    await importFile({ store, now: () => 0, scratchFolder: path.join(folder, 'scratch') }, input);
    while ((await store.indexSome()) > 0);
  });
  afterAll(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });

  it.each(cases.filter(({ section }) => section).map((one, at) => [`${at} ${one.user_prompt}`, one] as const))(
    'writes the section to the letter, but for the line that names the session: %s',
    (_, { examples = [], section = null }) => {
      const given = examples.map(({ score, prompt_id: id, session_id: session, continuation_ids: ids }): Example => ({
        sessionId: session,
        recordId: String(id),
        turnIdx: null,
        seq: 0,
        score,
        relativeScore: 1,
        prompt: find(id).content,
        foundBy: null,
        coverage: 1,
        result: 'unknown',
        resultBasis: 'last_call',
        end: 'unknown',
        endBasis: 'last_call',
        steps: ids.map((step) => ({
          recordId: String(step),
          kind: z.enum(['prompt', 'response', 'tool_call', 'tool_result']).parse(find(step).kind),
          tool: find(step).tool_name,
          outcome: null,
          text: find(step).content,
          skipped: 0,
          isKey: false,
        })),
        terms: null,
        session: { id: session, title: null, project: null, agent: 'oats', startedAtMs: null, synthetic: false, starredAtMs: null },
        inSection: true,
      }));
      expect(withoutSessions(formatSection(given, { isOneProject: true, maxChars: 1_000_000 })?.text ?? null)).toBe(section);
    },
  );

  const retrieve = ({ user_prompt: prompt, options }: (typeof cases)[number], more: Partial<RetrieveInput>) => {
    const excluded = options.exclude_session_id && `oats:${options.exclude_session_id}`;
    const input = retrieveInput.parse({ prompt, continuation_limit: options.continuation_limit, exclude_session_id: excluded });
    return makeRetrievalService({ store, now: () => 0 }).retrieve({ ...input, max_chars: 1_000_000, explain: true, min_score: 0, ...more });
  };

  it.each(cases.map((one, at) => [`${at} ${one.user_prompt}`, one, at] as const))(
    'gives the same examples in the same order, or others for a reason: %s',
    async (_, one, at) => {
      const difference = seedDifferences[at];
      const { examples } = await retrieve(one, { top_k: one.options.top_k ?? 2 });
      const ours = await Promise.all(
        examples.map(async ({ sessionId, score, prompt }) => [(await store.findSession(sessionId))?.nativeId, score.toFixed(9), prompt]),
      );
      const seed = one.examples?.map(({ session_id: session, score, prompt_id: id }) => [
        session,
        score.toFixed(9),
        find(id).content.trim(),
      ]);
      if (difference === undefined) {
        expect(ours).toEqual(seed ?? []);
        return;
      }
      expect(ours.map(([session, score]) => [session, Number(Number(score).toFixed(3))])).toEqual(difference.ours);
      expect(ours).not.toEqual(seed);
    },
  );

  it.each(
    cases
      .filter(({ user_prompt: prompt, examples }, at) => isPlain(prompt) && examples && !isFilled(at))
      .map((one, at) => [`${at} ${one.user_prompt}`, one] as const),
  )('finds the prompts of the seed with the same scores and steps: %s', async (_, one) => {
    const answer = await retrieve(one, { top_k: 20, include_failed: true });
    const all = [...answer.examples, ...(answer.leftOut ?? [])];
    for (const { score, prompt_id: id, session_id: session, continuation_ids: ids } of one.examples ?? []) {
      const sessionId = (await store.findSession(`oats:${session}`))?.id;
      const found = all.find(
        (one) =>
          one.sessionId === sessionId &&
          one.prompt === toVisibleOutput(find(id).content).trim() &&
          one.score.toFixed(9) === score.toFixed(9),
      );
      expect(found, `${session} ${score}`).toBeDefined();
      const example = answer.examples.find((one) => one === found);
      const toWords = (text: string) => text.match(/\w+/gu)?.join(' ') ?? '';
      const steps = example?.steps.map(({ text }) => toWords(text).slice(0, 300));
      const theirs = ids
        .filter((step) => find(step).kind.startsWith('tool_'))
        .map((step) => toWords(toVisibleOutput(find(step).content)).slice(0, 300));
      if (steps) expect(steps.slice(0, theirs.length)).toEqual(theirs);
    }
    for (const { score, terms } of answer.examples) expect(terms?.reduce((sum, term) => sum + term.score, 0)).toBeCloseTo(score, 9);
  });
});
