import type { ExperimentMetric } from '../domain/experiment.ts';
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
