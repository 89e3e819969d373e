import * as z from 'zod';
import { instant, timed } from './instant.ts';
import { estimate, interval, metricName, type MetricName } from './metric.ts';

/**
 * Criterion that splits turns. `retrieval`: examples were used, or not. `period`: from an instant on, or before. `finding`: the session has
 * a finding, or none. `tool` and `mcp`: the turn called a tool, or one of an MCP server, or not. Others compare two values, or one with all
 * others.
 */
export const cohortSplit = z.enum(['retrieval', 'model', 'agent', 'project', 'period', 'finding', 'tool', 'mcp']);
export type CohortSplit = z.infer<typeof cohortSplit>;

/** Group `b` against group `a`, such as "used" against "none". */
export const cohortQuery = z.object({
  split: cohortSplit.default('retrieval'),
  /** Value of group b: a model, agent, project, tool or server, or an instant for `period`. Not for `retrieval` and `finding`. */
  value: z.string().max(400).optional(),
  /** Value of group a, of the same kind; if absent, group a holds all other turns. */
  against: z.string().max(400).optional(),
  /** Conditions on both, as in a search: `since:84d agent:claude-code project:x`. */
  q: z.string().max(2_000).default(''),
  /** The primary metric: of the verdict, the trend and the distribution. */
  metric: metricName.default('completed'),
});
export type CohortQuery = z.output<typeof cohortQuery>;

/** One metric of both groups. */
export const metricComparison = z.object({
  metric: metricName,
  a: estimate.nullable(),
  b: estimate.nullable(),
  /** b − a, in the metric's unit (shares: 0.05 is 5 points); for `duration` of the medians. */
  difference: z.number().nullable(),
  interval: interval.nullable(),
  /** b relative to a: 0.1 is 10 % more; what the forest plot draws. */
  relative: z.object({ value: z.number(), interval: interval.nullable() }).nullable(),
  pValue: z.number().nullable(),
  /** Turns of each group whose value is only known in part, so that the figure of the group is at least that: of `tokens` and `cost`. */
  atLeast: z.object({ a: z.int(), b: z.int() }),
  /** Clear of zero: the primary metric by itself, the others after Holm. */
  isClear: z.boolean(),
});
export type MetricComparison = z.infer<typeof metricComparison>;

const group = z.object({
  label: z.string(),
  turns: z.int(),
  sessions: z.int(),
  /** Number of `turns` with an unknown outcome; no rate includes them. */
  withoutOutcome: z.int(),
});

const trendPoint = timed({ from: instant, a: estimate.nullable(), b: estimate.nullable() });
const bin = z.object({ from: z.number(), to: z.number(), a: z.int(), b: z.int() });

/** How the groups differ in what is not compared: shares of turns, 0 to 1. */
export const balance = z.object({
  aspect: z.enum(['model', 'project', 'agent', 'prompt_length', 'time']),
  rows: z.array(z.object({ label: z.string(), a: z.number(), b: z.number() })),
});

/** Observational: it says what differs, never what causes it. */
export const cohortVerdict = z.object({
  code: z.enum(['differs', 'no_evidence', 'too_few']),
  /** `better`: b is better than a. */
  direction: z.enum(['better', 'worse']).nullable(),
  sentence: z.string(),
  /** Sessions that are missing in the smaller group before anything can be said. */
  missingSessions: z.int().nullable(),
});

export const cohortAnswer = z.object({
  a: group,
  b: group,
  metrics: z.array(metricComparison),
  verdict: cohortVerdict,
  /** Periods from the first to the last that holds turns; those without any have neither group. A gap of over two years is left out. */
  trend: z.object({ unit: z.enum(['day', 'week', 'month']), points: z.array(trendPoint) }),
  distribution: z.array(bin),
  balance: z.array(balance),
  /** Whether the sessions are demo data; these are compared only while there are no others. */
  synthetic: z.boolean(),
  /** Turns left out, and why: those of subagents, running ones, those of an unknown model; also the group that counts turns of both. */
  notes: z.array(z.string()),
  tookMs: z.number(),
});
export type CohortAnswer = z.infer<typeof cohortAnswer>;

/** A turn of one of two groups, as comparisons read it. `left`: why it is in no figure;
 * `unknown`: it is not known whether it has the value that is compared with all others. `metrics`: `completed` is 0 or 1. `atLeast`: those that are only known in part. */
export type ComparedTurn = {
  sessionId: string;
  group: 'a' | 'b';
  left: 'subagent' | 'running' | 'unknown' | null;
  createdAtMs: number | null;
  metrics: Record<MetricName, number | null>;
  atLeast: readonly MetricName[];
  model: string | null;
  project: string | null;
  agent: string | null;
  promptChars: number | null;
};
