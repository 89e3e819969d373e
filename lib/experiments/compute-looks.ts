import type { Experiment, ExperimentAnalysis } from '../domain/experiment.ts';
import { measureEffect, toMetricEffect, type ExperimentSession } from './measure-effect.ts';

const maxLooks = 40;

export type AssignedAt = { assignedAtMs: number };

/**
 * The primary effect as it was known after the first sessions, at most 40 times, the last time after all. `sessions`: in the order of
 * assignment, each with all of its turns. Without looks at which an arm had no known value.
 */
export const computeLooks = (
  { primaryMetric, arms }: Pick<Experiment, 'primaryMetric' | 'arms'>,
  sessions: readonly (ExperimentSession & AssignedAt)[],
  rho: number,
): ExperimentAnalysis['looks'] => {
  const count = Math.min(maxLooks, sessions.length);
  return Array.from({ length: count }, (_, at) => Math.round((sessions.length * (at + 1)) / count)).flatMap((size) => {
    const last = sessions[size - 1];
    const measured = measureEffect(sessions.slice(0, size), primaryMetric, arms.treatment);
    const { effect, interval } = toMetricEffect(measured, rho);
    return last && effect !== null ? [{ atMs: last.assignedAtMs, sessions: size, effect, interval }] : [];
  });
};
