import type { Figure } from './figure.ts';
import { measureCoverage } from './statistics-coverage.ts';
import { measureFalseStops, measurePower } from './statistics-experiments.ts';

/** The statistics against their bars, in simulations with fixed seeds: false stops, coverage and power. A few minutes. */
export const measureStatistics = (): Promise<Figure[]> =>
  Promise.resolve([...measureFalseStops(1_000), ...measureCoverage(2_000), ...measurePower(1_000)]);
