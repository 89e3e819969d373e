import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { openStore } from '../../../db/open-store.ts';
import { formatReport, formatSpecifiedReport } from '../../metrics/report.ts';
import { roundHalfEven } from '../../metrics/round-half-even.ts';
import type { Store } from '../../store/store.ts';
import { importFile } from '../ingest/import-file.ts';
import { makeMetricsService } from './metrics-service.ts';

const samples = process.env.OBSERVATORY_SAMPLES;
const migrationsFolder = path.resolve(import.meta.dirname, '../../../db/migrations');
const dayS = 86_400;

const cohort = z.object({
  turns: z.int(),
  completion_rate: z.number(),
  avg_iterations: z.number(),
  avg_tool_errors: z.number(),
  avg_duration_ms: z.number(),
});
const golden = z.object({
  now: z.number(),
  cases: z.array(
    z.object({
      since_days: z.number(),
      report: z.object({
        since_days: z.number(),
        total_turns: z.int(),
        cohorts: z.object({ no_retrieval: cohort, retrieval_used: cohort }),
      }),
      markdown: z.string(),
      cli_json: z.string().nullable(),
    }),
  ),
});
const row = z.object({
  session_id: z.string(),
  turn_idx: z.int(),
  retrieval_used: z.int(),
  iterations: z.int().nullable(),
  tool_error_count: z.int().nullable(),
  completed: z.int().nullable(),
  duration_ms: z.number().nullable(),
  model_id: z.string().nullable(),
  updated_at: z.number(),
});
type Row = z.infer<typeof row>;

const read = (name: string): Promise<string> => readFile(path.join(samples ?? '', 'oats', name), 'utf8');

/** The package's own rows in a store of ours, and its own figures. */
describe.skipIf(!samples)('the report of the original package', async () => {
  const { now, cases } = samples ? golden.parse(JSON.parse(await read('golden-report.json'))) : { now: 0, cases: [] };
  const rows = samples
    ? (await read('turn_metrics.jsonl')).split('\n').flatMap((line) => (line === '' ? [] : row.parse(JSON.parse(line))))
    : [];
  const nowMs = now * 1_000;
  const openWith = async (given: readonly Row[]): Promise<Store> => {
    const store = openStore(':memory:', { migrationsFolder });
    for (const one of given) {
      const [sessionId, turnIdx, atMs] = [one.session_id, one.turn_idx, one.updated_at * 1_000];
      await store.putTurnOutcome({
        sessionId,
        turnIdx,
        prompt: null,
        iterations: one.iterations,
        toolErrors: one.tool_error_count,
        completed: one.completed === null ? null : one.completed === 1,
        durationMs: one.duration_ms,
        tokens: null,
        costUsd: null,
        reward: null,
        model: one.model_id,
        retrievalUsed: one.retrieval_used === 1,
        atMs,
      });
    }
    return store;
  };
  let store: Store;
  beforeAll(async () => {
    store = await openWith(rows);
  });
  afterAll(() => store.close());

  /** Rows that the original counts in a window. */
  const countedIn = (sinceDays: number): Row[] => rows.filter((one) => one.updated_at >= now - sinceDays * dayS && one.iterations !== null);
  const isFuture = (one: Row): boolean => one.updated_at > now;

  it.each(cases.map((one) => [one.since_days, one] as const))(
    'of %s days is the same but for what differs on purpose',
    async (sinceDays, expected) => {
      const found = await makeMetricsService({ store, now: () => nowMs }).report(sinceDays);
      const { added, ...specified } = found;
      const counted = countedIn(sinceDays);
      const past = counted.filter((one) => !isFuture(one));
      // Rows in the future are in no window: the original counts them in each.
      expect(expected.report.total_turns - specified.total_turns).toBe(counted.length - past.length);
      const toExpected = (used: number) => {
        const original = used === 1 ? expected.report.cohorts.retrieval_used : expected.report.cohorts.no_retrieval;
        const own = past.filter((one) => one.retrieval_used === used);
        const durations = own.flatMap((one) => one.duration_ms ?? []);
        const mean = (values: readonly number[], digits: number) =>
          values.length === 0 ? 0 : roundHalfEven(values.reduce((sum, value) => sum + value, 0) / values.length, digits);
        const isSame = own.length === original.turns;
        return {
          turns: isSame ? original.turns : own.length,
          completion_rate: isSame
            ? original.completion_rate
            : mean(
                own.map((one) => one.completed ?? 0),
                4,
              ),
          avg_iterations: isSame
            ? original.avg_iterations
            : mean(
                own.map((one) => one.iterations ?? 0),
                2,
              ),
          avg_tool_errors: isSame
            ? original.avg_tool_errors
            : mean(
                own.map((one) => one.tool_error_count ?? 0),
                2,
              ),
          // Means skip unknown values: the original counts an unknown duration as 0.
          avg_duration_ms: isSame && durations.length === own.length ? original.avg_duration_ms : mean(durations, 0),
        };
      };
      const cohorts = { no_retrieval: toExpected(0), retrieval_used: toExpected(1) };
      expect(specified).toEqual({ since_days: sinceDays, total_turns: past.length, cohorts });
      // To the letter, with the figures that differ put into the original's text; its own figures give its own text.
      expect(formatSpecifiedReport(expected.report)).toBe(expected.markdown);
      expect(formatReport(found).startsWith(`${formatSpecifiedReport({ ...expected.report, ...specified })}\n\n## Verdict\n`)).toBe(true);
      // Turns without an outcome are counted, and named: the original drops them.
      const without = rows.filter((one) => one.updated_at >= now - sinceDays * dayS && !isFuture(one) && one.iterations === null).length;
      expect(added.turns_without_outcome).toBe(without);
      expect(formatReport(found).includes('no known outcome')).toBe(without > 0);
    },
  );

  it('is the same in every figure and letter once both differences are taken out of the rows', async () => {
    const even = rows.map((one) => ({
      ...one,
      duration_ms: one.duration_ms ?? (one.iterations === null ? null : 0),
      updated_at: Math.min(one.updated_at, now),
    }));
    const other = await openWith(even);
    // Windows that begin in the future hold nothing here, and a row from the future there.
    for (const { since_days: sinceDays, report, markdown } of cases.filter((one) => one.since_days >= 0)) {
      const { added, ...specified } = await makeMetricsService({ store: other, now: () => nowMs }).report(sinceDays);
      expect(specified).toEqual(report);
      expect(formatSpecifiedReport(specified)).toBe(markdown);
    }
    await other.close();
  });

  it('prints the JSON of the original, whose whole numbers end in .0', () => {
    for (const { report, cli_json: printed } of cases) if (printed !== null) expect(JSON.parse(printed)).toEqual(report);
  });

  it('is given by an import of its database', { timeout: 60_000 }, async () => {
    const imported = openStore(':memory:', { migrationsFolder });
    const file = path.join(samples ?? '', 'oats', 'trajectories.db');
    const input = { file, path: file, synthetic: false, signal: new AbortController().signal, onProgress: () => undefined };
    await importFile({ store: imported, now: () => nowMs }, input);
    const service = makeMetricsService({ store: imported, now: () => nowMs });
    const reports = makeMetricsService({ store, now: () => nowMs });
    for (const { since_days: sinceDays } of cases) {
      const { added: _, ...specified } = await service.report(sinceDays);
      const { added: __, ...expected } = await reports.report(sinceDays);
      expect(specified).toEqual(expected);
    }
    await imported.close();
  });
});
