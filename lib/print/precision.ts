import type { ObserverPrecision } from '../domain/precision.ts';
import { printCount, printCounted } from './number.ts';

const percent = (rate: number): number => Math.round(rate * 100);

/** A rate in whole percent: `80 %`. */
export const printRate = (rate: number): string => `${percent(rate)} %`;

/** The interval of a rate, in whole percent: `66 to 90`. */
export const printInterval = ({ low, high }: { low: number; high: number }): string => `${percent(low)} to ${percent(high)}`;

/** `8 false positives`, `1 false positive`. */
export const printFalsePositives = (count: number): string => printCounted(count, 'false positive');

/** Text for an unknown precision, after the name of its owner. */
export const unknownPrecision = 'unknown: nothing labeled fixed or false positive yet';

/** Labels behind a precision: `33 fixed and 8 false positives of 41 labeled`. */
export const printLabels = ({ fixed, falsePositive, synthetic }: Omit<ObserverPrecision, 'observer' | 'precision'>): string =>
  `${printCount(fixed)} fixed and ${printFalsePositives(falsePositive)} of ${printCount(fixed + falsePositive)} labeled${synthetic ? ', all of demo data' : ''}`;
