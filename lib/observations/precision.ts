import type { ObserverPrecision } from '../domain/observation.ts';
import { computeWilson } from '../stats/proportion.ts';

type Label = { observer: string; label: 'fixed' | 'false_positive' };

/** How right an observer was by what triage said of its groups: fixed ones were right. */
export const computePrecision = (observer: string, labels: readonly Label[]): ObserverPrecision => {
  const own = labels.filter((one) => one.observer === observer);
  const fixed = own.filter(({ label }) => label === 'fixed').length;
  const precision = own.length === 0 ? null : { rate: fixed / own.length, ...computeWilson({ hits: fixed, of: own.length }) };
  return { observer, fixed, falsePositive: own.length - fixed, precision };
};
