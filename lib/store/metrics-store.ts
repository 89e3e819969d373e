import type { CohortSplit } from '../domain/cohort.ts';
import type { ExampleCredit } from '../domain/credit.ts';
import type { ArmName } from '../domain/experiment.ts';
import type { MetricName } from '../domain/metric.ts';
import type { Page } from '../domain/page.ts';
import type { TurnMetric } from '../domain/turn-metric.ts';

/** What is known of a turn's outcome. Null keeps what is stored. */
export type ReportedOutcome = {
  sessionId: string;
  turnIdx: number;
  prompt: string | null;
  iterations: number | null;
  toolErrors: number | null;
  completed: boolean | null;
  durationMs: number | null;
  tokens: number | null;
  costUsd: number | null;
  reward: number | null;
  model: string | null;
  atMs: number;
};

/** Conditions on turns; all hold together. Values of a list are alternatives. */
export type TurnCondition =
  | { field: 'model' | 'agent' | 'project' | 'tool' | 'session'; values: readonly string[]; isNot: boolean }
  | { field: 'finding' | 'starred'; isNot: boolean }
  | { field: 'since' | 'before'; atMs: number };

/**
 * Which turns: those of two groups, or of an experiment's arms (`a` control, `b` treatment). Turns of subagents and running turns are in
 * neither; demo turns only while there are no others. `nowMs` decides what is still running.
 */
export type TurnSelection = {
  by: { split: CohortSplit; value: string | null; against: string | null } | { experimentId: string };
  conditions: readonly TurnCondition[];
  nowMs: number;
};

/** Sums over the turns of one session in one group that began in one day (UTC days since the epoch; null: no time is known). */
export type TurnSums = {
  sessionId: string;
  group: 'a' | 'b';
  day: number | null;
  turns: number;
  /** By metric: turns with a known value, and their sum; of `duration`, the sum of natural logarithms of at least 1 ms. */
  metrics: Record<MetricName, Sum>;
};

/** Turns with a known value, and the sum of those. */
export type Sum = { n: number; sum: number };

export type ValueCount = { value: string; a: number; b: number };

export interface MetricsStore {
  /** Merges a report into the turn's row; `created`: it had none. Reported values win over derived ones. */
  putTurnOutcome(outcome: ReportedOutcome): Promise<{ created: boolean }>;
  findTurnMetric(sessionId: string, turnIdx: number, nowMs: number): Promise<TurnMetric | null>;
  /** Newest first. Without a group, of both. */
  listTurnMetrics(
    selection: TurnSelection & { group: 'a' | 'b' | null },
    page: { cursor: string | null; limit: number },
  ): Promise<Page<TurnMetric>>;
  sumTurns(selection: TurnSelection): Promise<{ sums: TurnSums[]; synthetic: boolean; subagentTurns: number; runningTurns: number }>;
  /** Exact medians, and counts by bin, of one metric. Bins are [edges[i], edges[i + 1]); the last one is open. */
  measureDistribution(
    selection: TurnSelection,
    metric: MetricName,
    edges: readonly number[],
  ): Promise<{ a: { median: number | null; counts: number[] }; b: { median: number | null; counts: number[] } }>;
  /** Turns of both groups by a property, most first. */
  countBalance(
    selection: TurnSelection,
  ): Promise<{ model: ValueCount[]; project: ValueCount[]; agent: ValueCount[]; promptChars: ValueCount[] }>;
  listSplitValues(split: 'model' | 'agent' | 'project' | 'tool' | 'mcp'): Promise<{ value: string; turns: number }[]>;
  /**
   * The two cohorts of the specification's report, `a` without examples and `b` with: turns that were updated from `fromMs` to `nowMs` and whose
   * outcome is known. Turns without an outcome
   * are only counted; those of subagents are left out.
   */
  sumReport(fromMs: number, nowMs: number): Promise<ReportSums>;
  listCredits(page: {
    cursor: string | null;
    limit: number;
    nowMs: number;
  }): Promise<Page<Omit<ExampleCredit, 'rate'>> & { completed: number; withOutcome: number }>;
  /** False if the session is not in the archive. */
  setExampleBlocked(sessionId: string, atMs: number | null): Promise<boolean>;
  listBlockedExamples(): Promise<string[]>;
  /** Derives the metrics of some sessions that a version without metrics stored; answers how many sessions. Call it until it answers 0. */
  deriveMissingMetrics(): Promise<number>;
}

/** Of one group. */
export type CohortSums = { turns: number } & Record<'completed' | 'iterations' | 'toolErrors' | 'durationMs', Sum>;
/** `pairs`: of each metric, the sums of each session in both groups; null where it has no turns there. */
export type ReportSums = {
  a: CohortSums;
  b: CohortSums;
  pairs: Map<MetricName, { a: Sum | null; b: Sum | null }[]>;
  withoutOutcome: number;
  synthetic: boolean;
};

export type ArmOfSession = { experimentId: string; arm: ArmName };
