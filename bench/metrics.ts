import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import Database from 'better-sqlite3';
import { cohortQuery } from '../lib/domain/cohort.ts';
import { makeCohortService } from '../lib/services/metrics/cohort-service.ts';
import { hashId } from '../lib/session/ids.ts';
import { makeMetricsService } from '../lib/services/metrics/metrics-service.ts';
import { makeRollups } from '../lib/store/sqlite/metrics/rollups.ts';
import { openStore } from '../db/open-store.ts';
import { inFolder } from './archive.ts';
import { atMost, quantile, type Figure } from './figure.ts';
import { makeRandom } from './search-archive.ts';

const turns = 1_000_000;
const sessions = 50_000;
const spanMs = 90 * 86_400_000;
const nowMs = Date.UTC(2026, 10, 1);
const reports = 25;
const comparisons = 3;
const models = ['claude-opus-4', 'claude-sonnet-4-5', 'gpt-5-codex'];
const migrationsFolder = path.resolve(import.meta.dirname, '../db/migrations');

/** An archive of nothing but sessions and the metrics of their turns, a third of which had examples. */
const writeTurns = (file: string): void => {
  const db = new Database(file);
  const random = makeRandom(5);
  const putSession = db.prepare<[string, string, string, number]>(
    `INSERT INTO sessions (id, native_id, family, format, project, models, synthetic, search_text, facts, head, started_at_ms, settled)
    VALUES (?, ?, 'claude-code', 'claude-code', ?, '[]', 0, '', '{}', '{}', ?, 1)`,
  );
  const putTurn = db.prepare(
    `INSERT INTO turn_metrics (session_id, turn_idx, retrieval_used, iterations, iterations_basis, tool_errors, tool_errors_basis, completed,
      completed_basis, duration_ms, tokens, cost_usd, model, prompt_chars, created_at_ms, updated_at_ms)
    VALUES (?, ?, ?, ?, 'responses', ?, 'calls', ?, 'answered', ?, ?, ?, ?, ?, ?, ?)`,
  );
  const rollups = makeRollups(db);
  db.transaction(() => {
    for (let at = 0; at < sessions; at += 1) {
      const id = hashId('session', at);
      const startMs = nowMs - spanMs + random() * (spanMs - 3_600_000);
      const rate = 0.5 + random() * 0.4;
      putSession.run(id, id, `project-${at % 40}`, startMs);
      for (let turn = 0; turn < turns / sessions; turn += 1) {
        const atMs = startMs + turn * 100_000;
        const [used, done] = [random() < 0.33, random() < rate];
        putTurn.run(
          ...[id, turn, Number(used), 1 + Math.floor(random() * 9), Math.floor(random() * 3), Number(done), Math.round(random() * 9e4)],
          ...[Math.floor(random() * 1e5), random(), models[at % models.length], Math.floor(random() * 3_000), atMs, atMs + 90_000],
        );
      }
      rollups.rebuild(id);
    }
  })();
  db.close();
};

const timeRuns = async (runs: number, run: () => Promise<unknown>): Promise<number> => {
  const taken: number[] = [];
  await run();
  for (let at = 0; at < runs; at += 1) {
    const from = performance.now();
    await run();
    taken.push(performance.now() - from);
  }
  return quantile(taken, 0.95);
};

/** The report over 1,000,000 turns, and over those of a week; and a comparison of all, between whose parts others are answered. */
export const measureMetrics = (): Promise<Figure[]> =>
  inFolder(async (folder) => {
    const file = path.join(folder, 'observatory.db');
    await openStore(file, { migrationsFolder }).close();
    writeTurns(file);
    const store = openStore(file, { migrationsFolder });
    const metrics = makeMetricsService({ store, now: () => nowMs });
    const cohorts = makeCohortService({ store, now: () => nowMs });
    const delay = monitorEventLoopDelay({ resolution: 5 });
    const compare = async () => {
      delay.enable();
      await cohorts.compare(cohortQuery.parse({}));
      delay.disable();
    };
    const figures = [
      atMost('report over 1,000,000 turns, p95', await timeRuns(reports, () => metrics.report(365)), 500, 'ms'),
      atMost('report over a week of 1,000,000 turns, p95', await timeRuns(reports, () => metrics.report(7)), 500, 'ms'),
      atMost('comparison of 1,000,000 turns, p95', await timeRuns(comparisons, compare), 20_000, 'ms'),
      atMost('comparison of 1,000,000 turns: longest that others wait', delay.max / 1e6, 1_000, 'ms'),
    ];
    await store.close();
    return figures;
  });
