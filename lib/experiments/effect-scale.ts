import type { ExperimentMetric } from '../domain/experiment.ts';
import { metricDefinitions } from '../domain/metric-definitions.ts';

/**
 * `difference`: of means per turn; `ratio`: of means, analyzed as the logarithm of their ratio; `log`: the same, of sums that are
 * logarithms already.
 */
export type EffectScale = 'difference' | 'ratio' | 'log';

const scales: Readonly<Record<ExperimentMetric, EffectScale>> = {
  completed: 'difference',
  recovered: 'difference',
  iterations: 'difference',
  tool_errors: 'difference',
  reward: 'difference',
  duration: 'log',
  tokens: 'ratio',
  cost: 'ratio',
};

export const scaleOf = (metric: ExperimentMetric): EffectScale => scales[metric];

export const isProportion = (metric: ExperimentMetric): boolean => metric === 'completed' || metric === 'recovered';

/** 1: more is better; −1: less is. */
export const betterSign = (metric: ExperimentMetric): 1 | -1 =>
  metric === 'recovered' || metricDefinitions[metric].better === 'higher' ? 1 : -1;

/** From the scale of the analysis to the unit of effects (`experimentMetric`), and back. */
export const toEffectUnit = (metric: ExperimentMetric, analyzed: number): number =>
  scaleOf(metric) === 'difference' ? analyzed : Math.expm1(analyzed);
export const toAnalyzed = (metric: ExperimentMetric, effect: number): number =>
  scaleOf(metric) === 'difference' ? effect : Math.log1p(effect);
