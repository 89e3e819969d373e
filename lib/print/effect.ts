import type { ExperimentMetric } from '../domain/experiment.ts';
import { isRelativeEffect } from './metric.ts';
import { printSigned } from './unknown.ts';

/** Two digits from 10 on, else one after the point: `12`, `8.2`, `8`, `0.42`. */
const printShort = (value: number): string => {
  if (value >= 10) return value.toFixed(0);
  return String(value >= 1 || value === 0 ? Number(value.toFixed(1)) : Number(value.toPrecision(2)));
};

const printMagnitude = (metric: ExperimentMetric, size: number): string => {
  switch (metric) {
    case 'completed':
    case 'recovered':
      return printShort(size * 100);
    case 'duration':
    case 'tokens':
    case 'cost':
      return `${printShort(size * 100)} %`;
    default:
      return printShort(size);
  }
};

const isShare = (metric: ExperimentMetric): boolean => metric === 'completed' || metric === 'recovered';

/** An effect in the unit of `experimentMetric`, with a minus sign if it is negative: `8.2 points`, `12 %`, `0.4`. */
export const printEffect = (metric: ExperimentMetric, effect: number): string => {
  const printed = printSigned(effect, (size) => printMagnitude(metric, size));
  if (!isShare(metric)) return printed;
  return `${printed} ${printed === '1' || printed === '−1' ? 'point' : 'points'}`;
};

/** Digits after the point that both ends of an interval have: one in points and percent, else as many as the larger end needs for two. */
const countDigits = (metric: ExperimentMetric, most: number): number =>
  isShare(metric) || isRelativeEffect(metric) ? 1 : most >= 10 || most === 0 ? 1 : Math.min(6, 1 - Math.floor(Math.log10(most)));

/** Both ends of an interval of effects, with one precision and one unit: `3.1 to 13.0 points`. */
export const printEffectInterval = (metric: ExperimentMetric, { low, high }: { low: number; high: number }, word = 'to'): string => {
  const isPercent = isShare(metric) || isRelativeEffect(metric);
  const digits = countDigits(metric, Math.max(Math.abs(low), Math.abs(high)));
  const print = (end: number): string => {
    const text = Math.abs(isPercent ? end * 100 : end).toFixed(digits);
    return Number(text) === 0 || end > 0 ? text : `−${text}`;
  };
  return `${print(low)} ${word} ${print(high)}${isShare(metric) ? ' points' : isPercent ? ' %' : ''}`;
};
