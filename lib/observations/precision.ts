import type { GroupLabel, ObserverPrecision } from '../domain/precision.ts';
import { computeWilson } from '../stats/proportion.ts';

type Label = Pick<GroupLabel, 'observer' | 'label' | 'synthetic'>;

/** Precision of an observer by triage labels; fixed counts as right. Demo data counts only without other labels. */
export const computePrecision = (observer: string, labels: readonly Label[]): ObserverPrecision => {
  const own = labels.filter((one) => one.observer === observer);
  const real = own.filter((one) => !one.synthetic);
  const counted = real.length > 0 ? real : own;
  const [of, fixed] = [counted.length, counted.filter(({ label }) => label === 'fixed').length];
  const interval = computeWilson({ hits: fixed, of });
  const precision = interval && { rate: fixed / of, ...interval };
  return { observer, fixed, falsePositive: of - fixed, precision, synthetic: of > 0 && real.length === 0 };
};
