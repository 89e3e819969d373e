import type { CohortSplit, ComparedTurn } from '../domain/cohort.ts';
import type { ExampleCredit } from '../domain/credit.ts';
import type { MetricName } from '../domain/metric.ts';
import type { Page } from '../domain/page.ts';
import type { TurnMetric } from '../domain/turn-metric.ts';
import type { CohortSums, ReportBalance, Sum } from '../metrics/report.ts';

/** Known facts about a turn's outcome. Null keeps the stored value. */
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
  /** Alone, it says nothing of the outcome; false keeps what is known. */
  retrievalUsed: boolean | null;
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

/** Place of a turn, in the order of sessions and turns. */
export type TurnPlace = { sessionId: string; turnIdx: number };

export interface MetricsStore {
  /** Merges a report into the turn's row; `created`: it had none. Reported values win over derived ones. */
  putTurnOutcome(outcome: ReportedOutcome): Promise<{ created: boolean }>;
  findTurnMetric(sessionId: string, turnIdx: number, nowMs: number): Promise<TurnMetric | null>;
  /** Newest first. Without a group, of both. */
  listTurnMetrics(
    selection: TurnSelection & { group: 'a' | 'b' | null },
    page: { cursor: string | null; limit: number },
  ): Promise<Page<TurnMetric>>;
  /** A part of the turns of both groups behind `after`, those of a session one after the other. `next` is null once none is left. */
  readTurns(
    selection: TurnSelection,
    after: TurnPlace | null,
  ): Promise<{ turns: ComparedTurn[]; next: TurnPlace | null; synthetic: boolean }>;
  /** Values with turns that a comparison at `nowMs` would count, most turns first. */
  listSplitValues(split: 'model' | 'agent' | 'project' | 'tool' | 'mcp', nowMs: number): Promise<{ value: string; turns: number }[]>;
  /**
   * The two cohorts of the specification's report, `a` without examples and `b` with: turns that were updated from `fromMs` to `nowMs` and whose
   * outcome is known. Turns without an outcome
   * are only counted; those of subagents are left out.
   */
  sumReport(fromMs: number, nowMs: number): Promise<ReportSums>;
  /** Most given first; with the receivers of any example. Subagents do not count; sessions of the demo do only while there are no others. */
  listCredits(page: { cursor: string | null; limit: number; nowMs: number }): Promise<Page<CountedCredit> & Receivers>;
  /** False if the session is not in the archive. */
  setExampleBlocked(sessionId: string, atMs: number | null): Promise<boolean>;
  listBlockedExamples(): Promise<string[]>;
  /** Derives the metrics of some sessions that a version without metrics stored; answers how many sessions. Call it until it answers 0. */
  deriveMissingMetrics(): Promise<number>;
}

/**
 * Sessions that got examples in a turn whose outcome is known, and the sum of their shares of such turns that were completed: what follows in
 * one session is not independent, so each counts once, whatever its length.
 */
export type Receivers = { sessions: number; completedShares: number };
export type CountedCredit = Omit<ExampleCredit, 'rate'> & Receivers;

/**
 * `pairs`: the sums of each session in both groups; null where it has no turns there. In windows of over 10,000 sessions, of groups of
 * sessions that are as independent (random groups: K. M. Wolter, Introduction to Variance Estimation, 2nd ed. 2007, chapter 2).
 * `sessions`: how many have a known value.
 */
export type ReportMetric = { pairs: { a: Sum | null; b: Sum | null }[]; sessions: { a: number; b: number } };
export type ReportSums = {
  a: CohortSums;
  b: CohortSums;
  metrics: Map<MetricName, ReportMetric>;
  /** Turns whose iterations are not known; they are in no other sum. */
  withoutOutcome: number;
  balance: ReportBalance[];
  synthetic: boolean;
};
