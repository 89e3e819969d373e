import type { Database } from 'better-sqlite3';
import type { MetricsStore } from '../../metrics-store.ts';
import type { Changes } from '../changes.ts';
import type { Turns } from '../sessions/turns.ts';
import type { Transactions } from '../transactions.ts';
import { makeCredits } from './credits.ts';
import { makeMissingMetrics } from './missing-metrics.ts';
import type { Outcomes } from './outcomes.ts';
import type { Rollups } from './rollups.ts';
import { makeTurnGroups } from './turn-groups.ts';
import { makeTurnLists } from './turn-lists.ts';
import { makeTurnMetricRows } from './turn-metric-rows.ts';

type Parts = { changes: Changes; turns: Turns; outcomes: Outcomes; rollups: Rollups };

/** Metrics of turns: reported, listed and summed. */
export const makeMetricsSlice = (
  db: Database,
  { reading, writing }: Pick<Transactions, 'reading' | 'writing'>,
  { changes, turns, outcomes, rollups }: Parts,
): MetricsStore => {
  const find = makeTurnMetricRows(db);
  const { isDemo, select, readTurns } = makeTurnGroups(db);
  const { listTurnMetrics, listSplitValues } = makeTurnLists(db, { isDemo, select, find });
  const credits = makeCredits(db, isDemo);
  return {
    putTurnOutcome: writing((outcome) => {
      const created = outcomes.put(outcome);
      changes.add('metrics', outcome.sessionId);
      return { created };
    }),
    findTurnMetric: reading(find),
    listTurnMetrics: reading(listTurnMetrics),
    readTurns: reading(readTurns),
    listSplitValues: reading(listSplitValues),
    sumReport: reading((fromMs, nowMs) => rollups.sumReport(fromMs, nowMs, isDemo())),
    listCredits: reading(credits.listCredits),
    setExampleBlocked: writing((sessionId, atMs) => {
      changes.add('metrics', sessionId);
      return credits.setBlocked(sessionId, atMs);
    }),
    listBlockedExamples: reading(credits.listBlocked),
    deriveMissingMetrics: writing(makeMissingMetrics(db, turns)),
  };
};
