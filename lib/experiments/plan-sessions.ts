import type { Experiment } from '../domain/experiment.ts';
import { minArmSessions } from '../stats/confidence-sequence.ts';
import { isProportion, scaleOf, toAnalyzed } from './effect-scale.ts';
import { measureEffect, type ExperimentSession } from './measure-effect.ts';
import { planSize } from './power.ts';

/** Sessions with known values from which their variance is taken. */
const minPastSessions = 20;

type Design = Pick<Experiment, 'primaryMetric' | 'smallestEffect' | 'arms'>;

/** Sessions over both arms that show the smallest effect worth having; `sd` as in `Effect`. */
export const computeNeeded = ({ primaryMetric, smallestEffect }: Omit<Design, 'arms'>, sd: number): number | null =>
  planSize(toAnalyzed(primaryMetric, smallestEffect), sd);

/**
 * Variance of a session if there is no past one: of a proportion, the greatest that one turn can have; of a relative change, that of values
 * that vary as much as their mean; else 16 squared effects.
 */
const assumeVariance = ({ primaryMetric, smallestEffect }: Design): number => {
  if (isProportion(primaryMetric)) return 0.25;
  return scaleOf(primaryMetric) === 'difference' ? 16 * smallestEffect * smallestEffect : 1;
};

/**
 * Sessions that an experiment is planned for: from the variance of past sessions where at least 20 of them have known values that
 * differ, else from an assumed one. `isAssumed` says which.
 */
export const planSessions = (design: Design, past: readonly ExperimentSession['metrics'][]): { sessions: number; isAssumed: boolean } => {
  const { primaryMetric, arms } = design;
  const { treatment } = arms;
  const both = past.flatMap((metrics) => (['control', 'treatment'] as const).map((arm) => ({ arm, metrics, recovered: null })));
  const { sequence, known } = measureEffect(both, primaryMetric, treatment);
  // Sessions that all went alike don't say how much those will vary that go differently.
  const sums = primaryMetric === 'recovered' ? [] : past.map((metrics) => metrics[primaryMetric]).filter(({ n }) => n > 0);
  const hasVaried = new Set(sums.map(({ n, sum }) => sum / n)).size > 1;
  const measured = hasVaried && known.control >= minPastSessions ? (sequence?.sd ?? null) : null;
  const assumed = Math.sqrt(assumeVariance(design) / (treatment * (1 - treatment)));
  return { sessions: computeNeeded(design, measured ?? assumed) ?? 2 * minArmSessions, isAssumed: measured === null };
};
