import * as z from 'zod';
import { instant, timed } from './instant.ts';
import { estimate, interval, metricName } from './metric.ts';

/**
 * What the treatment arm gets: `retrieval`: examples with each prompt; `feedback`: what observers find. The control arm gets nothing, and
 * what it would have been given is recorded.
 */
export const experimentKind = z.enum(['retrieval', 'feedback']);
export type ExperimentKind = z.infer<typeof experimentKind>;

export const armName = z.enum(['control', 'treatment']);
export type ArmName = z.infer<typeof armName>;

/** `recovered`: the repeated failure ended within `withinCalls` calls of its first finding; one value for a session; feedback only. */
export const experimentMetric = z.enum([...metricName.options, 'recovered']);
export type ExperimentMetric = z.infer<typeof experimentMetric>;

export const experimentStatus = z.enum(['draft', 'running', 'stopped', 'archived']);
export type ExperimentStatus = z.infer<typeof experimentStatus>;

const share = z.number().gt(0).lt(1);

export const experimentInput = z
  .object({
    name: z.string().trim().min(1).max(100),
    kind: experimentKind,
    /** What is expected, in a sentence. */
    hypothesis: z.string().trim().max(1_000).default(''),
    /** How sessions are split; shares sum up to 1. */
    arms: z.object({ control: share, treatment: share }).default({ control: 0.5, treatment: 0.5 }),
    primaryMetric: experimentMetric.default('completed'),
    /** Smallest effect worth having, in the metric's unit: 0.08 is 8 points; of `duration` and `cost`, `tokens`: a relative change. */
    smallestEffect: z.number().gt(0).max(1e9),
    /** For `recovered`. */
    withinCalls: z.int().min(1).max(200).default(10),
    /** Only sessions of this project. */
    project: z.string().max(400).nullable().default(null),
  })
  .superRefine(({ arms, kind, primaryMetric }, context) => {
    const sum = arms.control + arms.treatment;
    if (Math.abs(sum - 1) > 1e-6)
      context.addIssue({ code: 'custom', path: ['arms'], message: `the shares sum up to ${Number(sum.toFixed(4))}, not to 1` });
    if (primaryMetric === 'recovered' && kind !== 'feedback')
      context.addIssue({ code: 'custom', path: ['primaryMetric'], message: 'recovered is a metric of feedback experiments' });
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
  /** Sessions that the sequence is tuned for; fixed at the start. */
  plannedSessions: z.int().nullable(),
  /** Sessions assigned so far: once there is one, the definition cannot change. */
  assigned: z.int(),
  /** Of the demo. */
  synthetic: z.boolean(),
};
export const experiment = timed(definitionFields);
export type Experiment = z.infer<typeof experiment>;

export const verdictCode = z.enum(['helps', 'harms', 'no_evidence', 'too_few', 'no_verdict']);
export type VerdictCode = z.infer<typeof verdictCode>;

/** `sentence` begins with the code in words, such as `Helps.` */
export const experimentVerdict = z.object({
  code: verdictCode,
  sentence: z.string(),
  /** Sessions still needed for the planned effect; null if it is decided or cannot be said. */
  missingSessions: z.int().nullable(),
});

/** Treatment − control, in the metric's unit, with an interval that holds at every look. */
const effect = z.object({
  metric: experimentMetric,
  control: estimate.nullable(),
  treatment: estimate.nullable(),
  effect: z.number().nullable(),
  interval: interval.nullable(),
  pValue: z.number().nullable(),
  /** After Holm for secondary metrics. */
  isClear: z.boolean(),
});
export type MetricEffect = z.infer<typeof effect>;

const arm = z.object({
  arm: armName,
  share: z.number(),
  sessions: z.int(),
  turns: z.int(),
  withoutOutcome: z.int(),
});

const look = timed({ at: instant, sessions: z.int(), effect: z.number(), interval: interval.nullable() });

export const experimentAnalysis = z.object({
  experiment,
  verdict: experimentVerdict,
  arms: z.array(arm),
  primary: effect,
  secondary: z.array(effect),
  /** Metrics that must not get worse, and whether they clearly do. */
  guardrails: z.array(z.object({ metric: experimentMetric, isViolated: z.boolean(), effect: z.number().nullable() })),
  sampleRatio: z.object({ chiSquared: z.number(), pValue: z.number(), isMismatch: z.boolean() }).nullable(),
  power: z.object({
    /** Sessions that the smallest effect worth having needs, and the share of them that there are. */
    neededSessions: z.int().nullable(),
    sessions: z.int(),
    /** Smallest effect that would have been seen by now, in the metric's unit. */
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

/** What an experiment decided for a session. */
export const assignment = z.object({ experimentId: z.string(), name: z.string(), arm: armName });
export type Assignment = z.infer<typeof assignment>;
