import type { ArmName, ExperimentMetric, MetricEffect } from '../domain/experiment.ts';
import type { MetricEstimate, MetricName } from '../domain/metric.ts';
import { estimateMean, estimateProportion, type Estimate } from '../stats/clustered.ts';
import { computeAlwaysValidP, computeConfidenceSequence, minArmSessions, type SequenceInput } from '../stats/confidence-sequence.ts';
import { estimateEffect, type ArmSession } from '../stats/effect.ts';
import { isProportion, scaleOf, toEffectUnit } from './effect-scale.ts';

/**
 * One session of an experiment: sums over its turns by metric (of `duration`, of logarithms), with how many are only known in part (default:
 * none), and whether it recovered; null: unknown.
 */
export type ExperimentSession = {
  arm: ArmName;
  metrics: Readonly<Record<MetricName, { n: number; sum: number; atLeast?: number }>>;
  recovered: boolean | null;
};

/** How often a sequence may miss the truth, over all looks together. */
export const alpha = 0.05;

/**
 * One metric of both arms. `sequence`: the effect on the scale of the analysis; null if an arm has no known value, or if a ratio has no
 * positive mean. `known`: sessions with a known value by arm. `atLeast`: turns whose value is only known in part.
 */
export type Measured = {
  metric: ExperimentMetric;
  control: MetricEstimate | null;
  treatment: MetricEstimate | null;
  sequence: SequenceInput | null;
  known: Record<ArmName, number>;
  atLeast: Record<ArmName, number>;
};

const toArmSession = ({ arm, metrics, recovered }: ExperimentSession, metric: ExperimentMetric): ArmSession[] => {
  if (metric !== 'recovered') return metrics[metric].n > 0 ? [{ arm, n: metrics[metric].n, sum: metrics[metric].sum }] : [];
  return recovered === null ? [] : [{ arm, n: 1, sum: recovered ? 1 : 0 }];
};

const toShown = (metric: ExperimentMetric, estimate: Estimate | null): MetricEstimate | null => {
  if (!estimate || scaleOf(metric) !== 'log') return estimate;
  const { value, interval } = estimate;
  return { ...estimate, value: Math.exp(value), interval: interval && { low: Math.exp(interval.low), high: Math.exp(interval.high) } };
};

const measureSequence = (sessions: readonly ArmSession[], metric: ExperimentMetric, treatmentShare: number): SequenceInput | null => {
  const effect = estimateEffect(sessions, treatmentShare, isProportion(metric));
  if (!effect || scaleOf(metric) !== 'ratio') return effect;
  const means = { control: effect.control.value, treatment: effect.treatment.value };
  if (!(means.control > 0 && means.treatment > 0)) return null;
  // With each arm divided by its mean, the influence of a session is that on the logarithm of the ratio.
  const scaled = sessions.map((session) => ({ ...session, sum: session.sum / means[session.arm] }));
  const relative = estimateEffect(scaled, treatmentShare);
  return relative && { effect: Math.log(means.treatment / means.control), sd: relative.sd, n: relative.n };
};

/** Measures a metric over the sessions. `treatmentShare`: the planned share. */
export const measureEffect = (sessions: readonly ExperimentSession[], metric: ExperimentMetric, treatmentShare: number): Measured => {
  const known = sessions.flatMap((session) => toArmSession(session, metric));
  const ofArm = (name: ArmName) => known.filter(({ arm }) => arm === name);
  const estimate = isProportion(metric) ? estimateProportion : estimateMean;
  const countPartial = (name: ArmName): number =>
    metric === 'recovered' ? 0 : sessions.reduce((sum, { arm, metrics }) => sum + (arm === name ? (metrics[metric].atLeast ?? 0) : 0), 0);
  return {
    metric,
    control: toShown(metric, estimate(ofArm('control'))),
    treatment: toShown(metric, estimate(ofArm('treatment'))),
    sequence: measureSequence(known, metric, treatmentShare),
    known: { control: ofArm('control').length, treatment: ofArm('treatment').length },
    atLeast: { control: countPartial('control'), treatment: countPartial('treatment') },
  };
};

/** Whether both arms have the sessions that a sequence needs before it may decide. */
export const isEnough = ({ known }: Measured): boolean => Math.min(known.control, known.treatment) >= minArmSessions;

/** The effect with an interval that holds at every look; a p-value that holds as well. */
export const toMetricEffect = (measured: Measured, rho: number): MetricEffect => {
  const { metric, control, treatment, sequence, atLeast } = measured;
  const effect = sequence && toEffectUnit(metric, sequence.effect);
  const isUsable = sequence !== null && isEnough(measured);
  const analyzed = isUsable ? computeConfidenceSequence(sequence, { alpha, rho }) : null;
  // No difference of shares is beyond 1.
  const limit = isProportion(metric) ? 1 : Infinity;
  const interval = analyzed && {
    low: Math.max(-limit, toEffectUnit(metric, analyzed.low)),
    high: Math.min(limit, toEffectUnit(metric, analyzed.high)),
  };
  const isShown = interval !== null && Number.isFinite(interval.high);
  const pValue = isUsable && isShown ? computeAlwaysValidP(sequence, { rho }) : null;
  return {
    metric,
    control,
    treatment,
    atLeast,
    effect: effect !== null && Number.isFinite(effect) ? effect : null,
    interval: isShown ? interval : null,
    pValue,
    isClear: pValue !== null && pValue <= alpha,
    isMissingUneven: false,
  };
};
