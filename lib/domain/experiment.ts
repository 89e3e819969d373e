import * as z from 'zod';
import { instant, timed } from './instant.ts';
import { estimate, interval, metricName } from './metric.ts';

/**
 * Help for the treatment arm. `retrieval`: examples with each prompt; `feedback`: findings of observers. The control arm gets nothing, and
 * the withheld help is recorded.
 */
export const experimentKind = z.enum(['retrieval', 'feedback']);
export type ExperimentKind = z.infer<typeof experimentKind>;

export const armName = z.enum(['control', 'treatment']);
export type ArmName = z.infer<typeof armName>;

/**
 * `recovered`: within `withinCalls` calls after the session's first finding, the agent left the found pattern for at least 5 calls or to the end
 * of the turn (`computeRecovery`); one value for a session; feedback only.
 *
 * Effects are treatment − control, in a unit that follows from the metric:
 * - `completed`, `recovered`: a difference of shares; 0.08 is 8 points
 * - `iterations`, `tool_errors`, `reward`: a difference of means per turn
 * - `duration`, `tokens`, `cost`: a relative change; −0.1 is 10 % less. `duration` compares geometric means, which lie close to
 *   medians; the others compare means.
 */
export const experimentMetric = z.enum([...metricName.options, 'recovered']);
export type ExperimentMetric = z.infer<typeof experimentMetric>;

/** The version of the metrics that experiments take when they start. */
export const metricsVersion = 2;

export const experimentStatus = z.enum(['draft', 'running', 'stopped', 'archived']);
export type ExperimentStatus = z.infer<typeof experimentStatus>;

const share = z.number().gt(0).lt(1);

/** Metrics of which an effect of 1 or more would be a mistake: 8 instead of 0.08. */
const isBelowOne: ReadonlySet<ExperimentMetric> = new Set(['completed', 'recovered', 'duration', 'tokens', 'cost']);

export const experimentInput = z
  .object({
    name: z.string().trim().min(1).max(100),
    kind: experimentKind,
    /** Expected result, in a sentence. */
    hypothesis: z.string().trim().max(1_000).default(''),
    /** How sessions are split; shares sum up to 1. */
    arms: z.strictObject({ control: share, treatment: share }).default({ control: 0.5, treatment: 0.5 }),
    primaryMetric: experimentMetric.default('completed'),
    /** Smallest effect worth having, in the unit of effects, without sign: 0.08 is 8 points, or 8 % less `duration`, `tokens` or `cost`. */
    smallestEffect: z.number().gt(0).max(1e9),
    /** For `recovered`. */
    withinCalls: z.int().min(1).max(200).default(10),
    /** Only sessions of this project. */
    project: z.string().max(400).nullable().default(null),
  })
  .superRefine(({ arms, kind, primaryMetric, smallestEffect }, context) => {
    const sum = arms.control + arms.treatment;
    if (Math.abs(sum - 1) > 1e-6)
      context.addIssue({ code: 'custom', path: ['arms'], message: `the shares sum up to ${Number(sum.toFixed(4))}, not to 1` });
    if (primaryMetric === 'recovered' && kind !== 'feedback')
      context.addIssue({ code: 'custom', path: ['primaryMetric'], message: 'recovered is a metric of feedback experiments' });
    if (smallestEffect >= 1 && isBelowOne.has(primaryMetric))
      context.addIssue({ code: 'custom', path: ['smallestEffect'], message: 'is a share: use 0.08 for 8 points or 8 %' });
  });
export type ExperimentInput = z.output<typeof experimentInput>;

const definitionFields = {
  id: z.string(),
  name: z.string(),
  kind: experimentKind,
  hypothesis: z.string(),
  arms: z.object({ control: z.number(), treatment: z.number() }),
  primaryMetric: experimentMetric,
  smallestEffect: z.number(),
  withinCalls: z.int(),
  project: z.string().nullable(),
  status: experimentStatus,
  createdAt: instant,
  startedAt: instant.nullable(),
  stoppedAt: instant.nullable(),
  archivedAt: instant.nullable(),
  /**
   * Version of the metrics when the experiment started. It fixes the meaning of `recovered`: since 2, the agent's actions decide and not
   * the detector's window. The other metrics come from the stored turns, by the product's current rules: since 2, denied, rejected or
   * interrupted calls are no errors, and turns that were taken back count in neither arm.
   */
  metricsVersion: z.int(),
  /** Sessions over both arms that the confidence sequence is tuned for; fixed at the start. */
  plannedSessions: z.int().nullable(),
  /** Sessions assigned so far: once there is one, the definition cannot change. */
  assigned: z.int(),
  /** Whether the experiment is demo data. */
  synthetic: z.boolean(),
};
export const experiment = timed(definitionFields);
export type Experiment = z.infer<typeof experiment>;

/**
 * `smaller`: it helps, but less than the smallest effect worth having. `no_verdict`: the split, or what is unknown, depends on something
 * besides chance.
 */
export const verdictCode = z.enum(['helps', 'smaller', 'harms', 'no_evidence', 'too_few', 'no_verdict']);
export type VerdictCode = z.infer<typeof verdictCode>;

/** `sentence` begins with the code in words, such as `Helps.` */
export const experimentVerdict = z.object({
  code: verdictCode,
  sentence: z.string(),
  /** Sessions still needed for the planned effect; null if it is decided or cannot be said. */
  missingSessions: z.int().nullable(),
});

/** Treatment − control, in the unit of effects (`experimentMetric`). */
const effect = z.object({
  metric: experimentMetric,
  /** In the metric's own unit, per turn (`recovered`: per session); of `duration` the geometric mean. */
  control: estimate.nullable(),
  treatment: estimate.nullable(),
  /** Turns of each arm whose value is only known in part, so that the figure of the arm is at least that: of `tokens` and `cost`. */
  atLeast: z.object({ control: z.int(), treatment: z.int() }),
  effect: z.number().nullable(),
  /** 95 %, and it holds at every look; null with fewer than 30 sessions in an arm, or if sessions do not vary in a metric that is no rate. */
  interval: interval.nullable(),
  /** Valid at every look; of secondary metrics, after Holm. */
  pValue: z.number().nullable(),
  /** Whether it is at most 0.05, and what is unknown does not depend on the arm. */
  isClear: z.boolean(),
  /**
   * Whether it depends on the arm which values are unknown (p < 0.001 over all looks): then the values that are known say nothing about the
   * rest.
   */
  isMissingUneven: z.boolean(),
});
export type MetricEffect = z.infer<typeof effect>;

const arm = z.object({
  arm: armName,
  share: z.number(),
  sessions: z.int(),
  turns: z.int(),
  withoutOutcome: z.int(),
  /** Turns that are over (of `recovered`: sessions), and how many of them have no known value of the primary metric. */
  counted: z.int(),
  unknown: z.int(),
});

/** Effect over the first `sessions` assigned sessions, from all that is known of them now. `at`: when the last of them was assigned. */
const look = timed({ at: instant, sessions: z.int(), effect: z.number(), interval: interval.nullable() });

export const experimentAnalysis = z.object({
  experiment,
  verdict: experimentVerdict,
  arms: z.array(arm),
  primary: effect,
  secondary: z.array(effect),
  /** Metrics that must not get worse, and whether they clearly do, each judged alone. */
  guardrails: z.array(z.object({ metric: experimentMetric, isViolated: z.boolean(), effect: z.number().nullable() })),
  /** Whether sessions are split as planned. Valid at every look; null without sessions. */
  sampleRatio: z.object({ pValue: z.number(), isMismatch: z.boolean() }).nullable(),
  /** Whether it depends on the arm which values of the primary metric are unknown. Valid at every look; null if nothing is over yet. */
  missing: z.object({ pValue: z.number(), isMismatch: z.boolean() }).nullable(),
  power: z.object({
    /** Sessions over both arms that show the smallest effect worth having with a probability of 80 %. */
    neededSessions: z.int().nullable(),
    /** Sessions so far of which the primary metric is known. */
    sessions: z.int(),
    /** Smallest effect that would have been seen by now with a probability of 80 %, in the unit of effects. */
    smallestVisible: z.number().nullable(),
    /** Days until then at the rate so far. */
    daysLeft: z.number().nullable(),
  }),
  looks: z.array(look),
  notes: z.array(z.string()),
});
export type ExperimentAnalysis = z.infer<typeof experimentAnalysis>;

/** In a list. */
export const experimentSummary = z.object({ experiment, verdict: experimentVerdict });
export type ExperimentSummary = z.infer<typeof experimentSummary>;

/** Arm that an experiment chose for a session. */
export const assignment = z.object({ experimentId: z.string(), name: z.string(), arm: armName });
export type Assignment = z.infer<typeof assignment>;
