import {
  metricsVersion,
  type Experiment,
  type ExperimentAnalysis,
  type ExperimentMetric,
  type MetricEffect,
} from '../domain/experiment.ts';
import { dayMs } from '../domain/instant.ts';
import { metricName } from '../domain/metric.ts';
import { printPartNote } from '../print/metric.ts';
import { printCounted } from '../print/number.ts';
import { tuneRho } from '../stats/confidence-sequence.ts';
import { adjustHolm } from '../stats/holm.ts';
import { checkMissing, checkRatio, type AnalyzedSession } from './check-arms.ts';
import { computeLooks } from './compute-looks.ts';
import { betterSign, toEffectUnit } from './effect-scale.ts';
import { alpha, isEnough, measureEffect, toMetricEffect, type Measured } from './measure-effect.ts';
import { computeNeeded, planSessions } from './plan-sessions.ts';
import { findVisible } from './power.ts';
import { computeVerdict } from './verdict.ts';

/**
 * Must not get worse, whatever the primary metric is. They are not adjusted for their number: a false alarm costs less than harm that is
 * missed, and a warning decides nothing.
 */
const guarded: readonly ExperimentMetric[] = ['completed', 'tool_errors', 'duration', 'cost'];

/** `sessions`: in the order of assignment. */
type Input = { experiment: Experiment; sessions: readonly AnalyzedSession[]; nowMs: number };

const armsOf = (
  { arms }: Experiment,
  sessions: readonly AnalyzedSession[],
  counts: ReturnType<typeof checkMissing>['counts'],
): ExperimentAnalysis['arms'] =>
  (['control', 'treatment'] as const).map((arm) => {
    const own = sessions.filter((session) => session.arm === arm);
    const sum = (of: (session: AnalyzedSession) => number) => own.reduce((total, session) => total + of(session), 0);
    return {
      arm,
      share: arms[arm],
      sessions: own.length,
      turns: sum(({ turns }) => turns),
      withoutOutcome: sum(({ withoutOutcome }) => withoutOutcome),
      ...counts[arm],
    };
  });

const computePower = ({ experiment, nowMs }: Input, measured: Measured, rho: number): ExperimentAnalysis['power'] => {
  const { primaryMetric, startedAtMs, plannedSessions, status } = experiment;
  const sd = isEnough(measured) ? (measured.sequence?.sd ?? null) : null;
  const sessions = measured.known.control + measured.known.treatment;
  const neededSessions = (sd === null ? plannedSessions : computeNeeded(experiment, sd)) ?? null;
  const visible = sd === null ? null : findVisible({ sd, n: sessions, rho });
  const smallestVisible = visible === null ? null : toEffectUnit(primaryMetric, visible);
  const elapsedMs = startedAtMs === null || status !== 'running' ? 0 : nowMs - startedAtMs;
  const left = Math.max(0, (neededSessions ?? 0) - sessions);
  const daysLeft = sessions > 0 && elapsedMs > 0 && left > 0 ? (left / sessions) * (elapsedMs / dayMs) : null;
  return {
    neededSessions,
    sessions,
    smallestVisible: smallestVisible !== null && Number.isFinite(smallestVisible) ? smallestVisible : null,
    daysLeft,
  };
};

/** With p-values adjusted over all of them. */
const adjustTogether = (effects: readonly MetricEffect[]): MetricEffect[] => {
  const adjusted = adjustHolm(effects.map(({ pValue }) => pValue));
  return effects.map((effect, at) => {
    const pValue = adjusted[at] ?? null;
    return { ...effect, pValue, isClear: pValue !== null && pValue <= alpha };
  });
};

const listNotes = ({ experiment, sessions }: Input, arms: ExperimentAnalysis['arms'], measured: Measured): string[] => {
  const withoutOutcome = arms.reduce((total, arm) => total + arm.withoutOutcome, 0);
  const unknown = sessions.length - measured.known.control - measured.known.treatment;
  const joined = experiment.assigned - sessions.length;
  const how = { retrieval: 'asks for examples at a prompt', feedback: 'would be told of a finding' }[experiment.kind];
  return [
    ...(experiment.status === 'running' && experiment.assigned === 0 ? [`A session is assigned when its agent ${how}.`] : []),
    ...(experiment.metricsVersion < metricsVersion
      ? [
          `Recovery means what it meant when the experiment began (version ${experiment.metricsVersion} of the metrics; new experiments take version ${metricsVersion}). Errors and completion of all its turns, also of those before, follow the present rules: calls that were denied, rejected or interrupted are no errors, turns that were taken back are left out, and the completion of a turn that shows neither an answer nor an end is unknown.`,
        ]
      : []),
    ...(joined > 0
      ? [`${printCounted(joined, 'session')} that continue or fork another one of the same arm count as one session with it.`]
      : []),
    ...(unknown > 0
      ? [`${printCounted(unknown, 'session')} without a known value of the primary metric are in no figure but the counts.`]
      : []),
    ...(withoutOutcome > 0 ? [`${printCounted(withoutOutcome, 'turn')} without a known outcome count in no completion rate.`] : []),
  ];
};

/** Gathers the facts behind the verdict. */
const gatherFacts = (input: Input) => {
  const { experiment, sessions, nowMs } = input;
  const { primaryMetric, arms: shares, plannedSessions } = experiment;
  const rho = tuneRho(plannedSessions ?? planSessions(experiment, []).sessions, alpha);
  /** Where what is unknown depends on the arm, nothing is clear. */
  const judge = (one: Measured, { missing }: ReturnType<typeof checkMissing>): MetricEffect => {
    const effect = toMetricEffect(one, rho);
    return missing?.isMismatch ? { ...effect, pValue: null, isClear: false, isMissingUneven: true } : effect;
  };
  const measure = (metric: ExperimentMetric): MetricEffect =>
    judge(measureEffect(sessions, metric, shares.treatment), checkMissing(experiment, sessions, metric, nowMs));
  const measured = measureEffect(sessions, primaryMetric, shares.treatment);
  const unknown = checkMissing(experiment, sessions, primaryMetric, nowMs);
  const guards = guarded
    .filter((metric) => metric !== primaryMetric)
    .map(measure)
    .filter(isKnown);
  const facts = {
    experiment,
    measured,
    primary: judge(measured, unknown),
    guardrails: guards.map(({ metric, effect, isClear }) => ({
      ...{ metric, effect, isViolated: isClear && effect !== null && effect * betterSign(metric) < 0 },
    })),
    arms: armsOf(experiment, sessions, unknown.counts),
    sampleRatio: checkRatio(experiment, sessions),
    missing: unknown.missing,
    power: computePower(input, measured, rho),
  };
  return { facts, guards, measure, rho };
};

const isKnown = ({ control, treatment }: MetricEffect): boolean => control !== null || treatment !== null;

/** The verdict alone, at a fraction of the cost: for lists. */
export const judgeExperiment = (input: Input): ExperimentAnalysis['verdict'] => computeVerdict(gatherFacts(input).facts);

/**
 * Analysis of an experiment: the verdict, the effect on each metric, and how both came about. Every interval and p-value holds however
 * often people look at it: confidence sequences of the effect over sessions, tuned for the planned number of sessions.
 */
export const analyzeExperiment = (input: Input): ExperimentAnalysis => {
  const { experiment, sessions } = input;
  const { facts, guards, measure, rho } = gatherFacts(input);
  const { measured, ...shown } = facts;
  const others = [...metricName.options, ...(experiment.kind === 'feedback' ? (['recovered'] as const) : [])];
  const secondary = others
    .filter((metric) => metric !== experiment.primaryMetric)
    .map((metric) => guards.find((one) => one.metric === metric) ?? measure(metric))
    .filter(isKnown);
  const partNote = printPartNote(
    [facts.primary, ...secondary].map(({ metric, atLeast }) => ({ metric, turns: atLeast.control + atLeast.treatment })),
  );
  return {
    ...shown,
    verdict: computeVerdict(facts),
    secondary: adjustTogether(secondary),
    looks: computeLooks(experiment, sessions, rho),
    notes: [...listNotes(input, facts.arms, measured), ...(partNote === null ? [] : [partNote])],
  };
};
