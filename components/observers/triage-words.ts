import type { Trial } from '@/lib/domain/trial.ts';
import type { ObserverPrecision } from '@/lib/domain/precision.ts';
import { printCount } from '@/lib/print/number.ts';
import { printFalsePositives, printInterval, printLabels, printRate, unknownPrecision } from '@/lib/print/precision.ts';

const are = (count: number): string => (count === 1 ? 'is' : 'are');

/** `Precision 80 % (66 to 90), 33 fixed and 8 false positives of 41 labeled`: an observer's precision from triage; says so if nothing is labeled. */
export const printPrecision = ({ precision, ...labels }: ObserverPrecision): string =>
  precision === null
    ? `Precision ${unknownPrecision}`
    : `Precision ${printRate(precision.rate)} (${printInterval(precision)}), ${printLabels(labels)}`;

/**
 * Effect of the changes on labeled findings, as a sentence: `Of 41 labeled: 31 of 33 fixed are still found, 6 of 8 false positives are
 * gone.`
 */
export const printLabeled = ({ fixed, falsePositive }: Trial['labeled']): string => {
  const total = fixed.before + falsePositive.before;
  const [newFixed, newFalse] = [fixed.after - fixed.both, falsePositive.after - falsePositive.both];
  const more = [newFixed > 0 ? `${printCount(newFixed)} fixed` : null, newFalse > 0 ? printFalsePositives(newFalse) : null].filter(
    (part) => part !== null,
  );
  if (total + more.length === 0) return 'These observers find nothing that was labeled fixed or false positive.';
  const parts = [
    fixed.before > 0 ? `${printCount(fixed.both)} of ${printCount(fixed.before)} fixed ${are(fixed.before)} still found` : null,
    falsePositive.before > 0
      ? `${printCount(falsePositive.before - falsePositive.both)} of ${printFalsePositives(falsePositive.before)} ${are(falsePositive.before)} gone`
      : null,
    more.length > 0 ? `${more.join(' and ')} would also be found` : null,
  ].filter((part) => part !== null);
  return total === 0 ? `Of labeled observations, ${parts.join(', ')}.` : `Of ${printCount(total)} labeled: ${parts.join(', ')}.`;
};
